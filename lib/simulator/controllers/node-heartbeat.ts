import { apiTime, microTime } from "../conditions";
import type { Lease, Node } from "../objects";
import { isAlive } from "../nodes";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Draft } from "../world";

export const LEASE_NAMESPACE = "kube-node-lease";
const LEASES = "leases.coordination.k8s.io";
const RENEW_MS = 10_000;
const STATUS_MS = 300_000;

/** The kubelet's signs of life: a Lease every 10 s, the node's status every 5 min. A dead node gives none. */
export const nodeHeartbeat: Controller = {
  name: "node-heartbeat",

  wakes: (change) => ownWakes(change, "nodes"),

  reconcile(target, world, nowMs) {
    const node = world.objects.get("nodes", undefined, target.name) as Node | undefined;
    if (!node || !isAlive(node)) return NOTHING;
    const changes: Change[] = [];
    const beatMs = Date.parse(node.status.conditions[0]?.lastHeartbeatTime ?? "") || 0;
    if (nowMs - beatMs >= STATUS_MS) changes.push({ do: "update", object: withHeartbeat(node, nowMs) });
    const lease = world.objects.get(LEASES, LEASE_NAMESPACE, target.name) as Lease | undefined;
    const renewedMs = Date.parse(lease?.spec.renewTime ?? "") || 0;
    if (lease && nowMs - renewedMs < RENEW_MS) return { changes, dueMs: renewedMs + RENEW_MS };
    const renewTime = microTime(nowMs);
    if (lease) changes.push({ do: "update", object: { ...lease, spec: { ...lease.spec, renewTime } } });
    else changes.push({ do: "create", object: leaseOf(node, renewTime) });
    return { changes, dueMs: nowMs + RENEW_MS };
  },
};

function withHeartbeat(node: Node, nowMs: number): Node {
  const lastHeartbeatTime = apiTime(nowMs);
  const conditions = node.status.conditions.map((condition) => ({ ...condition, lastHeartbeatTime }));
  const annotations = { ...node.metadata.annotations, "kubevirt.io/heartbeat": lastHeartbeatTime };
  return { ...node, metadata: { ...node.metadata, annotations }, status: { ...node.status, conditions } };
}

function leaseOf(node: Node, renewTime: string): Draft {
  const { name, uid } = node.metadata;
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name,
      namespace: LEASE_NAMESPACE,
      ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime },
  };
}
