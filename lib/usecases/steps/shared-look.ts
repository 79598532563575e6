import type { Cluster } from "@/lib/cluster/cluster";

/** A look is shared by all who ask within this time, and while it has not ended. */
const KEEP_MS = 5000;

interface Look<World> {
  readonly world: Promise<World>;
  /** On the monotonic clock; null: the answer is not in yet. */
  endedMs: number | null;
}

/** A way to look at a cluster that asks it at most every 5 s per process, and says how old the answer is. */
export function sharedLook<World>(
  read: (cluster: Cluster) => Promise<World>,
): (cluster: Cluster) => Promise<{ readonly world: World; readonly ageMs: number }> {
  const looks = new WeakMap<Cluster, Look<World>>();
  return async (cluster) => {
    const known = looks.get(cluster);
    const isFresh = known && (known.endedMs === null || performance.now() - known.endedMs < KEEP_MS);
    const look: Look<World> = isFresh ? known : { world: read(cluster), endedMs: null };
    if (!isFresh) {
      looks.set(cluster, look);
      void look.world.finally(() => (look.endedMs = performance.now()));
    }
    const world = await look.world;
    return { world, ageMs: look.endedMs === null ? 0 : performance.now() - look.endedMs };
  };
}
