import { itemsOf, placeOf } from "../world-index";
import type { ContendedPod, ContentionWorld } from "./contention-world";

/** A pod that was created, or a container that ended and was or will be restarted, epoch milliseconds. */
export interface TimelineMark {
  readonly kind: "created" | "restart";
  readonly atMs: number;
  readonly node: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string | null;
}

/** An event says so a moment before the container has ended: within a grace period it is the same restart. */
const SAME_MS = 60_000;

/** What is known, by time. Of a container only the last end is kept, and events for an hour: most restarts are not here. */
export function timelineOf(world: ContentionWorld, chosen: readonly ContendedPod[]): readonly TimelineMark[] {
  const marks = chosen.map(marksOf);
  const restarts = itemsOf(world.event).filter(
    ({ reason, message }) => reason === "Killing" && /will be restarted/.test(message),
  );
  const byPlace = new Map(restarts.length === 0 ? [] : chosen.map((pod, index) => [placeOf(pod), index]));
  for (const event of restarts) {
    const index = byPlace.get(placeOf({ namespace: event.namespace, name: event.podName }));
    const [pod, mine] = index === undefined ? [] : [chosen[index], marks[index]];
    if (!pod?.nodeName || !mine) continue;
    const { namespace, name, nodeName: node } = pod;
    const times = event.count > 1 ? [event.firstAtMs, event.lastAtMs] : [event.lastAtMs];
    for (const atMs of times)
      if (
        atMs !== null &&
        !mine.some((mark) => mark.kind === "restart" && Math.abs(mark.atMs - atMs) < SAME_MS)
      )
        mine.push({ kind: "restart", atMs, node, namespace, pod: name, container: event.container });
  }
  return marks.flat().sort((a, b) => a.atMs - b.atMs);
}

function marksOf({ namespace, name, nodeName: node, createdAtMs, containers }: ContendedPod): TimelineMark[] {
  if (node === null) return [];
  const base = { node, namespace, pod: name };
  const ends = containers.flatMap(({ name: container, lastEnd }) => {
    const atMs = lastEnd?.finishedAtMs ?? null;
    return atMs === null ? [] : [{ ...base, kind: "restart" as const, atMs, container }];
  });
  if (createdAtMs === null) return ends;
  return [{ ...base, kind: "created", atMs: createdAtMs, container: null }, ...ends];
}
