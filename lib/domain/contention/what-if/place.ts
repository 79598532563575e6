import type { CaseNode, ColdStartCase } from "./case";

/** A container without a request counts as so much when nodes are scored, and as nothing when they are filtered. */
const UNSTATED_MILLI = 100;

/**
 * Where each pod goes, in the order of their creation: to its own node where it has one, else by request alone, to the
 * node with the largest share of its CPU free (LeastAllocated). -1: no node can take it. Memory is left out.
 */
export function place({ nodes, pods, maxSkew }: Pick<ColdStartCase, "nodes" | "pods" | "maxSkew">): number[] {
  const load = nodes.map(({ requestedMilli }) => ({
    asked: requestedMilli,
    scored: requestedMilli,
    pods: 0,
  }));
  return pods.map(({ node, requestMilli }) => {
    const scoredMilli = requestMilli === 0 ? UNSTATED_MILLI : requestMilli;
    const index =
      node === null
        ? roomiest(nodes, load, { requestMilli, scoredMilli, maxSkew })
        : nodes.findIndex(({ name }) => name === node);
    const taken = load[index];
    if (taken) {
      taken.asked += requestMilli;
      taken.scored += scoredMilli;
      taken.pods += 1;
    }
    return index;
  });
}

interface Load {
  asked: number;
  scored: number;
  pods: number;
}

function roomiest(
  nodes: readonly CaseNode[],
  load: readonly Load[],
  pod: { readonly requestMilli: number; readonly scoredMilli: number; readonly maxSkew: number | null },
): number {
  const fewest = Math.min(...load.map(({ pods }) => pods));
  let best = -1;
  let bestScore = -1;
  nodes.forEach(({ allocatableMilli }, index) => {
    const { asked, scored, pods } = load[index] ?? { asked: Infinity, scored: Infinity, pods: 0 };
    if (asked + pod.requestMilli > allocatableMilli) return;
    if (pod.maxSkew !== null && pods + 1 - fewest > pod.maxSkew) return;
    const score = Math.max(0, (allocatableMilli - scored - pod.scoredMilli) / allocatableMilli);
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}
