"use client";
import { useTranslations } from "next-intl";
import type { ReaperView } from "@/lib/contracts/reaper";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { WORLD_KINDS } from "@/lib/domain/world";
import { useNow } from "@/lib/client/ticking-now";
import { Empty } from "../ui/empty";
import { Fact, Facts } from "../ui/facts";
import { Note } from "../ui/note";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { Ago, At, Measured } from "../ui/times";
import { OutcomeMark } from "./outcome-mark";

const LATE_MS = 180_000;
const SKEW_SHOWN_MS = 5000;

/** Is the reaper alive, and what did the last pass find? */
export function PulsePanel({ view }: { view: ReaperView }) {
  const t = useTranslations("reaper");
  const bar = useTranslations("bar.held");
  const app = useTranslations("app");
  const now = useNow();
  const { lastPass, lastGoodPassAtMs } = view;
  const isLate = now !== "checking" && (lastGoodPassAtMs === null || now - lastGoodPassAtMs > LATE_MS);
  return (
    <Panel title={t("lastPass")} tone={isLate ? "bad" : "plain"}>
      <div className="flex flex-col gap-3">
        {isLate && <Note tone="bad">{t("late")}</Note>}
        {lastPass?.held && <Note tone="bad">{bar(lastPass.held)}</Note>}
        <Facts>
          <Fact name={t("lastGood")}>
            {lastGoodPassAtMs === null ? app("never") : <Ago atMs={lastGoodPassAtMs} />}
          </Fact>
          <Fact name={t("skew")}>
            <Skew skewMs={view.skewMs} />
          </Fact>
        </Facts>
        {lastPass ? <LastPass pass={lastPass} /> : <Empty title={t("noPass")} hint={t("noPassHint")} />}
      </div>
    </Panel>
  );
}

function Skew({ skewMs }: { skewMs: number | null }) {
  const t = useTranslations("reaper");
  const isLarge = skewMs !== null && Math.abs(skewMs) > SKEW_SHOWN_MS;
  return (
    <span title={t("skewHint")} className={isLarge ? "font-semibold text-bad" : undefined}>
      <Measured value={skewMs === null ? null : `${(skewMs / 1000).toFixed(1)} s`} />
    </span>
  );
}

function LastPass({ pass }: { pass: PassSummary }) {
  const t = useTranslations("reaper");
  const trigger = useTranslations("trigger");
  const direction = useTranslations("direction");
  const duration = useDuration();
  const unread = WORLD_KINDS.filter((kind) => pass.world[kind] !== "known");
  return (
    <>
      <Facts>
        <Fact name={pass.number === null ? t("number") : `${t("number")} ${pass.number}`}>
          <OutcomeMark outcome={pass.outcome} />
        </Fact>
        <Fact name={t("at")}>
          <At atMs={pass.startedAtMs} withSeconds /> · {duration(pass.durationMs)} · {trigger(pass.trigger)}
        </Fact>
      </Facts>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {DIRECTIONS.map((one) => (
          <li key={one} className={pass.directions[one].failed > 0 ? "font-semibold text-bad" : "text-muted"}>
            {t("tally", { direction: direction(one), ...pass.directions[one] })}
          </li>
        ))}
      </ul>
      {unread.length > 0 && <Knowledge pass={pass} />}
      {pass.brake.map((brake) => (
        <Note key={brake.direction} tone="warn">
          {t("brake", { ...brake, direction: direction(brake.direction) })}
        </Note>
      ))}
    </>
  );
}

function Knowledge({ pass }: { pass: PassSummary }) {
  const t = useTranslations("reaper");
  const kind = useTranslations("worldKind");
  const knowledge = useTranslations("knowledge");
  return (
    <p className="text-sm">
      <span className="text-muted">{t("knowledge")}: </span>
      {WORLD_KINDS.map((one) => `${kind(one)} ${knowledge(pass.world[one])}`).join(", ")}
    </p>
  );
}
