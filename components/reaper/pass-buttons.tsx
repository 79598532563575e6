"use client";
import { Eye, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useRunPass } from "@/lib/client/mutations/reaper";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { Button } from "../ui/button";
import { useErrorText } from "../ui/reason-text";
import { useTell } from "../ui/toasts";
import { PreviewDialog } from "./preview-dialog";

/** "Preview" and "Reap now". A pass takes up to 40 s, so the button counts. */
export function PassButtons({ isPassRunning }: { isPassRunning: boolean }) {
  const t = useTranslations("reaper");
  const [isPreviewing, setPreviewing] = useState(false);
  const tell = useTell();
  const errorText = useErrorText();
  const tellPass = useTellPass();
  const pass = useRunPass();
  const run = () =>
    pass.mutate(undefined, { onSuccess: tellPass, onError: (error) => tell("bad", errorText(error)) });
  return (
    <>
      <Button onClick={() => setPreviewing(true)}>
        <Eye aria-hidden size={16} />
        {t("preview")}
      </Button>
      <Button look="primary" isBusy={pass.isPending} onClick={run}>
        <Zap aria-hidden size={16} />
        {pass.isPending ? <Elapsed /> : isPassRunning ? t("reaping") : t("reapNow")}
      </Button>
      <PreviewDialog isOpen={isPreviewing} onClose={() => setPreviewing(false)} />
    </>
  );
}

function Elapsed() {
  const t = useTranslations("reaper");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="status">{t("reapingFor", { seconds })}</span>;
}

function useTellPass(): (summary: PassSummary) => void {
  const t = useTranslations("reaper");
  const outcome = useTranslations("outcome");
  const tell = useTell();
  return (summary) => {
    if (summary.outcome === "skipped") return tell("info", t("passSkipped"));
    const done = DIRECTIONS.reduce((sum, one) => sum + summary.directions[one].done, 0);
    const { failed } = summary;
    tell(
      summary.outcome === "clean" ? "ok" : "warn",
      t("passDone", { number: summary.number ?? 0, outcome: outcome(summary.outcome), done, failed }),
    );
  };
}
