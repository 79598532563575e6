import { ok, refuse, type ItemResult, type Result } from "@/lib/contracts/result";
import type { ExtendedSession } from "@/lib/contracts/sessions";
import { addAudit } from "@/lib/db/audit";
import { databaseNow, inTransaction } from "@/lib/db/database";
import { addEvent } from "@/lib/db/session-events";
import { updateExpiry } from "@/lib/db/session-writes";
import { canExtend } from "@/lib/domain/lifetime";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import type { Context } from "./context";
import { eachItem } from "./steps/each-item";
import { findVisible } from "./steps/find-visible";

/** A pass may write to the row between our look and our update; then it is looked at again. */
const TRIES = 3;

/**
 * Gives each session another session's time from now on, up to its own maximum (design law 2). Answers per item; a
 * session that is not the actor's to extend is not-found.
 */
export async function extendSessions(
  context: Context,
  actor: Actor,
  { ids }: { readonly ids: readonly string[] },
): Promise<Result<ItemResult<ExtendedSession>[]>> {
  if (!mayAnywhere(actor, "session.extend")) return refuse("forbidden");
  return ok(await eachItem(context, ids, (id) => extendOne(context, actor, id)));
}

async function extendOne(context: Context, actor: Actor, id: string): Promise<Result<ExtendedSession>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await findVisible(context, actor, "session.extend", id);
    if (row === null) return refuse("not-found");
    const extension = canExtend(row, await databaseNow(context.db.at));
    if (!extension.ok) return refuse("refused", { reason: extension.reason });
    const { expiresAtMs, isAtMaximum } = extension;
    if (expiresAtMs === row.expiresAtMs) return ok({ id, expiresAtMs, isAtMaximum });
    if (await write(context, actor, row, expiresAtMs)) return ok({ id, expiresAtMs, isAtMaximum });
  }
  return refuse("conflict");
}

async function write(context: Context, actor: Actor, row: LabSession, expiresAtMs: number): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const updated = await updateExpiry(tx, { id: row.id, version: row.version, expiresAtMs });
    if (updated === null) return false;
    const params = { fromMs: row.expiresAtMs, untilMs: expiresAtMs };
    await addEvent(tx, { sessionId: row.id, code: "extended", params, actor: actor.name });
    await addAudit(tx, {
      actor,
      action: "session.extend",
      subjectType: "session",
      subjectId: row.id,
      courseId: row.courseId,
      params,
    });
    return true;
  });
}
