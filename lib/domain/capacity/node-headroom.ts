import type { ObjectCondition } from "../world";
import { itemsOf, placeOf } from "../world-index";
import type { CapacityNode, CapacityWorld, NodeUsage, PodUsage, Taint } from "./capacity-world";
import { DEFAULT_RATIO } from "./charge";
import { firstToDie, type Doomed } from "./first-to-die";
import { toNumber } from "./measure";
import { KVM, NO_PODS, type NodePods, podsOnNodes } from "./pods-on-nodes";
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

/** Every node's room, in the order of their names; null where the nodes could not be read. */
export function nodeHeadrooms(world: CapacityWorld): NodeHeadroom[] | null {
  if (world.node.state !== "known") return null;
  const { dateMs } = world.node;
  const parted = world.pod.state === "known" ? podsOnNodes(world.pod.items) : null;
  const ratio = world.cpuAllocationRatio ?? DEFAULT_RATIO;
  const leases = new Map(itemsOf(world.lease).map((lease) => [lease.node, lease.renewedAtMs]));
  const usage = new Map(itemsOf(world.nodeUsage).map((each) => [each.name, each]));
  const podUsage = world.podUsage.state === "known" ? world.podUsage.items : null;
  return world.node.items
    .map((node) => {
      const held = parted && (parted.byNode.get(node.name) ?? NO_PODS);
      const seen = { node, held, usage: usage.get(node.name) ?? null, podUsage, ratio };
      return headroomOf(seen, dateMs, leases.get(node.name) ?? null);
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface SeenNode {
  readonly node: CapacityNode;
  /** null: unknown. */
  readonly held: NodePods | null;
  readonly usage: NodeUsage | null;
  /** null: not measured. */
  readonly podUsage: readonly PodUsage[] | null;
  readonly ratio: number;
}

function headroomOf(seen: SeenNode, dateMs: number, leaseMs: number | null): NodeHeadroom {
  const { node, held, podUsage } = seen;
  const age = (atMs: number | null) => (atMs === null ? null : Math.max(0, dateMs - atMs));
  const schedulable = node.labels["kubevirt.io/schedulable"];
  const inUse = held && usedOnce(held, podUsage);
  return {
    name: node.name,
    memory: measured(seen, "memory", inUse?.memory ?? null),
    cpu: measured(seen, "cpu", inUse?.cpu ?? null),
    // How many they are is known whatever they ask for.
    pods: requestedOf(node, "pods", held && BigInt(held.pods.length) * NANO),
    kvm: node.allocatable[KVM] === undefined ? null : requestedOf(node, KVM, held?.requested?.[KVM] ?? null),
    machines: held && held.machines,
    vcpusPerCore: vcpusPerCore(seen),
    isReady: node.isReady,
    isCordoned: node.isCordoned,
    isSchedulable: schedulable === undefined ? null : schedulable === "true",
    heartbeatAgeMs: age(node.heartbeatAtMs),
    leaseAgeMs: age(leaseMs),
    taints: node.taints,
    conditions: node.conditions.filter(isWrong),
    firstToDie: inUse?.firstToDie ?? [],
  };
}

/** What the pods of one node use together, and who of them dies first. null: not measured. */
interface InUse {
  readonly podUsage: readonly PodUsage[] | null;
  readonly memory: Nano | null;
  readonly cpu: Nano | null;
  readonly firstToDie: readonly Doomed[];
}

const toldOfPods = new WeakMap<NodePods, InUse>();

/** Told again only once the node's pods or the measurements are others: most of an answer's time went here. */
function usedOnce(held: NodePods, podUsage: readonly PodUsage[] | null): InUse {
  const known = toldOfPods.get(held);
  if (known?.podUsage === podUsage) return known;
  const byPlace = podUsage && usageByPlace(podUsage);
  const used = byPlace && held.pods.map((pod) => byPlace.get(placeOf(pod)) ?? null);
  const sum = (resource: "memory" | "cpu") =>
    used && used.reduce((total, each) => total + (each?.[resource] ?? 0n), 0n);
  const inUse = {
    ...{ podUsage, memory: sum("memory"), cpu: sum("cpu") },
    firstToDie: firstToDie(held.pods, (_, place) => used?.[place]?.memory ?? null),
  };
  toldOfPods.set(held, inUse);
  return inUse;
}

const byPlaces = new WeakMap<readonly PodUsage[], ReadonlyMap<string, PodUsage>>();

function usageByPlace(podUsage: readonly PodUsage[]): ReadonlyMap<string, PodUsage> {
  const known = byPlaces.get(podUsage);
  if (known) return known;
  const byPlace = new Map(podUsage.map((each) => [placeOf(each), each]));
  byPlaces.set(podUsage, byPlace);
  return byPlace;
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

function measured(
  { node, held, usage }: SeenNode,
  resource: "cpu" | "memory",
  ofPods: Nano | null,
): Headroom {
  const used = usage?.[resource] ?? null;
  const outside = used === null || ofPods === null ? null : used > ofPods ? used - ofPods : 0n;
  return { ...requestedOf(node, resource, held?.requested?.[resource] ?? null), used, outside };
}

function vcpusPerCore({ node, held, ratio }: SeenNode): number | null {
  const cores = allocatableOf(node, "cpu");
  const asked = held?.launcherCpu ?? null;
  if (asked === null || cores === null || cores <= 0n) return null;
  return (toNumber(asked) * ratio) / toNumber(cores);
}

function isWrong({ type, status }: ObjectCondition): boolean {
  return type === "Ready" ? status !== "True" : status !== "False";
}
