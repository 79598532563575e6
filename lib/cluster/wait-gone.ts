import type { Cluster } from "./cluster";
import { ClusterError } from "./cluster-error";
import type { EndTarget } from "./end-session";
import { startTimeLimit } from "./time-limit";

export interface WaitOptions {
  readonly everyMs?: number;
  readonly forMs?: number;
  /** Epoch ms on the clock that the answer is to be stored by. */
  now(): number | Promise<number>;
}
/** When the last machine was first not found, and how much earlier that may have happened, both ms. */
export interface GoneSighting {
  readonly goneAtMs: number;
  readonly uncertaintyMs: number;
}

const EVERY_MS = 2000;
const FOR_MS = 90_000;

/**
 * Looks every 2 s, up to 90 s, until every machine is gone; null when that was not seen (design section 3). A look
 * that fails proves nothing and is repeated. Ends early, with null, when the signal aborts.
 */
export async function waitGone(
  cluster: Cluster,
  target: Pick<EndTarget, "namespace" | "kind" | "machines">,
  options: WaitOptions,
  signal?: AbortSignal,
): Promise<GoneSighting | null> {
  const limit = startTimeLimit(options.forMs ?? FOR_MS, signal);
  let lastPresentAtMs = await options.now();
  try {
    for (;;) {
      const look = await lookOnce(cluster, target, limit.signal);
      const nowMs = await options.now();
      if (look === "gone") return { goneAtMs: nowMs, uncertaintyMs: Math.max(0, nowMs - lastPresentAtMs) };
      if (look === "present") lastPresentAtMs = nowMs;
      await limit.wait(options.everyMs ?? EVERY_MS);
    }
  } catch (error) {
    if (limit.signal.aborted) return null;
    throw error;
  } finally {
    limit.stop();
  }
}

async function lookOnce(
  cluster: Cluster,
  target: Pick<EndTarget, "namespace" | "kind" | "machines">,
  signal: AbortSignal,
): Promise<"gone" | "present" | "unknown"> {
  const { kind, namespace } = target;
  try {
    const readings = await Promise.all(
      target.machines.map(({ name }) => cluster.readMachine({ kind, namespace, name }, signal)),
    );
    return readings.every((reading) => reading.state === "gone") ? "gone" : "present";
  } catch (error) {
    if (signal.aborted || !(error instanceof ClusterError)) throw error;
    return "unknown";
  }
}
