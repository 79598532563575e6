import type { Pod } from "../../objects";
import { isTolerated, scoreNode } from "../node-fit";
import { nodeAffinityScores } from "./node-affinity";
import { ofHighest, type Place } from "./places";
import { podAffinityScores, type NamespaceLabels } from "./pod-affinity";
import { spreadScores } from "./topology-spread";

/** The weights of the default profile (default_plugins.go); NodeResourcesFit is LeastAllocated. */
const WEIGHTS = { taints: 3, nodeAffinity: 2, spread: 2, podAffinity: 2, resources: 1 };

/** What each fitting node is worth to the pod; the highest gets it. */
export function scoresOf(
  pod: Pod,
  fitting: readonly Place[],
  places: readonly Place[],
  labelsOf: NamespaceLabels,
): number[] {
  const nodes = fitting.map(({ node }) => node);
  const parts: [number, number[]][] = [
    [WEIGHTS.taints, taintScores(pod, fitting)],
    [WEIGHTS.nodeAffinity, nodeAffinityScores(pod, nodes)],
    [WEIGHTS.spread, spreadScores(pod, fitting, places)],
    [WEIGHTS.podAffinity, podAffinityScores(pod, fitting, places, labelsOf)],
    [WEIGHTS.resources, fitting.map(({ node, pods }) => scoreNode(pod, node, pods))],
  ];
  return fitting.map((_, index) =>
    parts.reduce((sum, [weight, scores]) => sum + weight * (scores[index] ?? 0), 0),
  );
}

/** 100 less the share of the most such taints: PreferNoSchedule that the pod does not tolerate. */
function taintScores(pod: Pod, fitting: readonly Place[]): number[] {
  const counts = fitting.map(
    ({ node }) =>
      (node.spec.taints ?? []).filter(
        (taint) => taint.effect === "PreferNoSchedule" && !isTolerated(taint, pod.spec.tolerations),
      ).length,
  );
  return ofHighest(counts).map((share) => 100 - share);
}
