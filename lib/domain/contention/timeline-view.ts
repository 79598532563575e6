import type { TimelineMark } from "./timeline";

export interface TimelineLine {
  readonly node: string;
  readonly created: number;
  readonly restarts: number;
  /** How many in each part of the time, only parts that hold some. */
  readonly parts: readonly TimelinePart[];
}
export interface TimelinePart {
  /** 0 to PARTS - 1. */
  readonly at: number;
  readonly created: number;
  readonly restarts: number;
}
/** A timeline as a page draws it; plain JSON. */
export interface TimelineView {
  readonly fromMs: number;
  readonly toMs: number;
  /** Of one part of one node. */
  readonly most: number;
  readonly lines: readonly TimelineLine[];
  /** How many nodes are left out. */
  readonly hidden: number;
}

/** Marks are counted in so many parts of the time: sent and drawn one by one, those of thousands of pods would freeze a page. */
export const PARTS = 200;
const MOST_LINES = 24;
const LEAST_MS = 60_000;

/** Lines by node name, of the nodes with the most restarts and creations; null: no mark. `marks` are sorted by time. */
export function timelineView(marks: readonly TimelineMark[]): TimelineView | null {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return null;
  const fromMs = first.atMs;
  const toMs = Math.max(fromMs + LEAST_MS, last.atMs);
  const byNode = new Map<string, TimelineMark[]>();
  for (const mark of marks) {
    const group = byNode.get(mark.node);
    if (group) group.push(mark);
    else byNode.set(mark.node, [mark]);
  }
  const all = [...byNode].map(([node, group]) => lineOf(node, group, fromMs, toMs));
  const lines = all
    .sort((a, b) => b.restarts - a.restarts || b.created - a.created || byName(a, b))
    .slice(0, MOST_LINES)
    .sort(byName);
  const most = Math.max(
    1,
    ...lines.flatMap(({ parts }) => parts.map(({ created, restarts }) => Math.max(created, restarts))),
  );
  return { fromMs, toMs, most, lines, hidden: all.length - lines.length };
}

function lineOf(node: string, marks: readonly TimelineMark[], fromMs: number, toMs: number): TimelineLine {
  const parts = new Map<number, { created: number; restarts: number }>();
  for (const { kind, atMs } of marks) {
    const at = Math.min(PARTS - 1, Math.floor(((atMs - fromMs) / (toMs - fromMs)) * PARTS));
    const part = parts.get(at) ?? { created: 0, restarts: 0 };
    part[kind === "created" ? "created" : "restarts"]++;
    parts.set(at, part);
  }
  const created = marks.filter(({ kind }) => kind === "created").length;
  return {
    ...{ node, created, restarts: marks.length - created },
    parts: [...parts].map(([at, counts]) => ({ at, ...counts })),
  };
}

function byName({ node: a }: TimelineLine, { node: b }: TimelineLine): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
