import type { CapacityNode, CapacityPod, CapacityWorld, Taint } from "./capacity-world";
import type { Charge } from "./charge";
import { KVM, NO_PODS, NODE_RESOURCES, type NodePods, type NodeResource, podsOnNodes } from "./pods-on-nodes";
import { isValid, NANO, type Nano } from "./quantity";

/** What of a node can stop the next machine. */
export type NodeBound = "node-memory" | "node-cpu" | "node-kvm" | "node-pods" | "node-storage" | "no-node";

type Amounts = Readonly<Partial<Record<NodeResource, Nano>>>;

/** What a machine asks of the node that it lands on. */
export interface Demand {
  readonly kind: "vm" | "pod";
  /** What it asks for, by name; nothing is left out or 0. */
  readonly amounts: Amounts;
}
interface Bin {
  readonly node: CapacityNode;
  /** A resource that the node has not is left out. */
  readonly free: Partial<Record<NodeResource, Nano>>;
}

const BOUNDS: Readonly<Record<NodeResource, NodeBound>> = {
  memory: "node-memory",
  cpu: "node-cpu",
  [KVM]: "node-kvm",
  pods: "node-pods",
  "ephemeral-storage": "node-storage",
};

export function demandOf(kind: "vm" | "pod", charge: Charge): Demand {
  return { kind, amounts: amountsOf((name) => charge[`requests.${name}`] ?? charge[name]) };
}

/**
 * May a machine of this kind land here at all? Ours tolerate no taint; a VM wants the label that virt-handler sets
 * while it lives.
 */
export function isEligible(node: CapacityNode, kind: "vm" | "pod"): boolean {
  if (!node.isReady || node.isCordoned || node.taints.some(isRepelling)) return false;
  return kind === "pod" || node.labels["kubevirt.io/schedulable"] === "true";
}

/** Keeps it the pods off that do not tolerate it? PreferNoSchedule only asks. */
export function isRepelling({ effect }: Taint): boolean {
  return effect === "NoSchedule" || effect === "NoExecute";
}

/** The nodes with what is free of each, once all that is there or waits has its place. */
export type OccupiedNodes = readonly Bin[];

/**
 * Gives every pod its node, then `waiting` theirs, the largest first. null where nodes or pods are unknown: a guess
 * would be taken for a promise. The same for every lab, and most of the work.
 */
export function occupiedNodes(
  world: Pick<CapacityWorld, "node" | "pod">,
  waiting: readonly Demand[],
): OccupiedNodes | null {
  if (world.node.state !== "known" || world.pod.state !== "known") return null;
  const { byNode, homeless } = podsOnNodes(world.pod.items);
  if ([...byNode.values()].some(({ requested }) => requested === null)) return null;
  const bins = world.node.items.map((node) => binOf(node, byNode.get(node.name) ?? NO_PODS));
  const queued = [...homeless.map(demandOfPod), ...waiting];
  for (const each of queued.sort((a, b) => compare(b.amounts["memory"], a.amounts["memory"])))
    takePlace(bins, each);
  return bins;
}

/** How many machines of one size the nodes take beside what is there, and which resource stops the next. */
export function placeOnNodes(
  nodes: OccupiedNodes,
  demand: Demand,
): { readonly machines: number; readonly bound: NodeBound } {
  const eligible = nodes.filter(({ node }) => isEligible(node, demand.kind));
  if (eligible.length === 0) return { machines: 0, bound: "no-node" };
  return { machines: countIn(eligible, demand), bound: boundOf(eligible, demand) };
}

function binOf(node: CapacityNode, { requested }: NodePods): Bin {
  const free: Bin["free"] = {};
  for (const name of NODE_RESOURCES) {
    const quantity = node.allocatable[name];
    if (quantity && isValid(quantity)) free[name] = quantity.nano - (requested?.[name] ?? 0n);
  }
  return { node, free };
}

function demandOfPod({ isLauncher, requests }: CapacityPod): Demand {
  const amounts = amountsOf((name) => (name === "pods" ? NANO : requests?.[name]));
  return { kind: isLauncher ? "vm" : "pod", amounts };
}

function amountsOf(asked: (name: NodeResource) => Nano | undefined): Amounts {
  const amounts: Partial<Record<NodeResource, Nano>> = {};
  for (const name of NODE_RESOURCES) {
    const nano = asked(name) ?? 0n;
    if (nano > 0n) amounts[name] = nano;
  }
  return amounts;
}

/** Where most memory is free, as the scheduler's LeastAllocated has it; nowhere where it does not fit. */
function takePlace(bins: readonly Bin[], demand: Demand): void {
  const [best] = bins
    .filter((bin) => isEligible(bin.node, demand.kind) && fits(bin, demand) > 0n)
    .sort((a, b) => compare(b.free["memory"], a.free["memory"]));
  if (best) take(best, demand);
}

function take({ free }: Bin, { amounts }: Demand): void {
  for (const name of NODE_RESOURCES) {
    const [left, asked] = [free[name], amounts[name]];
    if (left !== undefined && asked !== undefined) free[name] = left - asked;
  }
}

/** Machines of one size do not stand in each other's way across nodes: each node's own number adds up. */
function countIn(bins: readonly Bin[], demand: Demand, without?: NodeResource): number {
  return Number(bins.reduce((sum, bin) => sum + fits(bin, demand, without), 0n));
}

/** How many such machines one node takes; a resource that it does not have at all takes none. */
function fits({ free }: Bin, { amounts }: Demand, without?: NodeResource): bigint {
  let least: bigint | null = null;
  for (const name of NODE_RESOURCES) {
    const asked = amounts[name];
    if (asked === undefined || name === without) continue;
    const left = free[name] ?? 0n;
    const count = left > 0n ? left / asked : 0n;
    if (least === null || count < least) least = count;
  }
  return least ?? 0n;
}

/** The resource without which most more would fit; where none helps alone, the one that is scarcest by itself. */
function boundOf(bins: readonly Bin[], demand: Demand): NodeBound {
  const ranked = NODE_RESOURCES.filter((name) => demand.amounts[name] !== undefined)
    .map((name) => ({
      bound: BOUNDS[name],
      gained: countIn(bins, demand, name),
      alone: countIn(bins, { ...demand, amounts: { [name]: demand.amounts[name] } }),
    }))
    .sort((a, b) => b.gained - a.gained || a.alone - b.alone);
  return ranked[0]?.bound ?? "node-memory";
}

function compare(a: Nano = 0n, b: Nano = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
