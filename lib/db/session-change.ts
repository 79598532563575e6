import type { LabSession } from "@/lib/domain/session";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { type RawSession, SESSION_COLUMNS, toSession } from "./session-rows";

export const IS_LIVE = Prisma.sql`s.status IN ('provisioning', 'running')`;

/**
 * Changes one row where it is as `where` wants it; null where it is not. A decision about a session rests on its
 * status, times and reason: a change of these counts `version` up (`set` says so), a mere sighting does not.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function changeSession(
  at: At,
  change: { id: string; set: Prisma.Sql; where: Prisma.Sql; fence?: number },
): Promise<LabSession | null> {
  const { id, set, where, fence } = change;
  const [row] = await clientOf(at).$queryRaw<RawSession[]>`
    UPDATE lab_session s SET ${set} WHERE s.id = ${id} AND ${where} ${whileHeld(fence)} RETURNING ${SESSION_COLUMNS}`;
  if (row) return toSession(row);
  await checkFence(at, fence);
  return null;
}

export function ifVersion(version: number | undefined): Prisma.Sql {
  return version === undefined ? Prisma.sql`true` : Prisma.sql`s.version = ${version}::int`;
}
