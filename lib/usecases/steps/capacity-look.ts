import type { Cluster } from "@/lib/cluster/cluster";
import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";

/** A look is shared by all who ask within this time, and while it has not ended. */
const KEEP_MS = 5000;

interface Look {
  readonly world: Promise<CapacityWorld>;
  /** On the monotonic clock; null: the answer is not in yet. */
  endedMs: number | null;
}
const looks = new WeakMap<Cluster, Look>();

/** The cluster as capacity sees it, asked at most every 5 s per process, with how old the answer is. Never throws. */
export async function lookAtCapacity(
  cluster: Cluster,
): Promise<{ readonly world: CapacityWorld; readonly ageMs: number }> {
  const look = sharedLook(cluster);
  const world = await look.world;
  return { world, ageMs: look.endedMs === null ? 0 : performance.now() - look.endedMs };
}

function sharedLook(cluster: Cluster): Look {
  const known = looks.get(cluster);
  if (known && (known.endedMs === null || performance.now() - known.endedMs < KEEP_MS)) return known;
  const look: Look = { world: cluster.readCapacityWorld(), endedMs: null };
  looks.set(cluster, look);
  void look.world.finally(() => (look.endedMs = performance.now()));
  return look;
}
