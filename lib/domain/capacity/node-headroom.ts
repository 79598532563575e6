import type { ObjectCondition } from "../world";
import { itemsOf, placeOf } from "../world-index";
import type { CapacityNode, CapacityPod, CapacityWorld, NodeUsage, PodUsage, Taint } from "./capacity-world";
import { DEFAULT_RATIO } from "./charge";
import { firstToDie, type Doomed } from "./first-to-die";
import { toNumber } from "./measure";
import { isValid, NANO, type Nano } from "./quantity";

/** One resource of a node. null: not measured, or no quantity. */
export interface Headroom {
  readonly allocatable: Nano | null;
  readonly requested: Nano | null;
  /** By request, the only thing that the scheduler looks at; below 0 where more was promised than there is. */
  readonly free: Nano | null;
  /** What is really used. */
  readonly used: Nano | null;
  /** Of `used`, by no pod: the system, or a hypervisor beside Kubernetes. */
  readonly outside: Nano | null;
}
export interface NodeHeadroom {
  readonly name: string;
  readonly memory: Headroom;
  readonly cpu: Headroom;
  readonly pods: Headroom;
  /** null: the node has no such device. */
  readonly kvm: Headroom | null;
  readonly machines: number | null;
  /** vCPUs of its VMs, by their launchers' CPU requests, to each core that can be given away. */
  readonly vcpusPerCore: number | null;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  /** Label kubevirt.io/schedulable; null where KubeVirt says nothing. */
  readonly isSchedulable: boolean | null;
  readonly heartbeatAgeMs: number | null;
  readonly leaseAgeMs: number | null;
  readonly taints: readonly Taint[];
  /** Those that are not as they should be. */
  readonly conditions: readonly ObjectCondition[];
  /** Who dies first when its memory runs out, first first. */
  readonly firstToDie: readonly Doomed[];
}

export const KVM = "devices.kubevirt.io/kvm";

/** Every node's room, in the order of their names; null where the nodes could not be read. */
export function nodeHeadrooms(world: CapacityWorld): NodeHeadroom[] | null {
  if (world.node.state !== "known") return null;
  const { dateMs } = world.node;
  const podsBy = world.pod.state === "known" ? groupByNode(world.pod.items) : null;
  const leases = new Map(itemsOf(world.lease).map((lease) => [lease.node, lease.renewedAtMs]));
  const usage = new Map(itemsOf(world.nodeUsage).map((each) => [each.name, each]));
  const podUsage =
    world.podUsage.state === "known"
      ? new Map(world.podUsage.items.map((each) => [placeOf(each), each]))
      : null;
  return world.node.items
    .map((node) => {
      const pods = podsBy && (podsBy.get(node.name) ?? []);
      const seen = { node, pods, usage: usage.get(node.name) ?? null, podUsage };
      return headroomOf(seen, dateMs, leases.get(node.name) ?? null);
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface SeenNode {
  readonly node: CapacityNode;
  /** null: unknown. */
  readonly pods: readonly CapacityPod[] | null;
  readonly usage: NodeUsage | null;
  readonly podUsage: ReadonlyMap<string, PodUsage> | null;
}

function headroomOf(seen: SeenNode, dateMs: number, leaseMs: number | null): NodeHeadroom {
  const { node, pods, podUsage } = seen;
  const age = (atMs: number | null) => (atMs === null ? null : Math.max(0, dateMs - atMs));
  const schedulable = node.labels["kubevirt.io/schedulable"];
  return {
    name: node.name,
    memory: measured(seen, "memory"),
    cpu: measured(seen, "cpu"),
    pods: requestedOf(node, "pods", pods && BigInt(pods.length) * NANO),
    kvm: node.allocatable[KVM] === undefined ? null : requestedOf(node, KVM, sumRequests(pods, KVM)),
    machines: pods && pods.filter((pod) => pod.isLauncher || pod.isManaged).length,
    vcpusPerCore: vcpusPerCore(node, pods),
    isReady: node.isReady,
    isCordoned: node.isCordoned,
    isSchedulable: schedulable === undefined ? null : schedulable === "true",
    heartbeatAgeMs: age(node.heartbeatAtMs),
    leaseAgeMs: age(leaseMs),
    taints: node.taints,
    conditions: node.conditions.filter(isWrong),
    firstToDie: firstToDie(pods ?? [], (pod) => podUsage?.get(placeOf(pod))?.memory ?? null),
  };
}

/** A pod that holds what it asked for: all but those that are finished. */
export function holdsRequests(pod: Pick<CapacityPod, "phase">): boolean {
  return pod.phase !== "Succeeded" && pod.phase !== "Failed";
}

/** What the pods ask for of one resource; null where pods are unknown or one of them asks for no quantity. */
export function sumRequests(pods: readonly CapacityPod[] | null, resource: string): Nano | null {
  let sum = 0n;
  for (const pod of pods ?? []) {
    if (pod.requests === null) return null;
    sum += pod.requests[resource] ?? 0n;
  }
  return pods && sum;
}

export function allocatableOf(node: CapacityNode, resource: string): Nano | null {
  const quantity = node.allocatable[resource];
  return quantity && isValid(quantity) ? quantity.nano : null;
}

function requestedOf(node: CapacityNode, resource: string, requested: Nano | null): Headroom {
  const allocatable = allocatableOf(node, resource);
  const free = allocatable === null || requested === null ? null : allocatable - requested;
  return { allocatable, requested, free, used: null, outside: null };
}

function measured(seen: SeenNode, resource: "cpu" | "memory"): Headroom {
  const { node, pods, usage, podUsage } = seen;
  const used = usage?.[resource] ?? null;
  const ofPods =
    pods && podUsage && pods.reduce((sum, pod) => sum + (podUsage.get(placeOf(pod))?.[resource] ?? 0n), 0n);
  const outside = used === null || ofPods === null ? null : used > ofPods ? used - ofPods : 0n;
  return { ...requestedOf(node, resource, sumRequests(pods, resource)), used, outside };
}

function vcpusPerCore(node: CapacityNode, pods: readonly CapacityPod[] | null): number | null {
  const cores = allocatableOf(node, "cpu");
  if (pods === null || cores === null || cores <= 0n) return null;
  const asked = sumRequests(
    pods.filter((pod) => pod.isLauncher),
    "cpu",
  );
  return asked === null ? null : (toNumber(asked) * DEFAULT_RATIO) / toNumber(cores);
}

function isWrong({ type, status }: ObjectCondition): boolean {
  return type === "Ready" ? status !== "True" : status !== "False";
}

function groupByNode(pods: readonly CapacityPod[]): Map<string, CapacityPod[]> {
  const groups = new Map<string, CapacityPod[]>();
  for (const pod of pods) {
    if (pod.nodeName === null || !holdsRequests(pod)) continue;
    const group = groups.get(pod.nodeName);
    if (group) group.push(pod);
    else groups.set(pod.nodeName, [pod]);
  }
  return groups;
}
