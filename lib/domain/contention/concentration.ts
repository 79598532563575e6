import { subsetSums } from "./subset-sums";

/** A pod as the test sees it. `restarts` null: not told. */
export interface CountedPod {
  readonly node: string;
  readonly restarts: number | null;
}

/** How rare what was seen would be if nodes did not matter, from rarest to commonest; for words. */
export const CHANCE_CLASSES = [
  "under-1-in-1000000",
  "under-1-in-10000",
  "under-1-in-1000",
  "under-1-in-100",
  "under-1-in-20",
  "not-rare",
] as const;
export type ChanceClass = (typeof CHANCE_CLASSES)[number];

/**
 * concentrated: p below 0.01. unclear: below 0.05. spread: what the pod counts explain. no-restarts, one-node,
 * too-few-pods (so few restarted that all of them on one node would not be rare), untold (no pod tells its
 * restarts), no-node (all wait for one), no-pods and not-read cannot be tested.
 */
export const CONCENTRATION_STATES = [
  "concentrated",
  "unclear",
  "spread",
  "no-restarts",
  "one-node",
  "too-few-pods",
  "untold",
  "no-node",
  "no-pods",
  "not-read",
] as const;
export type ConcentrationState = (typeof CONCENTRATION_STATES)[number];

export interface Concentration {
  readonly state: ConcentrationState;
  /** The node that stands out most; null where nothing was tested. */
  readonly node: string | null;
  /** What its number of pods explains: all restarts x its pods / all pods. */
  readonly expected: number | null;
  readonly seen: number | null;
  readonly pods: number | null;
  /** Of all restarts, 0 to 1. */
  readonly share: number | null;
  /** Corrected for having looked at `nodes` nodes (Bonferroni); null where nothing was tested. */
  readonly p: number | null;
  readonly chance: ChanceClass | null;
  /** Restarts were counted in steps of so many, for which the chance is exact; 1 but for very many. */
  readonly step: number | null;
  readonly allPods: number;
  readonly allRestarts: number;
  /** Of allPods those that restarted. */
  readonly restartedPods: number;
  /** Nodes that have at least one of the pods. */
  readonly nodes: number;
  /** Pods that were left out, for their restarts are not told. */
  readonly unmeasuredPods: number;
  /** Pods that have no node, which are not counted above. */
  readonly waitingPods: number;
}

const RARE = 0.01;
const UNCOMMON = 0.05;
const CLASS_LIMITS = [1e-6, 1e-4, 1e-3, RARE, UNCOMMON];

/**
 * A permutation test: the restarts of each pod are taken as given, and the nodes are dealt anew among the pods. For
 * each node the chance that its k of the n pods have as many restarts as were seen there, or more; the least of them
 * times the number of nodes is p. So pods that restart everywhere, or a node that just has many pods, are no finding.
 * @param waiting pods that have no node.
 */
export function concentrationOf(pods: readonly CountedPod[], waiting = 0): Concentration {
  const measured = pods.flatMap(({ node, restarts }) => (restarts === null ? [] : [{ node, restarts }]));
  const byNode = new Map<string, number[]>();
  for (const { node, restarts } of measured) {
    const group = byNode.get(node);
    if (group) group.push(restarts);
    else byNode.set(node, [restarts]);
  }
  const base = {
    ...{
      node: null,
      expected: null,
      seen: null,
      pods: null,
      share: null,
      p: null,
      chance: null,
      step: null,
    },
    allPods: measured.length,
    allRestarts: measured.reduce((sum, { restarts }) => sum + restarts, 0),
    restartedPods: measured.filter(({ restarts }) => restarts > 0).length,
    nodes: byNode.size,
    unmeasuredPods: pods.length - measured.length,
    waitingPods: waiting,
  };
  if (base.allPods === 0)
    return { ...base, state: pods.length > 0 ? "untold" : waiting > 0 ? "no-node" : "no-pods" };
  if (base.allRestarts === 0) return { ...base, state: "no-restarts" };
  const found = mostUnlikely(byNode, base);
  return { ...base, ...found, state: byNode.size === 1 ? "one-node" : found.state };
}

type Counts = "allPods" | "allRestarts" | "restartedPods" | "nodes" | "unmeasuredPods" | "waitingPods";
type Tested = Omit<Concentration, Counts>;

function mostUnlikely(
  byNode: ReadonlyMap<string, readonly number[]>,
  { allPods, allRestarts, restartedPods }: Pick<Concentration, "allPods" | "allRestarts" | "restartedPods">,
): Tested {
  const groups = [...byNode.values()];
  const sums = subsetSums(groups);
  const tested = [...byNode]
    .map(([node, group]) => {
      const [pods, seen] = [group.length, group.reduce((sum, restarts) => sum + restarts, 0)];
      const expected = (allRestarts * pods) / allPods;
      return { node, pods, seen, expected, share: seen / allRestarts, chance: sums.tail(group) };
    })
    .sort((a, b) => a.chance - b.chance || excess(b) - excess(a) || (a.node < b.node ? -1 : 1));
  const sizes = [...new Set(groups.map(({ length }) => length))];
  const least = Math.min(...sizes.map(sums.least));
  const [first] = tested;
  if (!first) throw new Error("a test of concentration without a node");
  const p = Math.min(1, first.chance * byNode.size);
  const found = { ...first, p, chance: classOf(p), step: sums.step };
  if (p < RARE) return { ...found, state: "concentrated" };
  if (p < UNCOMMON) return { ...found, state: "unclear" };
  // More pods restarted than one node has: they are on several, however few they are.
  const isFew = least * byNode.size >= UNCOMMON && restartedPods <= Math.max(...sizes);
  return { ...found, state: isFew ? "too-few-pods" : "spread" };
}

const excess = ({ seen, expected }: { readonly seen: number; readonly expected: number }) => seen - expected;

function classOf(p: number): ChanceClass {
  const place = CLASS_LIMITS.findIndex((limit) => p < limit);
  return CHANCE_CLASSES[place === -1 ? CLASS_LIMITS.length : place] ?? "not-rare";
}
