import { itemFailure } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { endSession } from "@/lib/cluster/end-session";
import type { PassAct } from "@/lib/db/pass-acts";
import { claimSession, finishSession, type Claim } from "@/lib/db/session-writes";
import type { PlannedObject } from "@/lib/domain/reap-types";
import type { ItemFailure, LabSession } from "@/lib/domain/session";
import { DONE, REAPER, type ItemOutcome, type Pass, type Turn } from "./reap-pass";
import { claimTold } from "./steps/claim-session";
import { lookForGone } from "./steps/release-session";

/** live -> ending, told by the write itself; null where the row is no longer as planned. `act`: for the brake. */
export function claimInPass(
  { changes, fence }: Pass,
  claim: Omit<Claim, "fence" | "tell">,
  act?: PassAct,
): Promise<LabSession | null> {
  return claimSession(changes, { ...claim, fence, tell: { ...claimTold(REAPER, claim), act } });
}

/**
 * Deletes everything of an `ending` row, and closes it only once the cluster accepted it all (design law 5); then looks
 * in the background for the moment at which it is gone.
 */
export async function release(
  pass: Pass,
  row: LabSession,
  strays: readonly PlannedObject[],
  { signal, leaveSlot }: Turn,
): Promise<ItemOutcome> {
  const { context, changes, fence } = pass;
  const [ended, failed] = await Promise.all([
    endSession(context.cluster, row, signal),
    Promise.all(strays.map((object) => deleteStray(pass, object, signal))),
  ]);
  const failure = [...ended.failures, ...failed.filter((each) => each !== null)][0];
  if (failure) return { state: "failed", failure };
  leaveSlot();
  const event = { code: "delete-accepted", actor: REAPER.name };
  await finishSession(changes, { id: row.id, fence, tell: { event } });
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
