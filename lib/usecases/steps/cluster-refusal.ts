import { launchReason, type FailedAct } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Refusal } from "@/lib/contracts/result";
import { withoutMessage } from "@/lib/domain/shown-reason";

export type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal; readonly error: ClusterError };

/**
 * Runs one cluster call; its ClusterError comes back as a refusal that a person can act on: "refused" where the cluster
 * said no, "unavailable" where it could not answer.
 */
export async function tryCluster<T>(act: Omit<FailedAct, "name">, call: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { ok: false, refusal: refusalOf(error, act), error };
  }
}

function refusalOf(error: ClusterError, act: Omit<FailedAct, "name">): Refusal {
  const { status, retryAfterSeconds } = error;
  const saidNo = status !== null && status >= 400 && status < 500 && status !== 429;
  return {
    code: saidNo ? "refused" : "unavailable",
    // Whoever asked reads it, and the cluster's own words are for admins only (design law 18).
    reason: withoutMessage(launchReason(error, { ...act, name: "" })),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  };
}
