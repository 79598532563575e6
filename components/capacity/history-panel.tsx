"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Panel } from "../ui/panel";
import { At } from "../ui/times";
import { HISTORY_SPANS, historyOf } from "./words";

/** Samples stand an hour apart at most: where none follows, nothing was measured and nothing is drawn. */
const LONGEST_STEP_MS = 2 * 60 * 60_000;
const WIDTH = 600;
const HEIGHT = 80;
type Samples = CapacityAnswer["history"];

/** Seats over the last day and week; a mark at the foot where a start or a launch was refused. */
export function HistoryPanel({ samples, nowMs }: { samples: Samples; nowMs: number }) {
  const t = useTranslations("capacity");
  return (
    <Panel title={t("history")}>
      {samples.length === 0 ? (
        <p className="text-muted">{t("historyNone")}</p>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          {HISTORY_SPANS.map(({ name, ms }) => (
            <Span
              key={name}
              title={t(name)}
              span={historyOf(samples, ms, nowMs)}
              fromMs={nowMs - ms}
              toMs={nowMs}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

interface SpanProps {
  readonly title: string;
  readonly span: ReturnType<typeof historyOf>;
  readonly fromMs: number;
  readonly toMs: number;
}

function Span({ title, span: { samples, peak, refused }, fromMs, toMs }: SpanProps) {
  const t = useTranslations("capacity");
  const words = t("historyRefused", refused);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 font-medium">{title}</figcaption>
      <SeatsOverTime label={`${title}: ${words}`} samples={samples} fromMs={fromMs} toMs={toMs} />
      <p className="mt-1 text-sm text-muted">
        {peak !== null && (
          <>
            {t("historyPeak", { taken: peak.taken, cap: peak.cap })} <At atMs={peak.atMs} />.{" "}
          </>
        )}
        {words}
      </p>
    </figure>
  );
}

interface SeatsProps extends Pick<SpanProps, "fromMs" | "toMs"> {
  readonly label: string;
  readonly samples: Samples;
}

/** A step for each sample, a line at the cap. */
function SeatsOverTime({ label, samples, fromMs, toMs }: SeatsProps) {
  const top = Math.max(1, ...samples.flatMap(({ taken, cap }) => [taken, cap]));
  const x = (atMs: number) => ((atMs - fromMs) / (toMs - fromMs)) * WIDTH;
  const y = (seats: number) => HEIGHT - (seats / top) * (HEIGHT - 4);
  const cap = samples.at(-1)?.cap ?? 0;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-20 w-full bg-sunken"
    >
      {samples.map(({ atMs, taken }, place) => {
        const next = Math.min(samples[place + 1]?.atMs ?? toMs, atMs + LONGEST_STEP_MS);
        return (
          <rect
            key={atMs}
            x={x(atMs)}
            y={y(taken)}
            width={Math.max(0.5, x(next) - x(atMs))}
            height={HEIGHT - y(taken)}
            className="fill-accent"
          />
        );
      })}
      {samples
        .filter((each) => each.refused + each.refusedByQuota + each.refusedByNodes > 0)
        .map(({ atMs }) => (
          <rect key={atMs} x={x(atMs) - 1.5} y={HEIGHT - 10} width={3} height={10} className="fill-bad" />
        ))}
      <line
        x1={0}
        x2={WIDTH}
        y1={y(cap)}
        y2={y(cap)}
        className="stroke-fg"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
