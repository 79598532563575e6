"use client";
import { CirclePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useExtendSessions } from "@/lib/client/mutations/extend-sessions";
import { RefusalError } from "@/lib/client/refusal-error";
import { useNow } from "@/lib/client/ticking-now";
import { useStillSo } from "@/lib/client/use-still-so";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { canExtend, extendableUntilMs, latestExpiry } from "@/lib/domain/lifetime";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { Gauge } from "../ui/gauge";
import { RefusalNote } from "../ui/refusal-note";
import { SessionStatusMark } from "../sessions/session-status-mark";
import { useTimeFormat } from "../ui/time-format";
import { At } from "../ui/times";

/** The clock of a session: what is left, when it ends, and how far it can be moved. */
export function TimePanel({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const now = useNow();
  const format = useTimeFormat();
  const extend = useExtendSessions();
  const extension = now === "checking" ? null : canExtend(session, now);
  const latestMs = extendableUntilMs(session);
  const refused = extend.data?.map(({ result }) => result).find((result) => !result.ok);
  const failure = extend.error ?? (refused && !refused.ok ? new RefusalError(refused.error) : null);
  const situation = `${session.status} ${session.expiresAtMs}`;
  const error = useStillSo({ submittedAt: extend.submittedAt, error: failure }, situation);
  return (
    <section aria-label={t("timeLeft")} className="rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 break-words text-lg font-semibold">{session.labName}</h2>
        <SessionStatusMark session={session} />
      </div>
      <div className="mt-2 flex flex-col items-center">
        <Countdown expiresAtMs={session.expiresAtMs} size="huge" />
        <p className="text-muted">
          {t("endsAt")} <At atMs={session.expiresAtMs} />
        </p>
      </div>
      <div className="my-4">
        <TimeTrack session={session} />
      </div>
      <Button
        look="primary"
        size="large"
        className="w-full"
        isBusy={extend.isPending}
        disabled={!extension?.ok}
        onClick={() => extend.mutate([session.id])}
      >
        <CirclePlus aria-hidden size={18} />
        {extension?.ok ? t("extend", { time: format.time(extension.expiresAtMs) }) : t("extendPlain")}
      </Button>
      <p className="mt-2 text-center text-sm text-muted">
        {latestMs === null ? t("cannotExtend") : t("latestAt", { time: format.time(latestMs) })}
      </p>
      <div className="mt-2 empty:hidden">
        <RefusalNote error={error} />
      </div>
    </section>
  );
}

/** From the start to the latest possible end, with a tick where it ends now. */
function TimeTrack({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const now = useNow();
  const format = useTimeFormat();
  const latestMs = latestExpiry(session.startedAtMs, session.lifetime);
  const elapsedMs = now === "checking" ? 0 : now - session.startedAtMs;
  return (
    <Gauge
      label={`${t("endsAt")} ${format.time(session.expiresAtMs)}. ${t("latestAt", { time: format.time(latestMs) })}`}
      value={elapsedMs}
      max={latestMs - session.startedAtMs}
      ticks={[session.expiresAtMs - session.startedAtMs]}
    />
  );
}
