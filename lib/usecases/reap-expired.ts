import { findSession } from "@/lib/db/session-reads";
import type { ExpiredItem } from "@/lib/domain/reap-types";
import type { LabSession } from "@/lib/domain/session";
import { SKIPPED, type ItemOutcome, type Pass, type Turn } from "./reap-pass";
import { claimInPass, release } from "./reap-release";

/**
 * Ends an expired session: claim, delete, close. An extension that came first wins, since the claim asks the database's
 * clock again. A row that is `ending` already is deleted again.
 */
export async function reapExpired(pass: Pass, item: ExpiredItem, turn: Turn): Promise<ItemOutcome> {
  const row = item.act === "claim" ? await claimExpired(pass, item) : await findEnding(pass, item.sessionId);
  return row === null ? SKIPPED : release(pass, row, item.strays, turn);
}

function claimExpired(pass: Pass, { sessionId: id, endReason }: ExpiredItem): Promise<LabSession | null> {
  const code = endReason === "hard-deadline" ? endReason : "expired";
  return claimInPass(pass, { id, endReason, reason: { code }, onlyExpired: true });
}

async function findEnding({ context }: Pass, id: string): Promise<LabSession | null> {
  const row = await findSession(context.db.at, id);
  return row?.status === "ending" ? row : null;
}
