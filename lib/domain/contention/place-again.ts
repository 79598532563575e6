import { itemsOf } from "../world-index";
import type { ContendedPod, ContentionWorld } from "./contention-world";
import { holdsRequests } from "./placement";

/** What a pod without a request counts for the scheduler's score (pod_resources.go), cores and bytes. */
const DEFAULT_CPU = 0.1;
const DEFAULT_MEMORY = 200 * 2 ** 20;
/** Weight of PodTopologySpread and InterPodAffinity beside LeastAllocated's 1. */
const SPREAD_WEIGHT = 2;

export interface PlacementRule {
  /** Cores that each pod asks for instead of its own; null: its own. */
  readonly requestCpu: number | null;
  /** A soft constraint over the nodes that takes all chosen pods as one group. */
  readonly isSpread: boolean;
}
interface Bin {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly cpu: number;
  readonly memory: number;
  usedCpu: number;
  usedMemory: number;
  chosen: number;
}

/**
 * Pods a node would get if all the chosen were placed anew, one after another as they were created, by LeastAllocated:
 * the mean of what is left of CPU and memory by request. Image locality, affinity and tolerations are not known to it,
 * and where the scheduler draws lots among equals this takes the fraction. null: a figure that it needs is not told.
 */
export function placeAgain(
  world: Pick<ContentionWorld, "node" | "pod">,
  chosen: readonly ContendedPod[],
  rule: PlacementRule,
): Readonly<Record<string, number>> | null {
  const bins = binsOf(world, chosen);
  if (bins === null) return null;
  const order = [...chosen].filter(holdsRequests);
  order.sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0) || (a.name < b.name ? -1 : 1));
  for (const pod of order) {
    const cpu = rule.requestCpu ?? scoredCpu(pod);
    const memory = pod.requestMemory || DEFAULT_MEMORY;
    const fitting = bins.filter(
      (bin) =>
        isSelected(pod, bin.labels) && bin.usedCpu + cpu <= bin.cpu && bin.usedMemory + memory <= bin.memory,
    );
    const most = Math.max(0, ...fitting.map((bin) => bin.chosen));
    const scoreOf = (bin: Bin) => {
      const left = (1 - (bin.usedCpu + cpu) / bin.cpu + 1 - (bin.usedMemory + memory) / bin.memory) * 50;
      const spread = rule.isSpread && most > 0 ? (100 * (most - bin.chosen)) / most : 0;
      return left + SPREAD_WEIGHT * spread;
    };
    const [best] = fitting
      .map((bin) => ({ bin, score: scoreOf(bin) }))
      .sort((a, b) => b.score - a.score || (a.bin.name < b.bin.name ? -1 : 1));
    if (!best) continue;
    best.bin.usedCpu += cpu;
    best.bin.usedMemory += memory;
    best.bin.chosen += 1;
  }
  return Object.fromEntries(bins.map((bin) => [bin.name, bin.chosen]));
}

function binsOf(world: Pick<ContentionWorld, "node" | "pod">, chosen: readonly ContendedPod[]): Bin[] | null {
  if (world.node.state !== "known" || world.pod.state !== "known") return null;
  const mine = new Set(chosen.map(({ uid }) => uid));
  const bins = new Map<string, Bin>();
  for (const { name, allocatableCpu: cpu, allocatableMemory: memory, ...node } of world.node.items) {
    const isTainted = node.taints.some(({ effect }) => effect === "NoSchedule" || effect === "NoExecute");
    if (node.isCordoned || node.isReady !== true || isTainted) continue;
    if (cpu === null || memory === null) return null;
    if (!chosen.some((pod) => isSelected(pod, node.labels))) continue;
    bins.set(name, { name, labels: node.labels, cpu, memory, usedCpu: 0, usedMemory: 0, chosen: 0 });
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
