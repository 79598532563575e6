"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Panel } from "../ui/panel";
import { At } from "../ui/times";
import { Hatch, HistoryChart, PeakShape, RefusedShape } from "./history-chart";
import { useCapacityWords } from "./use-capacity-words";
import { HISTORY_SPANS, historyOf, refusalText } from "./words";

const TICKS = { day: { tickHours: 3, labelHours: 6 }, week: { tickHours: 24, labelHours: 24 } } as const;
type Samples = CapacityAnswer["history"];
type Span = (typeof HISTORY_SPANS)[number];

/** Seats over the last day and week, with their peaks and every refusal. */
export function HistoryPanel({ samples, nowMs }: { samples: Samples; nowMs: number }) {
  const t = useTranslations("capacity");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Panel title={t("history")} aside={samples.length > 0 && t("historyZone", { zone })}>
      {samples.length === 0 ? (
        <p className="text-muted">{t("historyNone")}</p>
      ) : (
        <>
          <div className="grid gap-6 lg:grid-cols-2">
            {HISTORY_SPANS.map((span) => (
              <SpanFigure key={span.name} span={span} samples={samples} nowMs={nowMs} />
            ))}
          </div>
          <Legend />
        </>
      )}
    </Panel>
  );
}

function SpanFigure({ span, samples, nowMs }: { span: Span; samples: Samples; nowMs: number }) {
  const t = useTranslations("capacity");
  const history = historyOf(samples, span.ms, nowMs);
  const cap = history.steps.at(-1)?.sample.cap ?? samples.at(-1)?.cap ?? 0;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1">
        <span className="font-medium">{t(span.name)}</span>{" "}
        <span className="text-sm text-muted">{t("historyUnit")}</span>
      </figcaption>
      <HistoryChart
        label={t("historyChart", { span: t(span.name), cap })}
        history={history}
        scale={{ fromMs: nowMs - span.ms, toMs: nowMs, ...TICKS[span.name] }}
      />
      <SpanWords history={history} />
    </figure>
  );
}

function SpanWords({
  history: { peak, refused, refusals, gaps },
}: {
  history: ReturnType<typeof historyOf>;
}) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const unmeasuredMs = gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return (
    <div className="mt-1 text-sm text-muted">
      <p>
        {peak !== null && (
          <>
            {t("historyPeak", { taken: peak.taken, cap: peak.cap })} <At atMs={peak.atMs} />.{" "}
          </>
        )}
        {t("historyRefused", refused)}
        {unmeasuredMs > 0 && <>. {t("historyUnmeasured", { duration: words.duration(unmeasuredMs) })}</>}
      </p>
      {refusals.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent">{t("historyRefusalTimes")}</summary>
          <ul className="max-h-40 overflow-y-auto" tabIndex={0} aria-label={t("historyRefusalTimes")}>
            {refusals.toReversed().map((sample) => (
              <li key={sample.atMs}>
                <At atMs={sample.atMs} />: {refusalText(words, sample)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Legend() {
  const t = useTranslations("capacity.historyLegend");
  const hatch = useId();
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 border-t pt-3 text-sm text-muted">
      <Entry name={t("taken")}>
        <rect width={12} height={12} className="fill-accent" />
      </Entry>
      <Entry name={t("releasing")}>
        <rect width={12} height={12} className="fill-accent opacity-40" />
      </Entry>
      <Entry name={t("cap")}>
        <line x1={0} x2={12} y1={6} y2={6} className="stroke-fg" strokeWidth={1.5} />
      </Entry>
      <Entry name={t("peak")}>
        <g transform="translate(6 12)">
          <PeakShape />
        </g>
      </Entry>
      <Entry name={t("refused")}>
        <g transform="translate(6 6)">
          <RefusedShape />
        </g>
      </Entry>
      <Entry name={t("gap")}>
        <Hatch id={hatch} />
        <rect x={0.5} y={0.5} width={11} height={11} fill={`url(#${hatch})`} className="stroke-line" />
      </Entry>
    </ul>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden width={12} height={12} className="shrink-0">
        {children}
      </svg>
      {name}
    </li>
  );
}
