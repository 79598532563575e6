"use client";
import { useTranslations } from "next-intl";
import type { ItemResult } from "@/lib/contracts/result";
import { useRefusalText } from "../ui/reason-text";
import { useTell } from "../ui/toasts";

/** Tells how a bulk act went: how many were done, how many refused, and why the first of those. */
export function useTellResults() {
  const t = useTranslations("sessions");
  const tell = useTell();
  const refusalText = useRefusalText();
  return <Value>(results: readonly ItemResult<Value>[], doneText: (done: number) => string) => {
    const refused = results.flatMap(({ result }) => (result.ok ? [] : [result.error]));
    const done = results.length - refused.length;
    if (done > 0) tell("ok", doneText(done));
    const [first] = refused;
    if (first) tell("bad", t("failedResult", { count: refused.length, reason: refusalText(first) }));
  };
}
