import type { Cluster } from "@/lib/cluster/cluster";
import type { ItemFailure } from "@/lib/domain/session";
import type { World } from "@/lib/domain/world";

/** A look is shared by all who ask within 5 s; who asks waits at most 3 s, and is told that it took longer. */
const KEEP_MS = 5000;
const PATIENCE_MS = 3000;

interface Look {
  readonly world: Promise<World>;
  /** On the monotonic clock; null: the answer is not in yet. */
  endedMs: number | null;
}
const looks = new WeakMap<Cluster, Look>();

/** The machines as the cluster lists them, asked at most every 5 s per process. Never throws. */
export async function lookAtMachines(cluster: Cluster, patienceMs = PATIENCE_MS): Promise<World> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<World>((resolve) => (timer = setTimeout(resolve, patienceMs, UNANSWERED)));
  try {
    return await Promise.race([sharedLook(cluster).world, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** A look that has not ended is not begun anew: a cluster that hangs gets one question, not one per browser. */
function sharedLook(cluster: Cluster): Look {
  const known = looks.get(cluster);
  if (known && (known.endedMs === null || performance.now() - known.endedMs < KEEP_MS)) return known;
  const look: Look = { world: cluster.readMachines(), endedMs: null };
  looks.set(cluster, look);
  void look.world.finally(() => (look.endedMs = performance.now()));
  return look;
}

/** Why the machines could not be listed; null where they were. */
export function lookFailure({ vm, vmi, pod }: World): ItemFailure | null {
  for (const kind of [vm, vmi, pod]) if (kind.state === "unknown") return kind.failure;
  return null;
}

const unknown = {
  state: "unknown",
  failure: { resource: "machines", error: "timeout", status: null },
} as const;
const UNANSWERED: World = {
  vm: unknown,
  vmi: unknown,
  pod: unknown,
  job: unknown,
  service: unknown,
  networkPolicy: unknown,
  node: unknown,
  requests: 0,
};
