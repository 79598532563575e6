import { itemsOf, placeOf } from "../world-index";
import type { ContendedPod, ContentionWorld } from "./contention-world";

/** How the pods came to their nodes: what a cluster autoscaler could have seen of them. */
export interface Waits {
  /** Without a node now. */
  readonly pendingNow: number;
  /** Of which events say that the scheduler found no node. */
  readonly refused: number;
  /** The longest from creation to a node, seconds; null where one of those that have a node does not tell. */
  readonly longestSeconds: number | null;
  /** null: what was is not told. */
  readonly wasPending: boolean | null;
}

/** Seconds: it looks so often (cluster-autoscaler, flag --scan-interval), so that a shorter wait passes unseen. */
const NOTICED_SECONDS = 10;

export function waitsOf(world: Pick<ContentionWorld, "event">, pods: readonly ContendedPod[]): Waits {
  const refused = podsWith(world, pods, "FailedScheduling");
  const pendingNow = pods.filter(({ nodeName, phase }) => nodeName === null && phase === "Pending").length;
  const longestSeconds = longestWait(pods);
  const isSeen = pendingNow > 0 || refused > 0 || (longestSeconds ?? 0) >= NOTICED_SECONDS;
  return {
    ...{ pendingNow, refused, longestSeconds },
    wasPending: isSeen ? true : longestSeconds === null ? null : false,
  };
}

function longestWait(pods: readonly ContendedPod[]): number | null {
  let longestMs: number | null = null;
  for (const { nodeName, createdAtMs, scheduledAtMs } of pods) {
    if (nodeName === null) continue;
    if (createdAtMs === null || scheduledAtMs === null) return null;
    longestMs = Math.max(longestMs ?? 0, scheduledAtMs - createdAtMs);
  }
  return longestMs === null ? null : longestMs / 1000;
}

/** Of the pods, those that have an event of this reason. */
export function podsWith(
  world: Pick<ContentionWorld, "event">,
  pods: readonly ContendedPod[],
  reason: string,
): number {
  const events = itemsOf(world.event).filter((event) => event.reason === reason);
  if (events.length === 0) return 0;
  const places = new Set(events.map(({ namespace, podName }) => placeOf({ namespace, name: podName })));
  return pods.filter((pod) => places.has(placeOf(pod))).length;
}
