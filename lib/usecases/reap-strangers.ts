import { ClusterError } from "@/lib/cluster/cluster-error";
import { addAudit } from "@/lib/db/audit";
import { countIfOver, withdrawAct } from "@/lib/db/pass-acts";
import { isExempt } from "@/lib/domain/brake";
import { sessionIdOfName } from "@/lib/domain/names";
import type { LeftoverItem, OrphanItem, PlannedObject } from "@/lib/domain/reap-types";
import { DONE, REAPER, SKIPPED, type ItemOutcome, type Pass, type Turn } from "./reap-pass";

/**
 * Carries out a deletion that no row's claim protects. In one statement the lease is asked for, and whether the sessions
 * that the object's label and name tell of are over, or none that the database knows (design law 9); and what the brake
 * counts is counted, before it is tried, so that a pass that dies in between does not give the next one its allowance
 * anew. What the cluster refused is taken back, and what it left unanswered stays counted.
 * @throws LeaseLost
 */
export async function deleteCounted(
  pass: Pass,
  item: OrphanItem | LeftoverItem,
  work: () => Promise<boolean>,
): Promise<ItemOutcome> {
  const { fence, context } = pass;
  const { at } = context.db;
  const { direction, sessionId: sessionLabel, isConfirmed, object } = item;
  const act = isExempt(item) ? null : { direction, sessionLabel, isConfirmed };
  const named = [sessionLabel, sessionIdOfName(object.name)];
  const sessionIds = [...new Set(named.filter((id) => id !== null))];
  if (!(await countIfOver(at, fence, { sessionIds, act }))) return SKIPPED;
  const withdraw = async () => act && (await withdrawAct(at, fence, act));
  try {
    if (await work()) return await auditDeletion(pass, item);
    await withdraw();
    return SKIPPED;
  } catch (error) {
    if (error instanceof ClusterError && error.status !== null) await withdraw();
    throw error;
  }
}

/** Deletes by the UID that was seen; false where another object has the name by now, which the plan never judged. */
export async function deleteSeen(
  { context }: Pass,
  object: PlannedObject,
  { signal, leaveSlot }: Turn,
): Promise<boolean> {
  try {
    await context.cluster.deleteObject(object, signal);
    leaveSlot();
    return true;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "uid-mismatch") return false;
    throw error;
  }
}

async function auditDeletion(
  { context, fence }: Pass,
  { direction, sessionId, object, isConfirmed }: OrphanItem | LeftoverItem,
): Promise<ItemOutcome> {
  const entry = {
    actor: REAPER,
    action: `${direction}.delete`,
    subjectType: object.kind,
    subjectId: `${object.namespace}/${object.name}`,
    params: { session: sessionId, uid: object.uid, isConfirmed },
  } as const;
  await addAudit(context.db.at, entry, fence);
  return DONE;
}
