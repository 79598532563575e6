import type { Node, Pod } from "../../objects";
import { meetsTerm } from "./selectors";
import { ofHighest } from "./places";

/** Whether a node has what nodeSelector and required node affinity ask for: all of the first, one term of the second. */
export function meetsNodeAffinity(pod: Pod, node: Node): boolean {
  const selector = Object.entries(pod.spec.nodeSelector ?? {});
  if (selector.some(([key, value]) => node.metadata.labels?.[key] !== value)) return false;
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || required.nodeSelectorTerms.some((term) => meetsTerm(node, term));
}

/** 0 to 100 for each node, by the weights of the preferred terms that it meets (scheduler plugin NodeAffinity). */
export function nodeAffinityScores(pod: Pod, nodes: readonly Node[]): number[] {
  const preferred = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const weightOf = (node: Node) =>
    preferred.reduce((sum, { weight, preference }) => sum + (meetsTerm(node, preference) ? weight : 0), 0);
  return ofHighest(nodes.map(weightOf));
}
