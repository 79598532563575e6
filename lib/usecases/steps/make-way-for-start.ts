import type { Refusal } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { findOwnBlocking } from "@/lib/db/session-reads";
import { isExpired } from "@/lib/domain/lifetime";
import { isBlocking } from "@/lib/domain/states";
import type { Context } from "@/lib/usecases/context";
import { claimExpired } from "./claim-session";
import { releaseSession } from "./release-session";

/**
 * A start first ends the student's own expired row as End does (design law 3). Refused while a row of theirs still
 * blocks. It is a look before the leap: the unique index has the last word.
 */
export async function makeWayForStart(context: Context, studentId: string): Promise<Refusal | null> {
  const { at } = context.db;
  const own = await findOwnBlocking(at, studentId);
  if (own === null) return null;
  const nowMs = await databaseNow(at);
  if (isExpired(own.expiresAtMs, nowMs)) {
    const claimed = await claimExpired(context.db.at, own, { type: "system", name: "reaper" });
    if (claimed !== null) await releaseSession(context, claimed);
  }
  const left = await findOwnBlocking(at, studentId);
  if (left === null || !isBlocking(left, await databaseNow(at))) return null;
  return { code: "refused", reason: { code: "already-has-session", params: { sessionId: left.id } } };
}
