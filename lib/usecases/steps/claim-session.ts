import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { addEvent } from "@/lib/db/session-events";
import { claimSession } from "@/lib/db/session-writes";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import type { EndReason, LabSession } from "@/lib/domain/session";
import type { Context } from "@/lib/usecases/context";

export interface Claim {
  readonly endReason: EndReason;
  readonly reason?: Reason;
  /** Only where nothing is left of its time. */
  readonly onlyExpired?: boolean;
}

/**
 * live -> ending, with event and audit row in the same transaction. null: somebody else claimed it first, or (with
 * `onlyExpired`) it was extended.
 */
export async function claim(
  context: Context,
  row: Pick<LabSession, "id" | "courseId">,
  actor: Actor,
  wanted: Claim,
): Promise<LabSession | null> {
  return inTransaction(context.db, async (tx) => {
    const claimed = await claimSession(tx, { id: row.id, ...wanted });
    if (claimed === null) return null;
    const { endReason } = wanted;
    await addEvent(tx, { sessionId: row.id, code: "claimed", params: { endReason }, actor: actor.name });
    await addAudit(tx, {
      actor,
      action: "session.end",
      subjectType: "session",
      subjectId: row.id,
      courseId: row.courseId,
      params: { endReason, reason: wanted.reason?.code ?? null },
    });
    return claimed;
  });
}

export function claimExpired(
  context: Context,
  row: Pick<LabSession, "id" | "courseId">,
  actor: Actor,
): Promise<LabSession | null> {
  return claim(context, row, actor, { endReason: "expired", reason: { code: "expired" }, onlyExpired: true });
}
