import type { KubeObject, Pod } from "../../objects";
import type { World } from "../../world";
import { controlledBy } from "./owned";

/** The most pods that one controller makes at once (replica_set.go BurstReplicas, job_controller.go MaxPodCreateDeletePerSync). */
const BURST = 500;
/** So long it then has to do with its 20 requests a second (kube-controller-manager, --kube-api-qps). */
const BURST_MS = 25_000;

interface Burst {
  count: number;
  dueMs?: number;
}

/**
 * How many of the missing pods may be made now beside those that were made of late, and when to look again for the rest.
 * Under a quota it is one, after which it is looked at again: the quota may have room for that one alone.
 */
export function burstOf(missing: number, owner: KubeObject, world: World, nowMs: number): Burst {
  const made = controlledBy<Pod>(owner, "Pod", world)
    .map(({ metadata }) => Date.parse(metadata.creationTimestamp))
    .filter((ms) => ms + BURST_MS > nowMs);
  const most = world.objects.list("resourcequotas", owner.metadata.namespace).length > 0 ? 1 : BURST;
  const count = Math.max(0, Math.min(missing, most, BURST - made.length));
  if (count === missing) return { count };
  return { count, dueMs: Math.min(nowMs, ...made) + BURST_MS };
}
