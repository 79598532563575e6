import type { AdoptClusterInput } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { lockInstallation, readInstallation, storeNamespaceUids } from "@/lib/db/installation";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { tryCluster } from "./steps/cluster-refusal";

/**
 * Says that the cluster we talk to now is the right one: stores the UIDs of its namespaces in place of those known
 * (design law 7). The admin types the VM namespace.
 */
export async function adoptCluster(
  context: Context,
  actor: Actor,
  { typedNamespace }: AdoptClusterInput,
): Promise<Result<{ readonly namespaceUids: Readonly<Record<string, string>> }>> {
  if (!may(actor, "cluster.adopt")) return refuse("forbidden");
  const { cluster, config, signal } = context;
  if (typedNamespace !== config.vmNamespace) {
    return refuse("invalid", { fields: [{ path: "typedNamespace", code: "not-the-name" }] });
  }
  const seen = await tryCluster({ verb: "get", resource: "namespaces" }, async () =>
    Promise.all(
      cluster.namespaces.map(async (name) => [name, await cluster.namespaceUid(name, signal)] as const),
    ),
  );
  if (!seen.ok) return { ok: false, error: seen.refusal };
  const namespaceUids = Object.fromEntries(seen.value);
  await inTransaction(context.db, async (tx) => {
    await lockInstallation(tx);
    const before = (await readInstallation(tx)).namespaceUids;
    await storeNamespaceUids(tx, { ...before, ...namespaceUids });
    await addAudit(tx, {
      actor,
      action: "cluster.adopt",
      subjectType: "cluster",
      subjectId: typedNamespace,
      params: { before: listed(before), after: listed(namespaceUids) },
    });
  });
  return ok({ namespaceUids });
}

function listed(uids: Readonly<Record<string, string>>): string {
  return Object.entries(uids)
    .map(([name, uid]) => `${name}=${uid}`)
    .join(" ");
}
