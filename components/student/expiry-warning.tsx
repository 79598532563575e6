"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { type WarningMinutes, warningDue, warningFor } from "@/lib/client/expiry-warnings";
import { useNow } from "@/lib/client/ticking-now";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { extendableUntilMs, remaining } from "@/lib/domain/lifetime";
import { Note } from "../ui/note";
import { useTimeFormat } from "../ui/time-format";
import { notify } from "./notify";

/** At 10, 5 and 1 minute: how long, and until when it can still be extended or that it cannot. */
export function ExpiryWarning({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const now = useNow();
  const format = useTimeFormat();
  const leftMs = now === "checking" ? null : remaining(session.expiresAtMs, now);
  const holding = leftMs === null ? null : warningFor(leftMs);
  const latestMs = extendableUntilMs(session);
  const title = holding === null ? "" : t("warning", { minutes: holding });
  const text =
    latestMs === null
      ? t("warningFinal")
      : t("warningExtendable", { ends: format.time(session.expiresAtMs), latest: format.time(latestMs) });
  useNotifications(session.expiresAtMs, leftMs, `${title} ${text}`, session.labName);
  return (
    <div aria-live="assertive" className="empty:-mb-4">
      {holding !== null && (
        <Note tone={holding === 10 ? "warn" : "bad"} title={title}>
          {text}
        </Note>
      )}
    </div>
  );
}

/** One browser notification for each warning of each end. */
function useNotifications(expiresAtMs: number, leftMs: number | null, text: string, labName: string): void {
  const given = useRef<{ expiresAtMs: number; minutes: WarningMinutes | null }>({
    expiresAtMs,
    minutes: null,
  });
  useEffect(() => {
    if (leftMs === null) return;
    if (given.current.expiresAtMs !== expiresAtMs) given.current = { expiresAtMs, minutes: null };
    const due = warningDue(leftMs, given.current.minutes);
    if (due === null) return;
    given.current.minutes = due;
    notify(labName, text);
  }, [expiresAtMs, leftMs, text, labName]);
}
