import {
  apiTime,
  findCondition,
  healthyNodeConditions,
  withCondition,
  withPodConditions,
} from "../conditions";
import type { Condition, Lease, Node, Pod, Taint } from "../objects";
import { isAlive } from "../nodes";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Step, World } from "../world";
import { LEASE_NAMESPACE } from "./node-heartbeat";
import { cancelled, evict } from "./taint-eviction";

const LEASES = "leases.coordination.k8s.io";
const UNREACHABLE = "node.kubernetes.io/unreachable";
const STALE_MS = 50_000;
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
    if (isAlive(node)) return isUnknown ? recover(node, world, nowMs) : NOTHING;
    if (isUnknown) return evict(node, podsOn(node, world), nowMs);
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
    const isUnready = { type: "Ready", status: "False" };
    const conditions = withPodConditions(pod.status.conditions, [isUnready], nowMs);
    changes.push({ do: "update", object: { ...pod, status: { ...pod.status, conditions } } });
    const text = "Node is not ready";
    const event = { about: pod, type: "Warning", reason: "NodeNotReady", message: text } as const;
    changes.push({ do: "event", event: { ...event, component: "node-controller" } });
  }
  return { changes };
}

/** The kubelet posts its status again; the taints go with that, and what they would have deleted stays. */
function recover(node: Node, world: World, nowMs: number): Step {
  const said = healthyNodeConditions(nowMs).reduce<Condition[]>(withCondition, node.status.conditions);
  const taints = node.spec.taints?.filter((taint) => taint.key !== UNREACHABLE);
  const object: Node = {
    ...node,
    spec: { ...node.spec, taints },
    status: { ...node.status, conditions: said },
  };
  const message = `Node ${node.metadata.name} status is now: NodeReady`;
  const event = { about: node, type: "Normal", reason: "NodeReady", message, component: "kubelet" } as const;
  return {
    changes: [{ do: "update", object }, { do: "event", event }, ...cancelled(node, podsOn(node, world))],
  };
}

function podsOn(node: Node, world: World): Pod[] {
  const pods = world.objects.list("pods") as Pod[];
  return pods.filter((pod) => pod.spec.nodeName === node.metadata.name);
}
