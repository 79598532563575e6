"use client";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { deadlineSeconds, latestExpiry } from "@/lib/domain/lifetime";
import { isLive } from "@/lib/domain/states";
import { Countdown } from "../ui/countdown";
import { Fact, Facts } from "../ui/facts";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { At, MaybeAt } from "../ui/times";

/** Every time of a session's life, in order; those that have not come are said to be so. */
export function TimesPanel({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const student = useTranslations("student");
  const isRunning = isLive(session);
  const maybe = (atMs: number | null) => <MaybeAt atMs={atMs} absent={t("notYet")} />;
  return (
    <Panel title={t("times")}>
      {isRunning && (
        <div className="mb-2">
          <p className="text-sm text-muted">{student("timeLeft")}</p>
          <Countdown expiresAtMs={session.expiresAtMs} size="large" />
        </div>
      )}
      <Facts>
        <Fact name={t("started")}>{maybe(session.startedAtMs)}</Fact>
        <Fact name={t("createdAt")}>{maybe(session.createdAtMs)}</Fact>
        <Fact name={t("runningAt")}>{maybe(session.runningAtMs)}</Fact>
        <Fact name={t("expires")}>{maybe(session.expiresAtMs)}</Fact>
        {isRunning && (
          <Fact name={t("maximum")}>
            <At atMs={latestExpiry(session.startedAtMs, session.lifetime)} />
          </Fact>
        )}
        <Fact name={t("deadline")}>
          <span title={t("deadlineHint")}>
            <At atMs={session.startedAtMs + deadlineSeconds(session.lifetime) * 1000} />
          </span>
        </Fact>
        {!isRunning && (
          <>
            <Fact name={t("claimed")}>{maybe(session.claimedAtMs)}</Fact>
            <Fact name={t("deleteAccepted")}>{maybe(session.deleteAcceptedAtMs)}</Fact>
            <Fact name={t("over")}>{maybe(session.overAtMs)}</Fact>
            <Fact name={t("gone")}>
              {maybe(session.goneAtMs)} <Uncertainty ms={session.goneUncertaintyMs} />
            </Fact>
          </>
        )}
      </Facts>
    </Panel>
  );
}

/** It may have been gone earlier than it was looked for. */
function Uncertainty({ ms }: { ms: number | null }) {
  const t = useTranslations("time");
  const duration = useDuration();
  if (ms === null || ms < 1000) return null;
  return <span className="text-sm text-muted">{t("uncertain", { duration: duration(ms) })}</span>;
}
