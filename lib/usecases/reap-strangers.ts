import { ClusterError } from "@/lib/cluster/cluster-error";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { requireLease } from "@/lib/db/lease";
import { recordActs } from "@/lib/db/pass-acts";
import { findSession } from "@/lib/db/session-reads";
import { isExempt } from "@/lib/domain/brake";
import type { LeftoverItem, OrphanItem, PlannedObject } from "@/lib/domain/reap-types";
import { isOver } from "@/lib/domain/states";
import { REAPER, type Pass } from "./reap-pass";

/**
 * Looks again (design law 9): is every one of these sessions over, or none that the database knows? What is deleted
 * here has no row whose claim would ask for the lease, so it is asked for now.
 * @throws LeaseLost
 */
export async function isOverOrNone(
  { context, fence }: Pass,
  ids: readonly (string | null)[],
): Promise<boolean> {
  await requireLease(context.db.at, fence);
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = await Promise.all(wanted.map((id) => findSession(context.db.at, id)));
  return rows.every((row) => row === null || isOver(row));
}

/** Deletes by the UID that was seen; false where another object has the name by now, which the plan never judged. */
export async function deleteSeen(
  { context }: Pass,
  object: PlannedObject,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await context.cluster.deleteObject(object, signal);
    return true;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "uid-mismatch") return false;
    throw error;
  }
}

/** What was deleted, for the audit and for the brake's hour. */
export async function recordDeletion(
  { context, fence }: Pass,
  item: OrphanItem | LeftoverItem,
): Promise<void> {
  const { direction, sessionId, object, isConfirmed } = item;
  await inTransaction(context.db, async (tx) => {
    await requireLease(tx, fence);
    if (!isExempt(item)) await recordActs(tx, fence, [{ direction, sessionLabel: sessionId, isConfirmed }]);
    await addAudit(tx, {
      actor: REAPER,
      action: `${direction}.delete`,
      subjectType: object.kind,
      subjectId: `${object.namespace}/${object.name}`,
      params: { session: sessionId, uid: object.uid, isConfirmed },
    });
  });
}
