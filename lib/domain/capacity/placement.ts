import type { CapacityNode, CapacityPod, CapacityWorld } from "./capacity-world";
import type { Charge } from "./charge";
import { holdsRequests, KVM } from "./node-headroom";
import { isValid, NANO, type Nano } from "./quantity";

/** What of a node can stop the next machine. */
export type NodeBound = "node-memory" | "node-cpu" | "node-kvm" | "node-pods" | "node-storage" | "no-node";

/** What a machine asks of the node that it lands on. */
export interface Demand {
  readonly kind: "vm" | "pod";
  readonly amounts: Readonly<Record<string, Nano>>;
}
interface Bin {
  readonly node: CapacityNode;
  readonly free: Record<string, Nano>;
}

const RESOURCES: Readonly<Record<string, NodeBound>> = {
  memory: "node-memory",
  cpu: "node-cpu",
  [KVM]: "node-kvm",
  pods: "node-pods",
  "ephemeral-storage": "node-storage",
};

export function demandOf(kind: "vm" | "pod", charge: Charge): Demand {
  const amounts = Object.keys(RESOURCES).map(
    (name) => [name, charge[`requests.${name}`] ?? charge[name] ?? 0n] as const,
  );
  return { kind, amounts: Object.fromEntries(amounts.filter(([, nano]) => nano > 0n)) };
}

/**
 * May a machine of this kind land here at all? Ours tolerate no taint; a VM wants the label that virt-handler sets
 * while it lives.
 */
export function isEligible(node: CapacityNode, kind: "vm" | "pod"): boolean {
  const isTainted = node.taints.some(({ effect }) => effect === "NoSchedule" || effect === "NoExecute");
  if (!node.isReady || node.isCordoned || isTainted) return false;
  return kind === "pod" || node.labels["kubevirt.io/schedulable"] === "true";
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
  if (world.pod.items.some((pod) => pod.nodeName !== null && pod.requests === null)) return null;
  const bins = binsOf(world.node.items, world.pod.items);
  const homeless = world.pod.items.filter((pod) => pod.nodeName === null && holdsRequests(pod));
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

function binsOf(nodes: readonly CapacityNode[], pods: readonly CapacityPod[]): Bin[] {
  const bins = new Map(
    nodes.map((node) => {
      const free = Object.keys(RESOURCES).flatMap((name) => {
        const quantity = node.allocatable[name];
        return quantity && isValid(quantity) ? [[name, quantity.nano] as const] : [];
      });
      return [node.name, { node, free: Object.fromEntries(free) as Record<string, Nano> }];
    }),
  );
  for (const pod of pods) {
    const bin = pod.nodeName === null || !holdsRequests(pod) ? undefined : bins.get(pod.nodeName);
    if (bin) take(bin, demandOfPod(pod));
  }
  return [...bins.values()];
}

function demandOfPod(pod: CapacityPod): Demand {
  return { kind: pod.isLauncher ? "vm" : "pod", amounts: { ...pod.requests, pods: NANO } };
}

/** Where most memory is free, as the scheduler's LeastAllocated has it; nowhere where it does not fit. */
function takePlace(bins: readonly Bin[], demand: Demand): void {
  const [best] = bins
    .filter((bin) => isEligible(bin.node, demand.kind) && fits(bin, demand) > 0n)
    .sort((a, b) => compare(b.free["memory"], a.free["memory"]));
  if (best) take(best, demand);
}

function take({ free }: Bin, { amounts }: Demand): void {
  for (const [name, nano] of Object.entries(amounts)) if (free[name] !== undefined) free[name] -= nano;
}

/** Machines of one size do not stand in each other's way across nodes: each node's own number adds up. */
function countIn(bins: readonly Bin[], demand: Demand, without?: string): number {
  return Number(bins.reduce((sum, bin) => sum + fits(bin, demand, without), 0n));
}

/** How many such machines one node takes; a resource that it does not have at all takes none. */
function fits({ free }: Bin, { amounts }: Demand, without?: string): bigint {
  let least: bigint | null = null;
  for (const [name, nano] of Object.entries(amounts)) {
    if (name === without || nano <= 0n || RESOURCES[name] === undefined) continue;
    const left = free[name] ?? 0n;
    const count = left > 0n ? left / nano : 0n;
    if (least === null || count < least) least = count;
  }
  return least ?? 0n;
}

/** The resource without which most more would fit; where none helps alone, the one that is scarcest by itself. */
function boundOf(bins: readonly Bin[], demand: Demand): NodeBound {
  const ranked = Object.keys(demand.amounts)
    .map((name) => ({
      bound: RESOURCES[name] ?? "node-memory",
      gained: countIn(bins, demand, name),
      alone: countIn(bins, { ...demand, amounts: { [name]: demand.amounts[name] ?? 0n } }),
    }))
    .sort((a, b) => b.gained - a.gained || a.alone - b.alone);
  return ranked[0]?.bound ?? "node-memory";
}

function compare(a: Nano = 0n, b: Nano = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
