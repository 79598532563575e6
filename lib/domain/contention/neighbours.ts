import { itemsOf } from "../world-index";
import type { ContendedContainer, ContendedPod, ContentionWorld } from "./contention-world";
import { restartRows, type RestartRow } from "./restarts";

/** Pods that were on the chosen pods' nodes before them, and suffered since. */
export interface Neighbours {
  /** When the first of the chosen pods was created; null: none tells. */
  readonly sinceMs: number | null;
  /** By name; only nodes that hold a chosen pod. */
  readonly nodes: readonly NeighboursOfNode[];
  /** Their containers that ended since, and were not stopped by a rollout or a deletion. */
  readonly rows: readonly RestartRow[];
}
export interface NeighboursOfNode {
  readonly node: string;
  /** Older pods there. */
  readonly pods: number;
  /** Containers of theirs that ended since. Of each the last end alone is kept, so that ends may be more. */
  readonly ended: number;
  /** Containers that do not tell: no count, or an end without a time. */
  readonly untold: number;
}

/** A crowd takes CPU from who was there before. What ended well, or was taken away on purpose, did not suffer. */
export function neighboursOf(
  world: ContentionWorld,
  chosen: readonly ContendedPod[],
  nowMs: number,
): Neighbours {
  const times = chosen.flatMap(({ createdAtMs }) => createdAtMs ?? []);
  const sinceMs = times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time));
  if (sinceMs === null) return { sinceMs, nodes: [], rows: [] };
  const nodes = new Set(chosen.flatMap(({ nodeName }) => nodeName ?? []));
  const mine = new Set(chosen.map(({ uid }) => uid));
  const older = itemsOf(world.pod).filter(
    (pod) =>
      pod.nodeName !== null &&
      nodes.has(pod.nodeName) &&
      !mine.has(pod.uid) &&
      pod.phase !== "Succeeded" &&
      (pod.createdAtMs === null || pod.createdAtMs < sinceMs),
  );
  const suffered = older.filter(({ containers }) => containers.some((each) => endedSince(each, sinceMs)));
  const rows = restartRows(world, suffered, nowMs).filter(
    ({ lastExit, judgement: { cause } }) =>
      (lastExit?.finishedAtMs ?? -Infinity) >= sinceMs && cause !== "rollout" && cause !== "deletion",
  );
  return { sinceMs, nodes: [...nodes].sort().map((node) => tallyOf(node, older, rows)), rows };
}

function tallyOf(
  node: string,
  older: readonly ContendedPod[],
  rows: readonly RestartRow[],
): NeighboursOfNode {
  const pods = older.filter(({ nodeName }) => nodeName === node);
  const untold = pods.flatMap(({ containers }) => containers.filter(isUntold)).length;
  return { node, pods: pods.length, ended: rows.filter((row) => row.node === node).length, untold };
}

const endOf = ({ state, lastEnd }: ContendedContainer) =>
  state?.kind === "terminated" ? state.end : lastEnd;

function endedSince(container: ContendedContainer, sinceMs: number): boolean {
  return (endOf(container)?.finishedAtMs ?? -Infinity) >= sinceMs;
}

function isUntold(container: ContendedContainer): boolean {
  const end = endOf(container);
  if (end !== null) return end.finishedAtMs === null;
  return container.restarts === null || container.restarts > 0;
}
