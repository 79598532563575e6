import type { CapacityPod } from "./capacity-world";
import { NANO, type Nano } from "./quantity";

export const KVM = "devices.kubevirt.io/kvm";
/** What of a node pods take, by the name that their requests have for it; "pods" is the pods themselves. */
export const NODE_RESOURCES = ["memory", "cpu", KVM, "pods", "ephemeral-storage"] as const;
export type NodeResource = (typeof NODE_RESOURCES)[number];

/** The pods of one node that hold what they asked for. */
export interface NodePods {
  readonly pods: readonly CapacityPod[];
  /** What they ask for together; null where one of them asks for no quantity: a sum without it would be too low. */
  readonly requested: Readonly<Record<NodeResource, Nano>> | null;
  /** CPU that launcher pods among them ask for; null likewise. */
  readonly launcherCpu: Nano | null;
  /** Launcher pods and lab pods. */
  readonly machines: number;
}
export interface PodsOnNodes {
  readonly byNode: ReadonlyMap<string, NodePods>;
  /** Those that wait for a node. */
  readonly homeless: readonly CapacityPod[];
}

export const NO_PODS: NodePods = summed([]);

const told = new WeakMap<readonly CapacityPod[], PodsOnNodes>();

/**
 * Tells the pods apart by node and sums what they ask for. Every answer needs it, and the view gives the same array
 * until a pod changes, so it is done once for each array; and a node whose pods are the same objects as before, in the
 * same order, keeps what was told of it.
 */
export function podsOnNodes(pods: readonly CapacityPod[]): PodsOnNodes {
  const known = told.get(pods);
  if (known !== undefined) return known;
  const groups = new Map<string, CapacityPod[]>();
  const homeless: CapacityPod[] = [];
  for (const pod of pods) {
    if (!holdsRequests(pod)) continue;
    const group = pod.nodeName === null ? homeless : groups.get(pod.nodeName);
    if (group) group.push(pod);
    else groups.set(pod.nodeName ?? "", [pod]);
  }
  const byNode = new Map([...groups].map(([node, group]) => [node, summedOnce(group)] as const));
  const parted = { byNode, homeless };
  told.set(pods, parted);
  return parted;
}

/** A pod that holds what it asked for: all but those that are finished. */
export function holdsRequests(pod: Pick<CapacityPod, "phase">): boolean {
  return pod.phase !== "Succeeded" && pod.phase !== "Failed";
}

/** By a node's first pod. */
const toldOfNode = new WeakMap<CapacityPod, NodePods>();

function summedOnce(pods: readonly CapacityPod[]): NodePods {
  const [first] = pods;
  if (first === undefined) return NO_PODS;
  const known = toldOfNode.get(first);
  if (known?.pods.length === pods.length && known.pods.every((pod, i) => pod === pods[i])) return known;
  const node = summed(pods);
  toldOfNode.set(first, node);
  return node;
}

function summed(pods: readonly CapacityPod[]): NodePods {
  const requested = {
    memory: 0n,
    cpu: 0n,
    [KVM]: 0n,
    pods: BigInt(pods.length) * NANO,
    "ephemeral-storage": 0n,
  };
  let launcherCpu: Nano | null = 0n;
  let machines = 0;
  let isReadable = true;
  for (const { requests, isLauncher, isManaged } of pods) {
    if (isLauncher || isManaged) machines += 1;
    if (requests === null) {
      isReadable = false;
      if (isLauncher) launcherCpu = null;
      continue;
    }
    for (const name of ASKED) requested[name] += requests[name] ?? 0n;
    if (isLauncher && launcherCpu !== null) launcherCpu += requests["cpu"] ?? 0n;
  }
  return { pods, requested: isReadable ? requested : null, launcherCpu, machines };
}

const ASKED = ["memory", "cpu", KVM, "ephemeral-storage"] as const;
