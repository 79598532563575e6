import type { AcceptDatabaseInput } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { lockInstallation, readInstallation, setPassNumber } from "@/lib/db/installation";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { tryCluster } from "./steps/cluster-refusal";

/**
 * Accepts a restored or copied database (design law 10): its pass number becomes the Lease's, which the admin types.
 * "conflict" where the database is not behind the Lease.
 */
export async function acceptDatabase(
  context: Context,
  actor: Actor,
  { typedNumber }: AcceptDatabaseInput,
): Promise<Result<{ readonly number: number }>> {
  if (!may(actor, "database.accept")) return refuse("forbidden");
  const { cluster, config, installation, signal } = context;
  const lease = await tryCluster({ verb: "get", resource: "leases" }, () =>
    cluster.readPassLease(config.vmNamespace, installation.id, signal),
  );
  if (!lease.ok) return { ok: false, error: lease.refusal };
  const number = lease.value?.number;
  if (number === undefined) return refuse("conflict");
  if (typedNumber !== number) {
    return refuse("invalid", { fields: [{ path: "typedNumber", code: "not-the-number" }] });
  }
  const isAccepted = await inTransaction(context.db, async (tx) => {
    await lockInstallation(tx);
    const { passNumber } = await readInstallation(tx);
    if (passNumber >= number) return false;
    await setPassNumber(tx, number);
    await addAudit(tx, {
      actor,
      action: "database.accept",
      subjectType: "database",
      subjectId: installation.id,
      params: { before: passNumber, after: number },
    });
    return true;
  });
  return isAccepted ? ok({ number }) : refuse("conflict");
}
