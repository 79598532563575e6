import type { CapacityPod } from "./capacity-world";
import type { Nano } from "./quantity";

/** A pod that the kubelet would end when a node's memory runs out. */
export interface Doomed {
  readonly namespace: string;
  readonly name: string;
  readonly qos: CapacityPod["qos"];
  readonly kind: "vm" | "lab" | "other";
  readonly requested: Nano;
  /** null: not measured. */
  readonly used: Nano | null;
}

const SHOWN = 5;
/** system-cluster-critical and above: the kubelet does not evict these. */
const CRITICAL_PRIORITY = 2_000_000_000;
const QOS_RANK = { BestEffort: 0, Burstable: 1, Guaranteed: 2 } as const;

/**
 * The order in which the kubelet evicts under memory pressure, first first, five at most: who uses more than was asked
 * for, then lower priority, then who is furthest above (or least below) the request. Where use is not measured, by QoS
 * and the smaller request, as the kernel's oom_score_adj has it.
 */
export function firstToDie(
  pods: readonly CapacityPod[],
  usedBy: (pod: CapacityPod, place: number) => Nano | null,
): readonly Doomed[] {
  return pods
    .map((pod, place) => ({ pod, used: usedBy(pod, place), requested: pod.requests?.["memory"] ?? 0n }))
    .filter(({ pod }) => pod.priority < CRITICAL_PRIORITY)
    .sort((a, b) => compare(a, b) || (a.pod.name < b.pod.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ pod: { namespace, name, qos, isLauncher, isManaged }, requested, used }) => ({
      ...{ namespace, name, qos, requested, used },
      kind: isLauncher ? "vm" : isManaged ? "lab" : "other",
    }));
}

interface Candidate {
  readonly pod: CapacityPod;
  readonly used: Nano | null;
  readonly requested: Nano;
}

function compare(a: Candidate, b: Candidate): number {
  return (
    Number(isAbove(b)) - Number(isAbove(a)) ||
    a.pod.priority - b.pod.priority ||
    (a.used === null || b.used === null
      ? QOS_RANK[a.pod.qos] - QOS_RANK[b.pod.qos] || sign(a.requested - b.requested)
      : sign(b.used - b.requested - (a.used - a.requested)))
  );
}

/** Without a request any use is more than was asked for. */
function isAbove({ pod, used, requested }: Candidate): boolean {
  return used === null ? pod.qos === "BestEffort" : used > requested;
}

function sign(nano: Nano): number {
  return nano < 0n ? -1 : nano > 0n ? 1 : 0;
}
