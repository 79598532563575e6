import { itemFailure } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { keepUids, putNumberBack } from "./reap-bookkeeping";
import { readIdentity, type Identity } from "./reap-identity";
import type { Pass } from "./reap-pass";

/**
 * Reads who the cluster and the database are, and makes the pass known: its number, committed with the lease, goes to
 * the cluster's Lease after it (design law 10). Held, the Lease stays as it is and the number is put back.
 */
export async function identify(pass: Pass): Promise<Identity> {
  const identity = await readIdentity(pass.context, pass.number - 1, pass.signal);
  if (identity.hold === "wrong-cluster") return identity;
  await keepUids(pass, identity);
  if (identity.hold === "old-database") await putNumberBack(pass);
  return identity.hold === null ? writeNumber(pass, identity) : identity;
}

async function writeNumber(pass: Pass, identity: Identity): Promise<Identity> {
  const { context, number, startedAtMs: nowMs, signal } = pass;
  const { cluster, config, installation } = context;
  const resourceVersion = identity.lease?.resourceVersion ?? null;
  const { id: installationId, environment } = installation;
  const lease = {
    namespace: config.vmNamespace,
    installationId,
    environment,
    number,
    resourceVersion,
    nowMs,
  };
  try {
    await cluster.writePassLease(lease, signal);
    return identity;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const failures = [...identity.failures, itemFailure("leases", error)];
    // Somebody else counts passes under our name: a copy of this database, for all that we know.
    return { ...identity, failures, hold: error.code === "conflict" ? "lease-unknown" : null };
  }
}
