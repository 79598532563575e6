import { isFinished } from "../../conditions";
import type { Node, Pod } from "../../objects";

/** A node and what runs or is about to run on it. */
export interface Place {
  node: Node;
  pods: Pod[];
}

/** Every node with its pods; those that have ended take no room and count for no rule. */
export function placesOf(nodes: readonly Node[], pods: readonly Pod[]): Place[] {
  const places = new Map(nodes.map((node) => [node.metadata.name, { node, pods: [] as Pod[] }]));
  for (const pod of pods) if (!isFinished(pod)) places.get(pod.spec.nodeName ?? "")?.pods.push(pod);
  return [...places.values()];
}

/** Raw scores as 0 to 100 of the highest; all 0 where there is none. */
export function ofHighest(raw: readonly number[]): number[] {
  const highest = Math.max(0, ...raw);
  return raw.map((score) => (highest === 0 ? 0 : Math.floor((100 * score) / highest)));
}
