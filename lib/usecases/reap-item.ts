import { itemFailure } from "@/lib/cluster/classify-failure";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { startTimeLimit } from "@/lib/cluster/time-limit";
import { isDatabaseDown } from "@/lib/db/database";
import { LeaseLost } from "@/lib/db/lease";
import { recordAttempt } from "@/lib/db/session-facts";
import type { ReapItem } from "@/lib/domain/reap-types";
import type { ItemFailure } from "@/lib/domain/session";
import { reapExpired } from "./reap-expired";
import { reapGhost } from "./reap-ghost";
import { reapLeftover } from "./reap-leftover";
import { reapOrphan } from "./reap-orphan";
import type { ItemOutcome, Pass, Turn } from "./reap-pass";
import { reapSettle } from "./reap-settle";

/**
 * Tries one item within its own time. What fails, hangs or is refused is this item's failure and nobody else's (design
 * law 6); it is counted on the row, so that it is shown and tried after the others. Only a lost lease is thrown: then
 * the pass is over.
 * @throws LeaseLost
 */
export async function reapItem(pass: Pass, item: ReapItem, leaveSlot: () => void): Promise<ItemOutcome> {
  const limit = startTimeLimit(pass.times.itemMs, pass.signal);
  try {
    // Raced, since a database that hangs does not listen to a signal.
    const outcome = await limit.race(act(pass, item, { signal: limit.signal, leaveSlot }));
    if (outcome.state === "failed") await noteFailure(pass, item, outcome.failure);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const failure = failureOf(pass, item, error);
    await noteFailure(pass, item, failure);
    return { state: "failed", failure };
  } finally {
    limit.stop();
  }
}

function act(pass: Pass, item: ReapItem, turn: Turn): Promise<ItemOutcome> {
  switch (item.direction) {
    case "settle":
      return reapSettle(pass, item, turn);
    case "expired":
      return reapExpired(pass, item, turn);
    case "orphan":
      return reapOrphan(pass, item, turn);
    case "ghost":
      return reapGhost(pass, item, turn);
    case "leftover":
      return reapLeftover(pass, item, turn);
  }
}

function failureOf({ context }: Pass, item: ReapItem, error: unknown): ItemFailure {
  const resource = "object" in item ? `${item.object.kind}/${item.object.name}` : "session";
  if (error instanceof ClusterError) return itemFailure(resource, error);
  if (isDatabaseDown(error)) return { resource: "database", error: "unavailable", status: null };
  context.log.error(
    { session: item.sessionId, direction: item.direction, error },
    "an item of the pass failed",
  );
  return itemFailure(resource, error);
}

/**
 * Counted on the row where there is one; that this cannot be written, or waits for whoever holds the row, must neither
 * hide the failure itself nor hold up the pass.
 */
async function noteFailure(
  { context, fence, times }: Pass,
  item: ReapItem,
  failure: ItemFailure,
): Promise<void> {
  context.log.warn({ session: item.sessionId, direction: item.direction, ...failure }, "not reclaimed yet");
  if (item.sessionId === null || item.direction === "orphan" || item.direction === "leftover") return;
  // Not with the pass's signal: where that has ended the item, the try counts all the same.
  const limit = startTimeLimit(times.noteMs);
  try {
    await limit.race(recordAttempt(context.db.at, { id: item.sessionId, failure, fence }));
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    context.log.error({ session: item.sessionId, error }, "a failed try could not be counted");
  } finally {
    limit.stop();
  }
}
