"use client";
import { Check, CircleDashed, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { cx } from "../ui/class-names";
import { Note } from "../ui/note";
import { Panel } from "../ui/panel";
import { useStudentReasonText } from "../ui/reason-text";
import { useTimeFormat } from "../ui/time-format";

const STEPS = ["reserved", "created", "running", "ready"] as const;
const LOOKS = {
  done: { icon: Check, look: "text-ok" },
  current: { icon: LoaderCircle, look: "text-accent" },
  waiting: { icon: CircleDashed, look: "text-muted" },
} as const;

/** How far the launch is, and what keeps it where the cluster says so. */
export function ProvisioningSteps({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const reasonText = useStudentReasonText();
  const format = useTimeFormat();
  const { launchProblem } = session;
  const running = session.machines.filter((machine) => machine.state === "running").length;
  const count = session.machines.length;
  const isReady = session.access.every(({ protocol, command }) => protocol === "none" || command !== null);
  const reached = session.createdAtMs === null ? 1 : running < count ? 2 : isReady ? 4 : 3;
  return (
    <Panel title={t("provisioning")}>
      <ol className="flex flex-col gap-2" aria-live="polite">
        {STEPS.map((step, index) => {
          const state = index < reached ? "done" : index === reached ? "current" : "waiting";
          const { icon: Icon, look } = LOOKS[state];
          return (
            <li key={step} className={cx("flex items-center gap-3", state === "waiting" && "text-muted")}>
              <Icon aria-hidden size={18} className={cx(look, state === "current" && "animate-spin")} />
              <span className={state === "current" ? "font-semibold" : undefined}>
                {t(`steps.${step}`, { running, count })}
              </span>
              <span className="sr-only">{t(`stepStates.${state}`)}</span>
            </li>
          );
        })}
      </ol>
      {launchProblem === null ? (
        <p className="mt-3 text-sm text-muted">{t("provisioningHint")}</p>
      ) : (
        <div className="mt-3" role="status">
          <Note tone="warn" title={t("launchProblem")}>
            <p>{reasonText(launchProblem)}</p>
            <p className="text-sm">{t("launchProblemHint", { time: format.time(session.launchUntilMs) })}</p>
          </Note>
        </div>
      )}
    </Panel>
  );
}
