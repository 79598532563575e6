import { findSession } from "@/lib/db/session-reads";
import { may, type Permission } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import type { Context } from "@/lib/usecases/context";

/** The session, or null where there is none or where this actor may not do that to it: both answer not-found. */
export async function findVisible(
  context: Context,
  actor: Actor,
  permission: Permission,
  id: string,
): Promise<LabSession | null> {
  const row = await findSession(context.db.at, id);
  return row !== null && may(actor, permission, sessionScope(row)) ? row : null;
}

export function sessionScope(row: { readonly studentId: string; readonly courseId: string | null }) {
  return { ownerId: row.studentId, courseIds: row.courseId === null ? [] : [row.courseId] };
}
