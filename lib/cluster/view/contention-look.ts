import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { ViewedContention } from "./cluster-view";
import { SharedLook, type LookTimes } from "./shared-look";

/** An older look tells too little of now to be worth showing, ms. */
const LEND_TOLD_MS = 10 * 60_000;

/**
 * Asked for at most as often as `times` say, for all who want it. Where a look tells nothing of pods because the cluster
 * does not answer, the last one that did is lent for ten minutes and is stale; a cluster that refuses has answered.
 */
export function contentionLook(
  ask: () => Promise<ContentionWorld>,
  times: LookTimes,
  nowMs: () => number = () => performance.now(),
): () => Promise<ViewedContention> {
  let told: Look | null = null;
  const look = new SharedLook(
    async () => {
      const found = { world: await ask(), atMs: nowMs() };
      if (found.world.pod.state === "known") told = found;
      else if (hasAnswered(found.world)) told = null;
      return found;
    },
    times,
    nowMs,
  );
  return async () => {
    const found = await look.read();
    const isSilent = found.world.pod.state !== "known";
    const isStale = isSilent && told !== null && nowMs() - told.atMs <= LEND_TOLD_MS;
    const { world, atMs } = isStale && told !== null ? told : found;
    return { world, ageMs: nowMs() - atMs, isStale };
  };
}

interface Look {
  readonly world: ContentionWorld;
  readonly atMs: number;
}

function hasAnswered({ pod }: ContentionWorld): boolean {
  return pod.state === "unknown" && pod.failure.error === "forbidden";
}
