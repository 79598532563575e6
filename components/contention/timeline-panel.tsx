"use client";
import { memo } from "react";
import { PARTS, type TimelineLine, type TimelineView } from "@/lib/domain/contention/timeline-view";
import { Panel } from "../ui/panel";
import { At } from "../ui/times";
import { roundTimes } from "./round-times";
import { useReportWords } from "./use-report-words";

const HALF = 10;
/** A single mark is drawn no lower than this. */
const LEAST = 4;
const TICKS = 5;

/** When pods were created and containers restarted, a line for each node. */
export const TimelinePanel = memo(function TimelinePanel({ view }: { view: TimelineView }) {
  const words = useReportWords();
  const { fromMs, toMs, hidden } = view;
  const ticks = roundTimes(fromMs, toMs, TICKS, -new Date(fromMs).getTimezoneOffset());
  return (
    <Panel title={words.say("timeline")}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <Legend text={words.say("mark.restart")} y={0} className="fill-bad" />
        <Legend text={words.say("mark.created")} y={HALF} className="fill-accent" />
        <span>{words.say("markHeight", { most: view.most })}</span>
        {hidden > 0 && <span>{words.say("moreNodes", { count: hidden })}</span>}
      </p>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] sm:items-center">
        {view.lines.map((line) => (
          <Line key={line.node} line={line} view={view} ticks={ticks} />
        ))}
        <div className="relative h-4 text-xs text-muted sm:col-start-2">
          {ticks.map((atMs) => (
            <span
              key={atMs}
              style={{ left: `${Math.min(94, Math.max(6, placeOf(atMs, view) * 100))}%` }}
              className="absolute -translate-x-1/2 whitespace-nowrap tabular-nums"
            >
              <At atMs={atMs} withSeconds={toMs - fromMs < 600_000} />
            </span>
          ))}
        </div>
      </div>
      <p className="mt-3 text-xs text-muted">{words.say("timelineNote")}</p>
    </Panel>
  );
});

function Legend({ text, y, className }: { text: string; y: number; className: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden viewBox={`0 0 8 ${2 * HALF}`} width={8} height={2 * HALF} className="bg-sunken">
        <line x1={0} x2={8} y1={HALF} y2={HALF} className="stroke-line-strong" strokeWidth={0.5} />
        <rect x={2} width={4} y={y} height={HALF} className={className} />
      </svg>
      {text}
    </span>
  );
}

interface LineProps {
  readonly line: TimelineLine;
  readonly view: TimelineView;
  readonly ticks: readonly number[];
}

/** Restarts stand above the middle, creations hang below it: two shapes for each node, however many marks. */
function Line({ line: { node, created, restarts, parts }, view, ticks }: LineProps) {
  const words = useReportWords();
  const label = words.say("timelineRow", { node, created, restarts });
  const height = (count: number) => Math.max(LEAST, (count / view.most) * HALF);
  const bar = (at: number, y: number, tall: number) => `M${at} ${y}h1v${tall}h-1z`;
  const above = parts
    .filter((part) => part.restarts > 0)
    .map((part) => bar(part.at, HALF - height(part.restarts), height(part.restarts)));
  const below = parts
    .filter((part) => part.created > 0)
    .map((part) => bar(part.at, HALF, height(part.created)));
  return (
    <>
      <span className="truncate text-sm sm:max-w-48">{node}</span>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${PARTS} ${2 * HALF}`}
        preserveAspectRatio="none"
        className="h-7 w-full bg-sunken"
      >
        <title>{label}</title>
        <path
          d={ticks.map((atMs) => `M${placeOf(atMs, view) * PARTS} 0v${2 * HALF}`).join("")}
          className="fill-none stroke-line-strong opacity-50"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M0 ${HALF}h${PARTS}`}
          className="fill-none stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
        <path d={above.join("")} className="fill-bad" />
        <path d={below.join("")} className="fill-accent" />
      </svg>
    </>
  );
}

/** 0 to 1. */
function placeOf(atMs: number, { fromMs, toMs }: TimelineView): number {
  return (atMs - fromMs) / (toMs - fromMs);
}
