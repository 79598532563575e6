import type { PodCell, PodState } from "@/lib/domain/contention/report";
import { POD_STATES } from "@/lib/domain/contention/report";

/** A node of the picture. `node` null: pods that no node has taken. */
export interface PictureColumn {
  readonly node: string | null;
  /** As many as are drawn, the most restarted first. */
  readonly cells: readonly PodCell[];
  readonly pods: number;
  /** null: one of them does not tell. */
  readonly restarts: number | null;
  /** How many pods are in each state that one is in. */
  readonly states: readonly { readonly state: PodState; readonly pods: number }[];
}

/** More columns than this are no picture, and more cells are told by their number. */
const MOST_COLUMNS = 24;
const MOST_CELLS = 60;

/** The nodes with the most restarts, then pods, by name, those without a node last; `hidden`: how many nodes are left out. */
export function pictureColumns(pods: readonly PodCell[]): {
  columns: readonly PictureColumn[];
  hidden: number;
} {
  const byNode = new Map<string | null, PodCell[]>();
  for (const pod of pods) {
    const group = byNode.get(pod.node);
    if (group) group.push(pod);
    else byNode.set(pod.node, [pod]);
  }
  const all = [...byNode].map(([node, group]) => columnOf(node, group));
  const columns = all
    .sort((a, b) => (b.restarts ?? Infinity) - (a.restarts ?? Infinity) || b.pods - a.pods || byName(a, b))
    .slice(0, MOST_COLUMNS)
    .sort(byName);
  return { columns, hidden: all.length - columns.length };
}

/** How strongly a cell is filled: not at all, for 1 to 2, for 3 to 5, for more; null: not told. */
export function restartLevel(restarts: number | null): 0 | 1 | 2 | 3 | null {
  if (restarts === null) return null;
  if (restarts === 0) return 0;
  return restarts <= 2 ? 1 : restarts <= 5 ? 2 : 3;
}

function columnOf(node: string | null, pods: readonly PodCell[]): PictureColumn {
  const counts = new Map<PodState, number>();
  for (const { state } of pods) counts.set(state, (counts.get(state) ?? 0) + 1);
  const cells = [...pods].sort(
    (a, b) => (b.restarts ?? Infinity) - (a.restarts ?? Infinity) || (a.name < b.name ? -1 : 1),
  );
  return {
    ...{ node, cells: cells.slice(0, MOST_CELLS), pods: pods.length },
    restarts: pods.reduce<number | null>(
      (sum, { restarts }) => (sum === null || restarts === null ? null : sum + restarts),
      0,
    ),
    states: POD_STATES.flatMap((state) => {
      const count = counts.get(state);
      return count === undefined ? [] : [{ state, pods: count }];
    }),
  };
}

function byName({ node: a }: PictureColumn, { node: b }: PictureColumn): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
