import type { ContainerEnd, ContendedNode, ContendedPod, ContentionWorld } from "./contention-world";
import { type Judgement, likely, evidence, type RestartCause, shown } from "./judgement";

/** What clocks and whole seconds of timestamps may be apart. */
export const SLACK_MS = 2000;

/** A node that no longer tells of its pods. */
export interface LostNode {
  /** node-silent: it is there and not Ready, so that what it told last may be old. */
  readonly code: "node-gone" | "node-silent";
  /** null: not told. */
  readonly sinceMs: number | null;
}

/** By name. A node whose conditions say nothing of Ready is not lost: that is not told. */
export function lostNodes(
  { node }: Pick<ContentionWorld, "node">,
  names: Iterable<string>,
): ReadonlyMap<string, LostNode> {
  if (node.state !== "known") return new Map();
  const nodes = new Map(node.items.map((each) => [each.name, each]));
  return new Map(
    [...new Set(names)].flatMap((name): [string, LostNode][] => {
      const lost = lostNode(nodes.get(name));
      return lost ? [[name, lost]] : [];
    }),
  );
}

function lostNode(node: ContendedNode | undefined): LostNode | null {
  if (!node) return { code: "node-gone", sinceMs: null };
  return node.isReady === false ? { code: "node-silent", sinceMs: node.readyChangedAtMs } : null;
}

/** Did it end then, or later? An end without a time, and a moment that is not told, leave it open: yes. */
export function isSince({ finishedAtMs }: ContainerEnd, atMs: number | null): boolean {
  return atMs === null || finishedAtMs === null || finishedAtMs >= atMs - SLACK_MS;
}

/** Reasons of a pod's status (kubelet: eviction, nodeshutdown, preemption). */
const POD_REASONS: Readonly<Record<string, RestartCause>> = {
  NodeLost: "node-lost",
  Evicted: "eviction",
  NodeShutdown: "eviction",
  Terminated: "eviction",
  Preempting: "preemption",
};
/** Reasons of the condition DisruptionTarget (core/v1 types.go and the controllers that set it). */
const DISRUPTIONS: Readonly<Record<string, RestartCause>> = {
  EvictionByEvictionAPI: "eviction",
  DeletionByTaintManager: "eviction",
  TerminationByKubelet: "eviction",
  PreemptionByScheduler: "preemption",
  // The pod's node is no longer there, or is marked as out of service.
  DeletionByPodGC: "node-lost",
};

/** What befell the pod as a whole and with it this end; null: nothing that is told, or the end is older. */
export function podEnd(pod: ContendedPod, end: ContainerEnd | null, lost: LostNode | null): Judgement | null {
  const { statusReason: reason, disruption } = pod;
  const cause = reason === null ? undefined : POD_REASONS[reason];
  if (cause) return shown(cause, "pod-reason", { reason });
  if (disruption === null || (end !== null && !isSince(end, disruption.atMs))) return null;
  const why = evidence("disruption", { reason: disruption.reason });
  if (disruption.reason === "DeletionByTaintManager" && lost)
    return {
      ...{ cause: "node-lost", certainty: "shown" },
      evidence: [why, evidence(lost.code, { node: pod.nodeName })],
    };
  const known = DISRUPTIONS[disruption.reason ?? ""];
  return known ? { cause: known, certainty: "shown", evidence: [why] } : likely("eviction", why);
}
