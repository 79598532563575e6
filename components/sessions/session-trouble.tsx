"use client";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import type { Reason } from "@/lib/domain/reason";
import { isOver } from "@/lib/domain/states";
import { Note } from "../ui/note";
import { useReasonText } from "../ui/reason-text";
import { useTimeFormat } from "../ui/time-format";

/** What is wrong with a session, why it does not start or why it ended, before everything else. */
export function SessionTrouble({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const sessions = useTranslations("sessions");
  const endReason = useTranslations("endReason");
  const reasonText = useReasonText();
  const { reason, lastFailure, attempts } = session;
  const isUnguarded = session.isUnguarded && !isOver(session);
  return (
    <>
      <LaunchProblem session={session} />
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
          <ClusterSaid reason={reason} />
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

/** The cluster goes on trying until the launch is given up, so this is no end yet. */
function LaunchProblem({ session: { launchProblem, launchUntilMs } }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const reasonText = useReasonText();
  const format = useTimeFormat();
  if (launchProblem === null) return null;
  return (
    <Note tone="warn" title={t("launchProblem")}>
      <p>{reasonText(launchProblem)}</p>
      <p className="text-sm">{t("launchProblemHint", { time: format.time(launchUntilMs) })}</p>
      <ClusterSaid reason={launchProblem} />
    </Note>
  );
}

/** Only admins are sent the cluster's own words. */
function ClusterSaid({ reason }: { reason: Reason | null }) {
  const t = useTranslations("session");
  const message = reason?.params?.message;
  if (typeof message !== "string" || message === "") return null;
  return (
    <p className="text-sm text-muted">
      {t("clusterSaid")}: <span className="font-mono break-words">{message}</span>
    </p>
  );
}
