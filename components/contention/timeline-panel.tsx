"use client";
import type { ContentionReport } from "@/lib/domain/contention/report";
import type { TimelineMark } from "@/lib/domain/contention/timeline";
import { Panel } from "../ui/panel";
import { At } from "../ui/times";
import { useReportWords } from "./use-report-words";

const WIDTH = 600;
const HEIGHT = 20;

/** When pods were created and containers restarted, a line for each node. */
export function TimelinePanel({ report }: { report: ContentionReport }) {
  const words = useReportWords();
  const { timeline } = report;
  const [first] = timeline;
  if (!first) return null;
  const fromMs = first.atMs;
  const toMs = Math.max(fromMs + 60_000, timeline.at(-1)?.atMs ?? fromMs);
  const nodes = [...new Set(timeline.map(({ node }) => node))].sort();
  return (
    <Panel title={words.say("timeline")} aside={words.say("timelineNote")}>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
        {nodes.map((node) => (
          <NodeLine
            key={node}
            node={node}
            marks={timeline.filter((mark) => mark.node === node)}
            fromMs={fromMs}
            toMs={toMs}
          />
        ))}
        <span />
        <p className="flex justify-between text-xs text-muted">
          <At atMs={fromMs} withSeconds />
          <span>
            <span className="text-accent">▮</span> {words.say("mark.created")}{" "}
            <span className="text-bad">▮</span> {words.say("mark.restart")}
          </span>
          <At atMs={toMs} withSeconds />
        </p>
      </div>
    </Panel>
  );
}

interface NodeLineProps {
  readonly node: string;
  readonly marks: readonly TimelineMark[];
  readonly fromMs: number;
  readonly toMs: number;
}

function NodeLine({ node, marks, fromMs, toMs }: NodeLineProps) {
  const words = useReportWords();
  const created = marks.filter(({ kind }) => kind === "created").length;
  const label = words.say("timelineRow", { node, created, restarts: marks.length - created });
  return (
    <>
      <span className="text-sm">{node}</span>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-5 w-full bg-sunken"
      >
        {marks.map(({ kind, atMs, namespace, pod, container }) => (
          <rect
            key={`${kind}${namespace}/${pod}/${container ?? ""}@${atMs}`}
            x={((atMs - fromMs) / (toMs - fromMs)) * (WIDTH - 2)}
            y={kind === "created" ? HEIGHT / 2 : 0}
            width={2}
            height={HEIGHT / 2}
            className={kind === "created" ? "fill-accent" : "fill-bad"}
          />
        ))}
      </svg>
    </>
  );
}
