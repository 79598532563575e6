import { itemsOf, placeOf } from "../world-index";
import type { Concentration } from "./concentration";
import type { ContendedPod, ContentionWorld } from "./contention-world";
import type { Neighbours } from "./neighbours";
import type { NodeRow } from "./placement";
import type { RestartRow } from "./restarts";
import { deploymentsOf, setsByDeployment } from "./scope";
import { figure, type Figure } from "./verdict-codes";

/** All that links and alternatives look at. */
export interface CaseFacts {
  readonly world: ContentionWorld;
  readonly nowMs: number;
  readonly pods: readonly ContendedPod[];
  readonly nodes: readonly NodeRow[];
  readonly rows: readonly RestartRow[];
  readonly concentration: Concentration;
  readonly changes: readonly RequestChange[];
  readonly neighbours: Neighbours;
  /** The node in question: where restarts are concentrated, else where most of the pods are; null: no pod has one. */
  readonly focus: NodeRow | null;
}

/** The request of a former ReplicaSet beside the new one's and its pods', in cores; null: not told. */
export interface RequestChange {
  readonly namespace: string;
  readonly deployment: string;
  readonly oldReplicaSet: string | null;
  readonly newReplicaSet: string;
  readonly fromCpu: number | null;
  readonly toCpu: number | null;
  /** What the least of the chosen pods really asks for: it may have been changed on its way in, or resized since. */
  readonly podCpu: number | null;
  /** One of the chosen pods bears the mark of a VerticalPodAutoscaler that has set its CPU. */
  readonly isMarked: boolean;
}

export function focusOf(nodes: readonly NodeRow[], { state, node }: Concentration): NodeRow | null {
  const [fullest] = [...nodes].sort((a, b) => (b.newPods ?? 0) - (a.newPods ?? 0));
  const found = state === "concentrated" ? nodes.find(({ name }) => name === node) : undefined;
  return found ?? (fullest?.newPods ? fullest : null);
}

/** Why there is no node to look at. */
export function nonePlaced({ world }: Pick<CaseFacts, "world">): Figure {
  return world.pod.state === "known" ? figure("none-placed") : figure("not-read", { kind: "pod" });
}

/** One for each Deployment of the pods; the former ReplicaSet is the one of the next lower revision. */
export function requestChanges(world: ContentionWorld, pods: readonly ContendedPod[]): RequestChange[] {
  const groups = setsByDeployment(itemsOf(world.replicaSet));
  const byOwner = new Map<string, ContendedPod[]>();
  for (const pod of pods) {
    const group = pod.owner && byOwner.get(pod.owner.uid);
    if (group) group.push(pod);
    else if (pod.owner) byOwner.set(pod.owner.uid, [pod]);
  }
  return deploymentsOf(world, pods).flatMap(({ namespace, name }) => {
    const [now, before] = groups.get(placeOf({ namespace, name })) ?? [];
    if (!now) return [];
    const mine = byOwner.get(now.uid) ?? [];
    const requests = mine.map(({ requestCpu }) => requestCpu);
    return [
      {
        ...{ namespace, deployment: name, oldReplicaSet: before?.name ?? null, newReplicaSet: now.name },
        ...{ fromCpu: before?.requestCpu ?? null, toCpu: now.requestCpu },
        podCpu: leastOf(requests),
        isMarked: mine.some(isSizedByVpa),
      },
    ];
  });
}

/** null: there are none, or one of them is not told. */
function leastOf(numbers: readonly (number | null)[]): number | null {
  if (numbers.length === 0 || numbers.includes(null)) return null;
  return numbers.reduce<number>((least, each) => Math.min(least, each ?? Infinity), Infinity);
}

/**
 * By the annotations of its admission webhook ("Pod resources updated by NAME: container 0: cpu request, …") and of its
 * updater, which resizes in place (kubernetes/autoscaler, vertical-pod-autoscaler, pkg/utils/annotations).
 */
function isSizedByVpa({ annotations }: ContendedPod): boolean {
  return /cpu request/.test(annotations["vpaUpdates"] ?? "") || annotations["vpaInPlaceUpdated"] === "true";
}

export function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
export const milli = (cores: number): number => Math.round(cores * 1000);
