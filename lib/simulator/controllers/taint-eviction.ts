import { withPodConditions } from "../conditions";
import type { Node, Pod, Taint } from "../objects";
import { earliest } from "../world";
import type { Change, Step } from "../world";
import { isTolerated } from "./node-fit";

const COMPONENT = "taint-eviction-controller";

/**
 * Deletes a node's pods that do not tolerate its NoExecute taints, and those that do once the shortest time for which they
 * do has passed (pkg/controller/tainteviction/taint_eviction.go). Nobody can finish such a deletion on a dead node.
 */
export function evict(node: Node, pods: readonly Pod[], nowMs: number): Step {
  const taints = noExecute(node);
  const changes: Change[] = [];
  let dueMs: number | undefined;
  for (const pod of pods) {
    const evictMs = evictionMs(pod, taints);
    if (evictMs === undefined) continue;
    if (nowMs < evictMs) dueMs = earliest(dueMs, evictMs);
    else changes.push(...evictPod(pod, nowMs));
  }
  return { changes, dueMs };
}

/** What is said of pods that were to be deleted and now stay, since the taints are gone. */
export function cancelled(node: Node, pods: readonly Pod[]): Change[] {
  const taints = noExecute(node);
  const spared = pods.filter((pod) => evictionMs(pod, taints) !== undefined);
  return spared.map((pod) => told(pod, `Cancelling deletion of Pod ${nameOf(pod)}`));
}

function noExecute({ spec }: Node): Taint[] {
  return (spec.taints ?? []).filter(({ effect }) => effect === "NoExecute");
}

/** When a pod is to be deleted for these taints: undefined where it may stay or is being deleted. */
function evictionMs(pod: Pod, taints: readonly Taint[]): number | undefined {
  if (taints.length === 0 || pod.metadata.deletionTimestamp !== undefined) return undefined;
  const addedMs = Math.max(...taints.map(({ timeAdded }) => Date.parse(timeAdded ?? "") || 0));
  const tolerations = pod.spec.tolerations ?? [];
  if (!taints.every((taint) => isTolerated(taint, tolerations))) return addedMs;
  const used = tolerations.filter((one) => taints.some((taint) => isTolerated(taint, [one])));
  const seconds = used.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return seconds.length === 0 ? undefined : addedMs + Math.max(0, Math.min(...seconds)) * 1000;
}

function evictPod(pod: Pod, nowMs: number): Change[] {
  const disrupted = {
    type: "DisruptionTarget",
    status: "True",
    reason: "DeletionByTaintManager",
    message: "Taint manager: deleting due to NoExecute taint",
  };
  const conditions = withPodConditions(pod.status.conditions, [disrupted], nowMs);
  return [
    { do: "update", object: { ...pod, status: { ...pod.status, conditions } } },
    told(pod, `Marking for deletion Pod ${nameOf(pod)}`),
    { do: "delete", object: pod },
  ];
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function told(about: Pod, message: string): Change {
  return {
    do: "event",
    event: { about, type: "Normal", reason: "TaintManagerEviction", message, component: COMPONENT },
  };
}
