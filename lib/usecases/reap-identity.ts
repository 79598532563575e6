import { itemFailure } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { PassLease } from "@/lib/cluster/cluster";
import { readInstallation } from "@/lib/db/installation";
import type { ReaperSnapshot } from "@/lib/db/passes";
import type { Hold } from "@/lib/domain/reap-types";
import type { ItemFailure } from "@/lib/domain/session";
import type { Context } from "./context";

/** Is this the cluster that the database knows, and the newest copy of the database? */
export interface Identity {
  readonly hold: Extract<Hold, "wrong-cluster" | "old-database" | "lease-unknown"> | null;
  /** Namespaces whose UID differs, or that are not there. */
  readonly wrongCluster: ReaperSnapshot["wrongCluster"];
  readonly oldDatabase: ReaperSnapshot["oldDatabase"];
  /** UIDs by namespace as stored, with those seen for the first time. */
  readonly namespaceUids: Readonly<Record<string, string>>;
  readonly isNewUid: boolean;
  readonly lease: PassLease | null;
  readonly failures: readonly ItemFailure[];
}

/**
 * Compares the UIDs of all namespaces with the stored ones (design law 7) and the Lease's number with the database's
 * (law 10). A UID that cannot be read holds like a wrong one; a Lease that cannot be read holds what is judged from
 * what the database does not know. `databaseNumber`: of the newest pass that is over.
 */
export async function readIdentity(
  context: Context,
  databaseNumber: number | null,
  signal: AbortSignal,
): Promise<Identity> {
  const { cluster, config, db, installation } = context;
  const [uids, lease] = await Promise.all([
    Promise.all(cluster.namespaces.map((namespace) => seenUid(context, namespace, signal))),
    attempt("leases", () => cluster.readPassLease(config.vmNamespace, installation.id, signal)),
  ]);
  // After the Lease: a pass commits its number before it writes the Lease, so this order raises no false alarm.
  const stored = await readInstallation(db.at);
  const wrongCluster = uids.flatMap(({ namespace, uid, failure }) => {
    const storedUid = stored.namespaceUids[namespace] ?? null;
    const isWrong = failure === null && (uid === null || (storedUid !== null && storedUid !== uid));
    return isWrong ? [{ namespace, storedUid, seenUid: uid }] : [];
  });
  const failures = uids.flatMap(({ failure }) => failure ?? []);
  const seen = uids.flatMap(({ namespace, uid }) => (uid === null ? [] : [[namespace, uid] as const]));
  const number = databaseNumber ?? stored.passNumber;
  const leaseNumber = lease.ok ? (lease.value?.number ?? null) : null;
  const isOld = leaseNumber !== null && leaseNumber > number;
  return {
    hold: holdOf({ isWrong: wrongCluster.length + failures.length > 0, isOld, isUnread: !lease.ok }),
    wrongCluster,
    oldDatabase: isOld ? { databaseNumber: number, leaseNumber } : null,
    namespaceUids: { ...Object.fromEntries(seen), ...stored.namespaceUids },
    isNewUid: seen.some(([namespace]) => stored.namespaceUids[namespace] === undefined),
    lease: lease.ok ? lease.value : null,
    failures: [...failures, ...(lease.ok ? [] : [lease.failure])],
  };
}

function holdOf(found: { isWrong: boolean; isOld: boolean; isUnread: boolean }): Identity["hold"] {
  if (found.isWrong) return "wrong-cluster";
  if (found.isOld) return "old-database";
  return found.isUnread ? "lease-unknown" : null;
}

/** `uid` null without a failure: there is no such namespace. */
async function seenUid({ cluster }: Context, namespace: string, signal: AbortSignal) {
  const read = await attempt(`namespaces/${namespace}`, async () => {
    try {
      return await cluster.namespaceUid(namespace, signal);
    } catch (error) {
      if (error instanceof ClusterError && error.code === "not-found") return null;
      throw error;
    }
  });
  return { namespace, uid: read.ok ? read.value : null, failure: read.ok ? null : read.failure };
}

type Tried<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ItemFailure };

async function attempt<T>(resource: string, call: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { ok: false, failure: itemFailure(resource, error) };
  }
}
