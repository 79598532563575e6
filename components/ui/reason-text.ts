"use client";
import { useTranslations } from "next-intl";
import { OutdatedPageError, refusalOf, UnansweredError } from "@/lib/client/refusal-error";
import type { FieldError, Refusal } from "@/lib/contracts/result";
import type { Reason } from "@/lib/domain/reason";
import { isInside } from "@/lib/domain/shown-reason";
import { reasonParams } from "../capacity/reason-words";
import { useCapacityWords } from "../capacity/use-capacity-words";
import { useDuration, useTimeFormat } from "./time-format";

/** Parameters that a reason may lack in an old row: a gap is shown, not a crash. */
const GAPS = Object.fromEntries(
  "limitMinutes quota key keys requested used hard image volume machine name verb resource status by taken cap namespace message maxMinutes"
    .split(" ")
    .map((name) => [name, "?"]),
);

/** Words a stored reason in the reader's language. The raw message of the cluster is not part of it. */
export function useReasonText(): (reason: Reason) => string {
  const t = useTranslations("reason");
  const words = useCapacityWords();
  const format = useTimeFormat();
  return (reason) => {
    const { code } = reason;
    const params = reasonParams(words, reason);
    const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)) as Record<
      string,
      string | number
    >;
    const freeByMs = params.freeByMs;
    const hasTime = typeof freeByMs === "number";
    return t(code, {
      ...GAPS,
      ...(code === "starts-switched-off" && { message: "" }),
      ...given,
      hasTime: hasTime ? "yes" : "no",
      freeBy: hasTime ? format.time(freeByMs) : "",
    }).trim();
  };
}

/** The same for a student, who is told of the cluster's inside no more than what to do about it. */
export function useStudentReasonText(): (reason: Reason) => string {
  const t = useTranslations("studentReason");
  const reasonText = useReasonText();
  return (reason) => (isInside(reason.code) ? t(reason.code) : reasonText(reason));
}

export function useRefusalText(): (refusal: Refusal) => string {
  const t = useTranslations("refusal");
  const extra = useTranslations("refusalExtra");
  const reasonText = useReasonText();
  const duration = useDuration();
  return (refusal) => {
    const parts = [refusal.reason ? reasonText(refusal.reason) : t(refusal.code)];
    if (refusal.reference) parts.push(extra("reference", { reference: refusal.reference }));
    if (refusal.retryAfterSeconds && refusal.reason?.params?.freeByMs === undefined) {
      parts.push(extra("retryAfter", { duration: duration(refusal.retryAfterSeconds * 1000) }));
    }
    return parts.join(" ");
  };
}

/** Words whatever was thrown: a refusal, or a server that did not answer. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("states");
  const refusalText = useRefusalText();
  return (error) => {
    const refusal = refusalOf(error);
    if (refusal) return refusalText(refusal);
    if (error instanceof UnansweredError) return t("unanswered");
    return t(error instanceof OutdatedPageError ? "outdated" : "offline");
  };
}

/** What is wrong with the field at this path; null where nothing is. */
export function useFieldError(error: unknown): (path: string) => string | null {
  const t = useTranslations("fields");
  const fields: readonly FieldError[] = refusalOf(error)?.fields ?? [];
  return (path) => {
    const item = new RegExp(`^${path.replaceAll(".", "\\.")}\\.\\d+$`);
    const found =
      fields.find((field) => field.path === path) ?? fields.find((field) => item.test(field.path));
    if (!found) return null;
    const code = found.code as Parameters<typeof t>[0];
    return t.has(code) ? t(code, found.params ? { ...found.params } : {}) : t("invalid");
  };
}
