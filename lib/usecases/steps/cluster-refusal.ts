import { launchReason, type FailedAct } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Refusal } from "@/lib/contracts/result";

/** Runs one cluster call; its ClusterError comes back as a refusal that a person can act on. */
export async function tryCluster<T>(
  act: Omit<FailedAct, "name">,
  call: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const reason = launchReason(error, { ...act, name: "" });
    return { ok: false, refusal: { code: "unavailable", reason, retryAfterSeconds: retryAfter(error) } };
  }
}

function retryAfter(error: ClusterError): number | undefined {
  return error.retryAfterSeconds ?? undefined;
}
