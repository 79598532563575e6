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
 * too-few-pods (even all restarts on one node would not be rare) and no-pods cannot be tested.
 */
export const CONCENTRATION_STATES = [
  "concentrated",
  "unclear",
  "spread",
  "no-restarts",
  "one-node",
  "too-few-pods",
  "no-pods",
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
  readonly method: "exact" | "approximate" | null;
  readonly allPods: number;
  readonly allRestarts: number;
  /** Nodes that have at least one of the pods. */
  readonly nodes: number;
  /** Pods that were left out, for their restarts are not told. */
  readonly unmeasuredPods: number;
}

const RARE = 0.01;
const UNCOMMON = 0.05;
const CLASS_LIMITS = [1e-6, 1e-4, 1e-3, RARE, UNCOMMON];

/**
 * A permutation test: the restarts of each pod are taken as given, and the nodes are dealt anew among the pods. For
 * each node the chance that its k of the n pods have as many restarts as were seen there, or more; the least of them
 * times the number of nodes is p. So pods that restart everywhere, or a node that just has many pods, are no finding.
 */
export function concentrationOf(pods: readonly CountedPod[]): Concentration {
  const measured = pods.flatMap(({ node, restarts }) => (restarts === null ? [] : [{ node, restarts }]));
  const byNode = new Map<string, { pods: number; seen: number }>();
  for (const { node, restarts } of measured) {
    const tally = byNode.get(node) ?? { pods: 0, seen: 0 };
    byNode.set(node, { pods: tally.pods + 1, seen: tally.seen + restarts });
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
      method: null,
    },
    allPods: measured.length,
    allRestarts: measured.reduce((sum, { restarts }) => sum + restarts, 0),
    nodes: byNode.size,
    unmeasuredPods: pods.length - measured.length,
  };
  if (base.allPods === 0) return { ...base, state: "no-pods" };
  if (base.allRestarts === 0) return { ...base, state: "no-restarts" };
  const found = mostUnlikely(byNode, measured, base.allRestarts);
  return { ...base, ...found, state: byNode.size === 1 ? "one-node" : found.state };
}

function mostUnlikely(
  byNode: ReadonlyMap<string, { readonly pods: number; readonly seen: number }>,
  measured: readonly { readonly restarts: number }[],
  all: number,
): Omit<Concentration, "allPods" | "allRestarts" | "nodes" | "unmeasuredPods"> {
  const sizes = [...byNode.values()].map(({ pods }) => pods);
  const sums = subsetSums(
    measured.map(({ restarts }) => restarts),
    sizes,
  );
  const tested = [...byNode]
    .map(([node, { pods, seen }]) => {
      const expected = (all * pods) / measured.length;
      return { node, pods, seen, expected, share: seen / all, chance: sums.tail(pods, seen) };
    })
    .sort((a, b) => a.chance - b.chance || excess(b) - excess(a) || (a.node < b.node ? -1 : 1));
  const least = Math.min(...[...new Set(sizes)].map((size) => sums.tail(size, sums.greatest(size))));
  const [first] = tested;
  if (!first) throw new Error("a test of concentration without a node");
  const p = Math.min(1, first.chance * byNode.size);
  const found = { ...first, p, chance: classOf(p), method: sums.method };
  if (p < RARE) return { ...found, state: "concentrated" };
  if (p < UNCOMMON) return { ...found, state: "unclear" };
  return { ...found, state: least * byNode.size >= UNCOMMON ? "too-few-pods" : "spread" };
}

const excess = ({ seen, expected }: { readonly seen: number; readonly expected: number }) => seen - expected;

function classOf(p: number): ChanceClass {
  const place = CLASS_LIMITS.findIndex((limit) => p < limit);
  return CHANCE_CLASSES[place === -1 ? CLASS_LIMITS.length : place] ?? "not-rare";
}
