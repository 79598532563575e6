"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { type GaugeState, NEAR_PERCENT } from "@/lib/domain/capacity/gauges";
import { Gauge } from "../ui/gauge";
import { Panel } from "../ui/panel";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useTimeFormat } from "../ui/time-format";
import { numberOf } from "./drawn-number";
import { useCapacityWords } from "./use-capacity-words";
import { gaugeName, gaugePlace, gaugeText, scopesText } from "./words";

type Bound = CapacityAnswer["gauges"][number];
const MARKS: Readonly<Record<GaugeState, { readonly tone: Tone; readonly shape: Shape }>> = {
  ok: { tone: "ok", shape: "disc" },
  near: { tone: "warn", shape: "half" },
  full: { tone: "warn", shape: "square" },
  over: { tone: "bad", shape: "diamond" },
  "no-quota": { tone: "muted", shape: "ring" },
  unmeasured: { tone: "muted", shape: "ring" },
};
const BARS = {
  ok: "accent",
  near: "warn",
  full: "warn",
  over: "bad",
  "no-quota": "accent",
  unmeasured: "accent",
} as const;

/** Every bound that can refuse a session, as a bar and in words. */
export function GaugesPanel({
  gauges,
  freeByMs,
}: {
  gauges: CapacityAnswer["gauges"];
  freeByMs: number | null;
}) {
  const t = useTranslations("capacity");
  const format = useTimeFormat();
  return (
    <Panel title={t("gauges")} aside={freeByMs !== null && t("freeBy", { time: format.time(freeByMs) })}>
      <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {gauges.map((gauge) => (
          <BoundItem key={JSON.stringify(gauge.of)} gauge={gauge} />
        ))}
      </ul>
    </Panel>
  );
}

function BoundItem({ gauge }: { gauge: Bound }) {
  const words = useCapacityWords();
  const [name, text, scopes] = [gaugeName(words, gauge), gaugeText(words, gauge), scopesText(words, gauge)];
  const place = gaugePlace(words, gauge);
  const { tone, shape } = MARKS[gauge.state];
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className="flex items-start justify-between gap-x-4">
        <p className="min-w-0">
          <span className="font-medium break-words">{name}</span>
          {place !== null && <span className="block text-sm wrap-anywhere text-muted">{place}</span>}
        </p>
        <StatusMark tone={tone} shape={shape}>
          {words.say(`states.${gauge.state}`)}
        </StatusMark>
      </div>
      <BoundBar gauge={gauge} label={`${place === null ? name : `${name}, ${place}`}: ${text}`} />
      <p className="text-sm text-muted">{text}</p>
      {scopes !== null && <p className="text-sm text-muted">{scopes}</p>}
    </li>
  );
}

/** Where more is used than is allowed, the bar ends at the use, and the tick shows how far the bound reaches. */
function BoundBar({ gauge, label }: { gauge: Bound; label: string }) {
  const [used, hard] = [numberOf(gauge.used), numberOf(gauge.hard)];
  if (used === null || hard === null) return null;
  const isOver = used > hard;
  return (
    <Gauge
      label={label}
      value={used}
      max={isOver ? used : hard}
      pending={numberOf(gauge.releasing) ?? 0}
      coming={numberOf(gauge.reserved) ?? 0}
      ticks={isOver ? [hard] : [(hard * NEAR_PERCENT) / 100]}
      tone={BARS[gauge.state]}
    />
  );
}
