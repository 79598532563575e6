import { endSession, type EndOutcome } from "@/lib/cluster/end-session";
import { waitGone } from "@/lib/cluster/wait-gone";
import { databaseNow } from "@/lib/db/database";
import { recordAttempt, recordGone } from "@/lib/db/session-facts";
import { findSession } from "@/lib/db/session-reads";
import { finishSession } from "@/lib/db/session-writes";
import { isPastDeadline } from "@/lib/domain/lifetime";
import type { EndReason, ItemFailure, LabSession, SessionStatus } from "@/lib/domain/session";
import type { Context } from "@/lib/usecases/context";
import { checkCluster } from "./check-cluster";

/**
 * Deletes everything of a claimed session by the row's names, and finishes the row once the cluster accepted it all
 * (design law 5). Otherwise, and where this is not the right cluster, the row stays `ending` with its failure for the
 * next pass. Answers the status that the row then has. Looks for the moment of being gone in the background.
 */
export async function releaseSession(context: Context, row: LabSession): Promise<SessionStatus> {
  const refusal = await checkCluster(context, [row.namespace], "end");
  if (refusal !== null) {
    return fail(context, row, {
      resource: "cluster",
      error: refusal.reason?.code ?? refusal.code,
      status: null,
    });
  }
  const outcome = await endSession(context.cluster, row, context.signal);
  const failure = outcome.failures[0];
  if (failure !== undefined) return fail(context, row, failure);
  const status = await finish(context, row, outcome);
  context.after(() => lookForGone(context, row));
  return status;
}

/** As `releaseSession`, but answers "ending" after `patienceMs` while the work goes on. */
export async function releaseWithin(
  context: Context,
  row: LabSession,
  patienceMs: number,
): Promise<SessionStatus> {
  const release = releaseSession(context, row);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => (timer = setTimeout(resolve, patienceMs, null)));
  try {
    const status = await Promise.race([release, patience]);
    if (status !== null) return status;
    context.after(async () => void (await release));
    return "ending";
  } finally {
    clearTimeout(timer);
  }
}

async function fail(context: Context, { id }: LabSession, failure: ItemFailure): Promise<SessionStatus> {
  context.log.warn({ session: id, ...failure }, "the session's delete was not accepted");
  await recordAttempt(context.db.at, { id, failure });
  return "ending";
}

async function finish(context: Context, row: LabSession, outcome: EndOutcome): Promise<SessionStatus> {
  const endReason = await lateReason(context, row, outcome);
  const tell = { event: { code: "delete-accepted" } };
  const finished = await finishSession(context.db.at, { id: row.id, endReason, tell });
  return (finished ?? (await findSession(context.db.at, row.id)))?.status ?? "ending";
}

/** An expired session that its deadline Job had ended before we came (design law 12). */
async function lateReason(
  { db }: Context,
  row: LabSession,
  outcome: EndOutcome,
): Promise<EndReason | undefined> {
  if (row.endReason !== "expired" || !outcome.allGone || row.attempts > 0) return undefined;
  return isPastDeadline(row, await databaseNow(db.at)) ? "hard-deadline" : undefined;
}

/** Looks for the moment at which the machines are gone, for a minute and a half; what is later is a pass's to find. */
export async function lookForGone(context: Context, row: LabSession): Promise<void> {
  const { cluster, db, leaving } = context;
  const seen = await waitGone(cluster, row, { now: () => databaseNow(db.at) }, leaving);
  if (seen !== null) await recordGone(db.at, [{ id: row.id, ...seen }]);
}
