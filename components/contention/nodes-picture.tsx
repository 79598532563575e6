"use client";
import { memo, type PointerEvent, useMemo, useState } from "react";
import type { PodCell, PodState } from "@/lib/domain/contention/report";
import { cx } from "../ui/class-names";
import { type Shape, ShapeMark, type Tone, TONE_TEXT } from "../ui/status-mark";
import { cellAt, type CellLayout, drawCells, layoutOf } from "./cell-drawing";
import { type PictureColumn, pictureColumns } from "./picture-columns";
import { useReportWords } from "./use-report-words";
import type { ReportWords } from "./words";

const MARKS: Readonly<Record<PodState, { readonly tone: Tone; readonly shape: Shape }>> = {
  ready: { tone: "ok", shape: "disc" },
  starting: { tone: "warn", shape: "half" },
  "back-off": { tone: "bad", shape: "down" },
  "not-ready": { tone: "warn", shape: "square" },
  "no-node": { tone: "warn", shape: "diamond" },
  deleting: { tone: "muted", shape: "cross" },
  finished: { tone: "muted", shape: "dash" },
  "node-lost": { tone: "bad", shape: "ring" },
  unknown: { tone: "muted", shape: "ring" },
};
const FILLS = [
  { legend: "text-muted", fill: "fill-none", figure: "fill-muted" },
  { legend: "bg-bad-soft text-fg", fill: "fill-bad-soft", figure: "fill-fg" },
  { legend: "bg-bad/30 text-fg", fill: "fill-bad/30", figure: "fill-fg" },
  { legend: "bg-bad text-bad-fg", fill: "fill-bad", figure: "fill-bad-fg" },
] as const;
const LEVELS = ["0", "1–2", "3–5", "6+"] as const;

/**
 * Nodes as columns of cells, one for each pod, so that crowding is seen before it is read; on a narrow screen as rows. The
 * number is a pod's restarts, the mark its state.
 */
export const NodesPicture = memo(function NodesPicture({ pods }: { pods: readonly PodCell[] }) {
  const words = useReportWords();
  const { columns, hidden } = useMemo(() => pictureColumns(pods), [pods]);
  const states = [...new Set(columns.flatMap((column) => column.states.map(({ state }) => state)))];
  return (
    <figure aria-label={words.say("nodesPicture")}>
      <p className="px-4 pt-3 text-sm text-muted">{words.say("pictureNote")}</p>
      <ul
        aria-label={words.say("nodesPicture")}
        className="flex flex-col gap-4 p-4 sm:flex-row sm:items-end sm:gap-6 sm:overflow-x-auto"
        // It scrolls sideways, so the keyboard has to reach it.
        tabIndex={0}
      >
        {columns.map((column) => (
          <NodeColumn key={column.node ?? ""} column={column} />
        ))}
      </ul>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-3 text-xs text-muted">
        {states.map((state) => (
          <span key={state} className="inline-flex items-center gap-1.5">
            <StateMark state={state} />
            {words.say(`podStates.${state}`)}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          {words.say("legendRestarts")}
          {LEVELS.map((text, level) => (
            <span
              key={text}
              className={cx("min-w-7 border px-1 text-center tabular-nums", FILLS[level]?.legend)}
            >
              {text}
            </span>
          ))}
        </span>
        {hidden > 0 && <span>{words.say("moreNodes", { count: hidden })}</span>}
      </figcaption>
    </figure>
  );
});

function NodeColumn({ column }: { column: PictureColumn }) {
  const words = useReportWords();
  const { node, cells, pods, restarts, states } = column;
  const name = node ?? words.say("noNode");
  const counts = words.say("pictureCounts", { pods, restarts: restarts ?? -1 });
  const told = states.map((each) => `${words.say(`podStates.${each.state}`)} ${each.pods}`).join(", ");
  return (
    <li className="flex min-w-0 flex-col-reverse gap-1.5 sm:shrink-0 sm:flex-col sm:items-center">
      <div role="img" aria-label={`${name}: ${counts}. ${told}`}>
        <Cells cells={cells} layout={layoutOf(cells.length, false)} className="max-sm:hidden" />
        <Cells cells={cells} layout={layoutOf(cells.length, true)} className="sm:hidden" />
      </div>
      {pods > cells.length && (
        <p className="text-xs text-muted">{words.say("moreCells", { count: pods - cells.length })}</p>
      )}
      <p
        aria-hidden
        className="flex min-w-0 flex-wrap gap-x-2 text-sm sm:max-w-36 sm:flex-col sm:items-center"
      >
        <span className="font-medium break-all">{name}</span>
        <span className="text-xs text-muted sm:text-center">{counts}</span>
      </p>
    </li>
  );
}

interface CellsProps {
  readonly cells: readonly PodCell[];
  readonly layout: CellLayout;
  readonly className: string;
}

/** What a cell is says the pointer that rests on it: an element for each would make a thousand pods slow. */
function Cells({ cells, layout, className }: CellsProps) {
  const words = useReportWords();
  const [pointed, setPointed] = useState<PodCell | null>(null);
  const { width, height, frames, marks, fills, figures } = drawCells(cells, layout, MARKS);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const place = cellAt(
      layout,
      cells.length,
      (clientX - box.left) / box.width,
      (clientY - box.top) / box.height,
    );
    setPointed(place === null ? null : (cells[place] ?? null));
  };
  return (
    <span title={pointed === null ? undefined : cellText(words, pointed)} className={className}>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        onPointerMove={point}
        className="block max-w-full text-xs font-medium tabular-nums"
      >
        {fills.map(({ level, path }) => (
          <path key={level} d={path} className={FILLS[level ?? 0].fill} />
        ))}
        <path d={frames} className="fill-none stroke-line-strong" />
        {marks.map(({ state, path }) => (
          <path key={state} d={path} fill="currentColor" className={TONE_TEXT[MARKS[state].tone]} />
        ))}
        {figures.map(({ level, text, x, y }) => (
          <text
            key={level}
            {...{ x, y }}
            textAnchor="middle"
            dominantBaseline="central"
            className={FILLS[level ?? 0].figure}
          >
            {text}
          </text>
        ))}
      </svg>
    </span>
  );
}

function cellText(words: ReportWords, { name, state, restarts, qos }: PodCell): string {
  const cell = words.say("cell", {
    ...{ pod: name, state: words.say(`podStates.${state}`), restarts: restarts ?? -1 },
  });
  return `${cell}, ${words.say("qosClass", { qos: qos ?? words.unmeasured })}`;
}

function StateMark({ state }: { state: PodState }) {
  const { tone, shape } = MARKS[state];
  return (
    <span aria-hidden className={TONE_TEXT[tone]}>
      <ShapeMark shape={shape} />
    </span>
  );
}
