import { ClusterError } from "@/lib/cluster/cluster-error";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { requireLease } from "@/lib/db/lease";
import { recordActs, withdrawAct } from "@/lib/db/pass-acts";
import { findSession } from "@/lib/db/session-reads";
import { isExempt } from "@/lib/domain/brake";
import type { LeftoverItem, OrphanItem, PlannedObject } from "@/lib/domain/reap-types";
import { isOver } from "@/lib/domain/states";
import { DONE, REAPER, SKIPPED, type ItemOutcome, type Pass } from "./reap-pass";

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

/**
 * Carries out a deletion that the brake counts. It is counted before it is tried, so that a pass that dies in between
 * does not give the next one its allowance anew; what the cluster refused is taken back, and what it left unanswered
 * stays counted.
 */
export async function deleteCounted(
  pass: Pass,
  item: OrphanItem | LeftoverItem,
  work: () => Promise<boolean>,
): Promise<ItemOutcome> {
  const { at } = pass.context.db;
  const { direction, sessionId: sessionLabel, isConfirmed } = item;
  const acts = isExempt(item) ? [] : [{ direction, sessionLabel, isConfirmed }];
  const withdraw = () => Promise.all(acts.map((act) => withdrawAct(at, pass.fence, act)));
  await recordActs(at, pass.fence, acts);
  try {
    if (await work()) return await auditDeletion(pass, item);
    await withdraw();
    return SKIPPED;
  } catch (error) {
    if (error instanceof ClusterError && error.status !== null) await withdraw();
    throw error;
  }
}

async function auditDeletion(
  { context, fence }: Pass,
  { direction, sessionId, object, isConfirmed }: OrphanItem | LeftoverItem,
): Promise<ItemOutcome> {
  await inTransaction(context.db, async (tx) => {
    await requireLease(tx, fence);
    await addAudit(tx, {
      actor: REAPER,
      action: `${direction}.delete`,
      subjectType: object.kind,
      subjectId: `${object.namespace}/${object.name}`,
      params: { session: sessionId, uid: object.uid, isConfirmed },
    });
  });
  return DONE;
}
