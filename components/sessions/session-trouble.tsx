"use client";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { isOver } from "@/lib/domain/states";
import { Note } from "../ui/note";
import { useReasonText } from "../ui/reason-text";

/** What is wrong with a session, or why it ended, before everything else. */
export function SessionTrouble({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const sessions = useTranslations("sessions");
  const endReason = useTranslations("endReason");
  const reasonText = useReasonText();
  const { reason, lastFailure, attempts } = session;
  const message = reason?.params?.message;
  const isUnguarded = session.isUnguarded && !isOver(session);
  return (
    <>
      {lastFailure && (
        <Note tone="bad" title={`${t("lastFailure")} · ${t("attempts", { count: attempts })}`}>
          {lastFailure.status === null
            ? t("failure", { resource: lastFailure.resource, error: lastFailure.error })
            : t("failureStatus", { ...lastFailure, status: lastFailure.status })}
        </Note>
      )}
      {session.endReason && (
        <Note
          tone={session.status === "failed" ? "bad" : "info"}
          title={`${t("reasonTitle")}: ${endReason(session.endReason)}`}
        >
          {reason && reasonText(reason)}
          {typeof message === "string" && (
            <p className="text-sm text-muted">
              {t("clusterSaid")}: <span className="font-mono break-words">{message}</span>
            </p>
          )}
        </Note>
      )}
      {isUnguarded && (
        <Note tone="warn" title={sessions("unguarded")}>
          {sessions("unguardedHint")}
        </Note>
      )}
    </>
  );
}
