import { itemFailure } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { endSession } from "@/lib/cluster/end-session";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { addEvent } from "@/lib/db/session-events";
import { claimSession, finishSession, type Claim } from "@/lib/db/session-writes";
import type { PlannedObject } from "@/lib/domain/reap-types";
import type { ItemFailure, LabSession } from "@/lib/domain/session";
import { DONE, REAPER, type ItemOutcome, type Pass } from "./reap-pass";
import { lookForGone } from "./steps/release-session";

/** live -> ending, told in events and audit with the write itself; null where the row is no longer as planned. */
export async function claimInPass(
  { context, fence }: Pass,
  claim: Omit<Claim, "fence">,
  also: (tx: Parameters<typeof addEvent>[0]) => Promise<void> = async () => undefined,
): Promise<LabSession | null> {
  return inTransaction(context.db, async (tx) => {
    const row = await claimSession(tx, { ...claim, fence });
    if (row === null) return null;
    const { id, endReason, reason } = claim;
    await addEvent(tx, { sessionId: id, code: "claimed", params: { endReason }, actor: REAPER.name }, fence);
    await addAudit(tx, {
      actor: REAPER,
      action: "session.end",
      subjectType: "session",
      subjectId: id,
      courseId: row.courseId,
      params: { endReason, reason: reason?.code ?? null },
    });
    await also(tx);
    return row;
  });
}

/**
 * Deletes everything of an `ending` row, and closes it only once the cluster accepted it all (design law 5); then looks
 * in the background for the moment at which it is gone.
 */
export async function release(
  pass: Pass,
  row: LabSession,
  strays: readonly PlannedObject[],
  signal: AbortSignal,
): Promise<ItemOutcome> {
  const { context, fence } = pass;
  const [ended, failed] = await Promise.all([
    endSession(context.cluster, row, signal),
    Promise.all(strays.map((object) => deleteStray(pass, object, signal))),
  ]);
  const failure = [...ended.failures, ...failed.filter((each) => each !== null)][0];
  if (failure) return { state: "failed", failure };
  await inTransaction(context.db, async (tx) => {
    const over = await finishSession(tx, { id: row.id, fence });
    if (over) await addEvent(tx, { sessionId: row.id, code: "delete-accepted", actor: REAPER.name }, fence);
  });
  context.after(() => lookForGone(context, row));
  return DONE;
}

async function deleteStray(
  { context }: Pass,
  object: PlannedObject,
  signal: AbortSignal,
): Promise<ItemFailure | null> {
  try {
    await context.cluster.deleteObject(object, signal);
    return null;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return itemFailure(object.name, error);
  }
}
