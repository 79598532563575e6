import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Refusal } from "@/lib/contracts/result";
import { readInstallation, storeNamespaceUids, type Installation } from "@/lib/db/installation";
import type { Context } from "@/lib/usecases/context";
import { tryCluster } from "./cluster-refusal";

/**
 * May this process start or end sessions in these namespaces? null: yes. Refused where a namespace's UID is another
 * than the stored one or cannot be read (design law 7, "wrong cluster"), and where the cluster's Lease is ahead of this
 * database (law 10, "old database"). A start writes down the UID of a namespace seen for the first time, and is refused
 * where the Lease cannot be read; an end goes by the row's own names, so there an unread Lease does not hold it.
 */
export async function checkCluster(
  context: Context,
  namespaces: readonly string[],
  act: "start" | "end",
): Promise<Refusal | null> {
  const { cluster, config, db, installation, signal } = context;
  const [lease, seen] = await Promise.all([
    // Read before the row: a pass commits its number before it writes the Lease, so this order raises no false alarm.
    tryCluster({ verb: "get", resource: "leases" }, () =>
      cluster.readPassLease(config.vmNamespace, installation.id, signal),
    ),
    tryCluster({ verb: "get", resource: "namespaces" }, () => seenUids(context, namespaces)),
  ]);
  if (!seen.ok) return seen.refusal;
  if (!lease.ok && act === "start") return lease.refusal;
  const stored = await readInstallation(db.at);
  const stranger = namespaces.find((name) => isStranger(stored, name, seen.value));
  if (stranger !== undefined) {
    return { code: "refused", reason: { code: "wrong-cluster", params: { namespace: stranger } } };
  }
  if (lease.ok && lease.value !== null && lease.value.number > stored.passNumber) {
    return { code: "refused", reason: { code: "old-database" } };
  }
  if (act === "start") await storeMissing(context, stored, seen.value);
  return null;
}

type Uids = Readonly<Record<string, string | null>>;

/** null: there is no such namespace. Any other failure throws. */
async function seenUids(context: Context, namespaces: readonly string[]): Promise<Uids> {
  const pairs = namespaces.map(async (name) => [name, await uidOrNull(context, name)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

async function uidOrNull({ cluster, signal }: Context, name: string): Promise<string | null> {
  try {
    return await cluster.namespaceUid(name, signal);
  } catch (error) {
    if (error instanceof ClusterError && error.code === "not-found") return null;
    throw error;
  }
}

function isStranger(stored: Installation, name: string, seen: Uids): boolean {
  const uid = seen[name] ?? null;
  return uid === null || (stored.namespaceUids[name] ?? uid) !== uid;
}

async function storeMissing(context: Context, stored: Installation, seen: Uids): Promise<void> {
  const isComplete = Object.keys(seen).every((name) => stored.namespaceUids[name] !== undefined);
  if (isComplete) return;
  const found = Object.fromEntries(Object.entries(seen).filter((pair) => pair[1] !== null)) as Record<
    string,
    string
  >;
  await storeNamespaceUids(context.db.at, { ...found, ...stored.namespaceUids });
}
