import { apiTime, findCondition, withCondition } from "../conditions";
import type { Lease, Node, Pod, Taint } from "../objects";
import { isAlive } from "../nodes";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Step, World } from "../world";
import { LEASE_NAMESPACE } from "./node-heartbeat";

const LEASES = "leases.coordination.k8s.io";
const UNREACHABLE = "node.kubernetes.io/unreachable";
const STALE_MS = 50_000;
const DEFAULT_TOLERATION_SECONDS = 300;
const STOPPED = "Kubelet stopped posting node status.";

/**
 * What the control plane makes of a silent node: Ready=Unknown and taints 50 s after the last Lease, its pods not
 * Ready but still Running; deletion of them after their toleration (300 s), which nobody can finish while it is dead.
 */
export const nodeLifecycle: Controller = {
  name: "node-lifecycle",

  wakes(change) {
    if (change.resource !== "pods") return ownWakes(change, "nodes");
    const name = (change.object as Pod).spec.nodeName;
    return change.type === "DELETED" || !name ? [] : [{ resource: "nodes", name }];
  },

  reconcile(target, world, nowMs) {
    const node = world.objects.get("nodes", undefined, target.name) as Node | undefined;
    if (!node) return NOTHING;
    const isUnknown = findCondition(node.status.conditions, "Ready")?.status === "Unknown";
    if (isAlive(node))
      return isUnknown ? { changes: [{ do: "update", object: recovered(node, nowMs) }] } : NOTHING;
    if (isUnknown) return evict(node, world, nowMs);
    const lease = world.objects.get(LEASES, LEASE_NAMESPACE, target.name) as Lease | undefined;
    const staleMs = (Date.parse(lease?.spec.renewTime ?? "") || 0) + STALE_MS;
    return nowMs < staleMs ? { changes: [], dueMs: staleMs } : lose(node, world, nowMs);
  },
};

function lose(node: Node, world: World, nowMs: number): Step {
  const at = apiTime(nowMs);
  const conditions = node.status.conditions.map((condition) => ({
    ...condition,
    status: "Unknown",
    lastTransitionTime: at,
    reason: "NodeStatusUnknown",
    message: STOPPED,
  }));
  const others = (node.spec.taints ?? []).filter((taint) => taint.key !== UNREACHABLE);
  const taints: Taint[] = [
    ...others,
    { key: UNREACHABLE, effect: "NoSchedule", timeAdded: at },
    { key: UNREACHABLE, effect: "NoExecute", timeAdded: at },
  ];
  const lost: Node = { ...node, spec: { ...node.spec, taints }, status: { ...node.status, conditions } };
  const message = `Node ${node.metadata.name} status is now: NodeNotReady`;
  const changes: Change[] = [
    { do: "update", object: lost },
    {
      do: "event",
      event: { about: node, type: "Normal", reason: "NodeNotReady", message, component: "node-controller" },
    },
  ];
  for (const pod of podsOn(node, world)) {
    const isUnready = { type: "Ready", status: "False", lastProbeTime: null, lastTransitionTime: at };
    const status = { ...pod.status, conditions: withCondition(pod.status.conditions, isUnready) };
    changes.push({ do: "update", object: { ...pod, status } });
    const text = "Node is not ready";
    const event = { about: pod, type: "Warning", reason: "NodeNotReady", message: text } as const;
    changes.push({ do: "event", event: { ...event, component: "node-controller" } });
  }
  return { changes };
}

function evict(node: Node, world: World, nowMs: number): Step {
  const taint = node.spec.taints?.find((one) => one.key === UNREACHABLE && one.effect === "NoExecute");
  if (!taint) return NOTHING;
  const addedMs = Date.parse(taint.timeAdded ?? "");
  const changes: Change[] = [];
  let dueMs: number | undefined;
  for (const pod of podsOn(node, world)) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const toleration = pod.spec.tolerations?.find(
      (one) => one.key === UNREACHABLE && one.effect !== "NoSchedule",
    );
    if (toleration && toleration.tolerationSeconds === undefined) continue;
    const evictMs = addedMs + (toleration?.tolerationSeconds ?? DEFAULT_TOLERATION_SECONDS) * 1000;
    if (nowMs < evictMs) dueMs = Math.min(dueMs ?? evictMs, evictMs);
    else changes.push(...evictPod(pod, nowMs));
  }
  return { changes, dueMs };
}

function evictPod(pod: Pod, nowMs: number): Change[] {
  const disrupted = {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: apiTime(nowMs),
    reason: "DeletionByTaintManager",
    message: "Taint manager: deleting due to NoExecute taint",
  };
  const status = { ...pod.status, conditions: withCondition(pod.status.conditions, disrupted) };
  const message = `Marking for deletion Pod ${pod.metadata.namespace}/${pod.metadata.name}`;
  const event = { about: pod, type: "Normal", reason: "TaintManagerEviction", message } as const;
  return [
    { do: "update", object: { ...pod, status } },
    { do: "event", event: { ...event, component: "taint-eviction-controller" } },
    { do: "delete", object: pod },
  ];
}

function recovered(node: Node, nowMs: number): Node {
  const at = apiTime(nowMs);
  const conditions = node.status.conditions.map((condition) => {
    const isReady = condition.type === "Ready";
    return {
      type: condition.type,
      status: isReady ? "True" : "False",
      lastHeartbeatTime: at,
      lastTransitionTime: at,
      reason: isReady ? "KubeletReady" : `KubeletHasNo${condition.type}`,
      message: isReady ? "kubelet is posting ready status" : "",
    };
  });
  const taints = node.spec.taints?.filter((taint) => taint.key !== UNREACHABLE);
  return { ...node, spec: { ...node.spec, taints }, status: { ...node.status, conditions } };
}

function podsOn(node: Node, world: World): Pod[] {
  const pods = world.objects.list("pods") as Pod[];
  return pods.filter((pod) => pod.spec.nodeName === node.metadata.name);
}
