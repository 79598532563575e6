import { itemsOf, placeOf } from "../world-index";
import type { Concentration } from "./concentration";
import type { ContendedPod, ContentionWorld } from "./contention-world";
import type { NodeRow } from "./placement";
import type { RestartRow } from "./restarts";
import { deploymentsOf, setsByDeployment } from "./scope";

/** All that links and alternatives look at. */
export interface CaseFacts {
  readonly world: ContentionWorld;
  readonly pods: readonly ContendedPod[];
  readonly nodes: readonly NodeRow[];
  readonly rows: readonly RestartRow[];
  readonly concentration: Concentration;
  readonly changes: readonly RequestChange[];
  /** The node in question: where restarts are concentrated, else where most of the pods are; null: no pod has one. */
  readonly focus: NodeRow | null;
}

/** The request of a former ReplicaSet beside the new one's, in cores; null: not told. */
export interface RequestChange {
  readonly namespace: string;
  readonly deployment: string;
  readonly oldReplicaSet: string | null;
  readonly newReplicaSet: string;
  readonly fromCpu: number | null;
  readonly toCpu: number | null;
}

export function focusOf(nodes: readonly NodeRow[], { state, node }: Concentration): NodeRow | null {
  const [fullest] = [...nodes].sort((a, b) => (b.newPods ?? 0) - (a.newPods ?? 0));
  const found = state === "concentrated" ? nodes.find(({ name }) => name === node) : undefined;
  return found ?? (fullest?.newPods ? fullest : null);
}

/** One for each Deployment of the pods; the former ReplicaSet is the one of the next lower revision. */
export function requestChanges(world: ContentionWorld, pods: readonly ContendedPod[]): RequestChange[] {
  const groups = setsByDeployment(itemsOf(world.replicaSet));
  return deploymentsOf(world, pods).flatMap(({ namespace, name }) => {
    const [now, before] = groups.get(placeOf({ namespace, name })) ?? [];
    if (!now) return [];
    const [toCpu, fromCpu] = [now.requestCpu, before?.requestCpu ?? null];
    return [
      {
        namespace,
        deployment: name,
        oldReplicaSet: before?.name ?? null,
        newReplicaSet: now.name,
        fromCpu,
        toCpu,
      },
    ];
  });
}

export function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
export const milli = (cores: number): number => Math.round(cores * 1000);
