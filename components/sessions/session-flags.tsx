"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import { useReasonText } from "../ui/reason-text";

/** What an admin should notice about a session beside its state. */
export function SessionFlags({
  session,
}: {
  session: Pick<SessionRow, "launchProblem" | "isDegraded" | "isUnguarded" | "attempts">;
}) {
  const t = useTranslations("sessions");
  const reasonText = useReasonText();
  const { launchProblem } = session;
  return (
    <>
      {launchProblem && <Flag text={t("launchProblem")} hint={reasonText(launchProblem)} />}
      {session.isDegraded && <Flag text={t("degraded")} />}
      {session.isUnguarded && <Flag text={t("unguarded")} hint={t("unguardedHint")} />}
      {session.attempts > 0 && <Flag text={t("failing", { count: session.attempts })} />}
    </>
  );
}

function Flag({ text, hint }: { text: string; hint?: string }) {
  return (
    <span title={hint} className="rounded-md bg-warn-soft px-1.5 text-xs font-medium text-warn">
      {text}
    </span>
  );
}
