import { itemsOf } from "../world-index";
import type { ContendedPod, ContentionWorld } from "./contention-world";
import { holdsRequests } from "./placement";

/** What a pod without a request counts for the scheduler's score (pod_resources.go), cores and bytes. */
const DEFAULT_CPU = 0.1;
const DEFAULT_MEMORY = 200 * 2 ** 20;
/** Weight of PodTopologySpread and InterPodAffinity beside LeastAllocated's 1. */
const SPREAD_WEIGHT = 2;

/** What is otherwise than it was; left out: as it was. */
export interface PlacementRule {
  /** Cores that a pod asks for. */
  readonly requestOf?: (pod: ContendedPod) => number | null;
  /** A soft constraint over the nodes that takes all chosen pods of a namespace as one group. */
  readonly isSpread?: boolean;
  /** Pods of a lower rank are placed before all of a higher one. */
  readonly rankOf?: (pod: ContendedPod) => number;
}
interface Bin {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly cpu: number;
  readonly memory: number;
  usedCpu: number;
  usedMemory: number;
  /** Chosen pods by namespace. */
  readonly chosen: Map<string, number>;
}
export interface Placement {
  /** Nodes that could take one of the pods. */
  readonly nodes: readonly string[];
  readonly places: readonly { readonly pod: ContendedPod; readonly node: string | null }[];
}

/**
 * The node that each chosen pod would get if all were placed anew, one after another as they were created, by
 * LeastAllocated: the mean of what is left of CPU and memory by request. Image locality, affinity and tolerations are not
 * known to it, and where the scheduler draws lots among equals this takes the fraction. A pod of a DaemonSet stays where
 * it is. null: a figure that it needs is not told.
 */
export function placeEach(
  world: Pick<ContentionWorld, "node" | "pod">,
  chosen: readonly ContendedPod[],
  rule: PlacementRule,
): Placement | null {
  const moving = chosen.filter((pod) => pod.owner?.kind !== "DaemonSet" && holdsRequests(pod));
  const bins = binsOf(world, moving);
  if (bins === null) return null;
  const rankOf = rule.rankOf ?? (() => 0);
  const order = [...moving].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) || (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0) || (a.name < b.name ? -1 : 1),
  );
  const places = order.map((pod) => ({ pod, node: put(pod, bins, rule)?.name ?? null }));
  const staying = chosen
    .filter((pod) => pod.owner?.kind === "DaemonSet" && holdsRequests(pod))
    .map((pod) => ({ pod, node: pod.nodeName }));
  return { nodes: bins.map(({ name }) => name), places: [...places, ...staying] };
}

/** Pods by node; a node that takes none has 0. */
export function placedByNode({ nodes, places }: Placement): Readonly<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(nodes.map((name) => [name, 0]));
  for (const { node } of places) if (node !== null) counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

/** Books a pod on the node with the best score; undefined: none has room for it. */
function put(pod: ContendedPod, bins: readonly Bin[], rule: PlacementRule): Bin | undefined {
  const cpu = (rule.requestOf ?? requestCpu)(pod) || DEFAULT_CPU;
  const memory = pod.requestMemory || DEFAULT_MEMORY;
  const countOf = ({ chosen }: Bin) => chosen.get(pod.namespace) ?? 0;
  const fitting = bins.filter(
    (bin) =>
      isSelected(pod, bin.labels) && bin.usedCpu + cpu <= bin.cpu && bin.usedMemory + memory <= bin.memory,
  );
  const most = fitting.reduce((max, bin) => Math.max(max, countOf(bin)), 0);
  let best: Bin | undefined;
  let bestScore = -Infinity;
  for (const bin of fitting) {
    const left = (1 - (bin.usedCpu + cpu) / bin.cpu + 1 - (bin.usedMemory + memory) / bin.memory) * 50;
    const spread = rule.isSpread && most > 0 ? (100 * (most - countOf(bin))) / most : 0;
    const score = left + SPREAD_WEIGHT * spread;
    const isBetter = score > bestScore || (score === bestScore && best !== undefined && bin.name < best.name);
    if (isBetter) [best, bestScore] = [bin, score];
  }
  if (!best) return undefined;
  best.usedCpu += cpu;
  best.usedMemory += memory;
  best.chosen.set(pod.namespace, countOf(best) + 1);
  return best;
}

const requestCpu = (pod: ContendedPod) => pod.requestCpu;

function binsOf(world: Pick<ContentionWorld, "node" | "pod">, chosen: readonly ContendedPod[]): Bin[] | null {
  if (world.node.state !== "known" || world.pod.state !== "known") return null;
  const mine = new Set(chosen.map(({ uid }) => uid));
  const bins = new Map<string, Bin>();
  for (const { name, allocatableCpu: cpu, allocatableMemory: memory, ...node } of world.node.items) {
    const isTainted = node.taints.some(({ effect }) => effect === "NoSchedule" || effect === "NoExecute");
    if (node.isCordoned || node.isReady !== true || isTainted) continue;
    if (cpu === null || memory === null) return null;
    if (!chosen.some((pod) => isSelected(pod, node.labels))) continue;
    bins.set(name, { name, labels: node.labels, cpu, memory, usedCpu: 0, usedMemory: 0, chosen: new Map() });
  }
  for (const pod of itemsOf(world.pod)) {
    const bin = pod.nodeName === null ? undefined : bins.get(pod.nodeName);
    if (!bin || mine.has(pod.uid) || !holdsRequests(pod)) continue;
    if (pod.requestCpu === null || pod.requestMemory === null) return null;
    bin.usedCpu += scoredCpu(pod);
    bin.usedMemory += pod.requestMemory || DEFAULT_MEMORY;
  }
  return bins.size === 0 ? null : [...bins.values()];
}

/** Does a node with these labels match the pod's nodeSelector? */
export function isSelected(
  { nodeSelector }: ContendedPod,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(nodeSelector).every(([key, value]) => labels[key] === value);
}

function scoredCpu(pod: ContendedPod): number {
  return pod.requestCpu || DEFAULT_CPU;
}
