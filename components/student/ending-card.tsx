"use client";
import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNow } from "@/lib/client/ticking-now";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { LOCKOUT_MS } from "@/lib/domain/states";
import { EndReasonText } from "../sessions/end-reason-text";
import { Panel } from "../ui/panel";
import { useTimeFormat } from "../ui/time-format";
import { useTabTitle } from "./use-tab-title";

const USUAL_MS = 60_000;

/** The machines are being deleted; the next lab has to wait for it, but not for ever. */
export function EndingCard({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const now = useNow();
  const format = useTimeFormat();
  useTabTitle(t("tabEnded", { lab: session.labName }));
  const claimedAtMs = session.claimedAtMs;
  const isLong = claimedAtMs !== null && now !== "checking" && now - claimedAtMs > USUAL_MS;
  return (
    <Panel title={t("givingBack")}>
      <div className="flex items-start gap-3" role="status">
        <LoaderCircle aria-hidden size={18} className="mt-0.5 shrink-0 animate-spin text-accent" />
        <div>
          <p>
            {session.labName}: <EndReasonText session={session} />
          </p>
          <p className="text-muted">
            {isLong ? t("stuckHint", { time: format.time(claimedAtMs + LOCKOUT_MS) }) : t("givingBackHint")}
          </p>
        </div>
      </div>
    </Panel>
  );
}
