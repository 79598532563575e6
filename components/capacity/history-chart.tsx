"use client";
import { useId } from "react";
import { useTimeFormat } from "../ui/time-format";
import { capRunsOf, type Step, ticksOf } from "./history-shape";
import { useCapacityWords } from "./use-capacity-words";
import type { historyOf } from "./words";

/** Of the plot, and of what is round it: the peak's mark above; the refusals and the times below. Pixels. */
const TOP = 20;
const PLOT = 96;
const FOOT = TOP + PLOT;
const LANE = 14;
const HEIGHT = FOOT + LANE + 18;
/** A label nearer to an edge than this share of the width is written towards the middle. */
const EDGE = 0.06;

export interface SpanScale {
  readonly fromMs: number;
  readonly toMs: number;
  /** Hours between two ticks, and between two that are labelled. */
  readonly tickHours: number;
  readonly labelHours: number;
}
type History = ReturnType<typeof historyOf>;
interface ChartProps {
  readonly label: string;
  readonly history: History;
  readonly scale: SpanScale;
}

/**
 * Seats over time: a step for each sample, a line at the cap, the peak, and a lane of refusals. Across in percent and up
 * in pixels, so that it fills its place without stretching what is written on it.
 */
export function HistoryChart({ label, history, scale }: ChartProps) {
  const { steps, gaps, peak, refusals } = history;
  const hatch = useId();
  const top = Math.max(1, ...steps.flatMap(({ sample }) => [sample.taken, sample.cap]));
  const shareOf = (atMs: number) =>
    Math.min(1, Math.max(0, (atMs - scale.fromMs) / (scale.toMs - scale.fromMs)));
  const x = (atMs: number) => `${shareOf(atMs) * 100}%`;
  const width = (from: number, to: number) => `${(shareOf(to) - shareOf(from)) * 100}%`;
  const y = (seats: number) => FOOT - (seats / top) * PLOT;
  return (
    <div className="flex">
      <SeatAxis cap={steps.at(-1)?.sample.cap ?? null} top={top} y={y} />
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={HEIGHT}
        className="min-w-0 flex-1 overflow-visible"
      >
        <Hatch id={hatch} />
        <rect x={0} y={TOP} width="100%" height={PLOT} className="fill-sunken" />
        {gaps.map(({ fromMs, toMs }) => (
          <rect
            key={fromMs}
            x={x(fromMs)}
            y={TOP}
            width={width(fromMs, toMs)}
            height={PLOT}
            fill={`url(#${hatch})`}
          />
        ))}
        {steps.map((step) => (
          <StepBar
            key={step.fromMs}
            step={step}
            x={x(step.fromMs)}
            width={width(step.fromMs, step.toMs)}
            y={y}
          />
        ))}
        <Ticks scale={scale} shareOf={shareOf} />
        {capRunsOf(steps).map(({ fromMs, toMs, cap }) => (
          <line
            key={fromMs}
            x1={x(fromMs)}
            x2={x(toMs)}
            y1={y(cap)}
            y2={y(cap)}
            className="stroke-fg"
            strokeWidth={1.5}
          />
        ))}
        <line x1={0} x2="100%" y1={FOOT} y2={FOOT} className="stroke-line-strong" />
        {peak !== null && peak.taken > 0 && (
          <PeakMark taken={peak.taken} share={shareOf(peak.atMs)} y={y(peak.taken)} />
        )}
        {refusals.map(({ atMs }) => (
          <svg key={atMs} x={x(atMs)} y={FOOT + LANE / 2 + 1} className="overflow-visible">
            <RefusedShape />
          </svg>
        ))}
      </svg>
    </div>
  );
}

function SeatAxis({ cap, top, y }: { cap: number | null; top: number; y: (seats: number) => number }) {
  const words = useCapacityWords();
  // What was taken at most is written too where it is well above a cap that was lowered.
  const marks = cap === null ? [0, top] : y(cap) - y(top) > 16 ? [0, cap, top] : [0, cap];
  return (
    <svg aria-hidden width={28} height={HEIGHT} className="shrink-0 fill-muted text-xs">
      {[...new Set(marks)].map((seats) => (
        <text key={seats} x={22} y={y(seats)} textAnchor="end" dominantBaseline="central">
          {words.number(seats)}
        </text>
      ))}
    </svg>
  );
}

interface StepBarProps {
  readonly step: Step;
  readonly x: string;
  readonly width: string;
  readonly y: (seats: number) => number;
}

function StepBar({ step: { sample, fromMs }, x, width, y }: StepBarProps) {
  const words = useCapacityWords();
  const format = useTimeFormat();
  const { taken, cap, releasing } = sample;
  const held = Math.max(0, taken - releasing);
  const edges = { x, width, shapeRendering: "crispEdges" as const };
  return (
    <g>
      <title>{words.say("historyStep", { time: format.day(fromMs), taken, cap })}</title>
      <rect {...edges} y={y(held)} height={FOOT - y(held)} className="fill-accent" />
      <rect {...edges} y={y(taken)} height={y(held) - y(taken)} className="fill-accent opacity-40" />
    </g>
  );
}

function Ticks({ scale, shareOf }: { scale: SpanScale; shareOf: (atMs: number) => number }) {
  const format = useTimeFormat();
  const { fromMs, toMs, tickHours, labelHours } = scale;
  const isOfDays = labelHours >= 24;
  return ticksOf(fromMs, toMs, tickHours).map((atMs, place) => {
    const share = shareOf(atMs);
    const isLabelled = isOfDays || new Date(atMs).getHours() % labelHours === 0;
    return (
      <g key={atMs}>
        <line
          x1={`${share * 100}%`}
          x2={`${share * 100}%`}
          y1={FOOT}
          y2={FOOT + (isLabelled ? 5 : 3)}
          className="stroke-line-strong"
        />
        {isLabelled && (
          <text
            x={`${share * 100}%`}
            y={HEIGHT - 5}
            textAnchor={anchorOf(share)}
            // Seven days have no room on a phone, nor where two charts stand side by side on a narrow screen.
            className={
              isOfDays && place % 2 === 1
                ? "fill-muted text-xs max-sm:hidden lg:max-xl:hidden"
                : "fill-muted text-xs"
            }
          >
            {isOfDays ? format.weekday(atMs) : format.time(atMs)}
          </text>
        )}
      </g>
    );
  });
}

function PeakMark({ taken, share, y }: { taken: number; share: number; y: number }) {
  const words = useCapacityWords();
  const isRight = share > 0.8;
  return (
    <svg x={`${share * 100}%`} y={y} className="overflow-visible">
      <PeakShape />
      <text
        x={isRight ? -8 : 8}
        y={-6}
        textAnchor={isRight ? "end" : "start"}
        className="fill-fg text-xs font-medium"
      >
        {words.say("historyPeakMark", { taken })}
      </text>
    </svg>
  );
}

/** Its tip is at 0, 0. */
export function PeakShape() {
  return <path d="M-5 -10h10L0 -2z" className="fill-fg" />;
}

/** Around 0, 0. */
export function RefusedShape() {
  return <path d="M0 -4.5l4.5 4.5L0 4.5l-4.5 -4.5z" className="fill-bad" />;
}

export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} className="fill-surface" />
        <rect width={1.5} height={6} className="fill-line" />
      </pattern>
    </defs>
  );
}

function anchorOf(share: number): "start" | "middle" | "end" {
  if (share < EDGE) return "start";
  return share > 1 - EDGE ? "end" : "middle";
}
