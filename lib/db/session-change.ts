import type { LabSession } from "@/lib/domain/session";
import type { At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { type RawSession, SESSION_COLUMNS, toSession } from "./session-rows";
import { tellingOf, type Telling } from "./session-telling";

export const IS_LIVE = Prisma.sql`s.status IN ('provisioning', 'running')`;

/**
 * Changes one row where it is as `where` wants it, and tells of it in the same statement; null where it is not, and
 * nothing is told. A decision about a session rests on its status, times and reason: a change of these counts `version`
 * up (`set` says so), a mere sighting does not.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function changeSession(
  at: At,
  change: { id: string; set: Prisma.Sql; where: Prisma.Sql; fence?: number; tell?: Telling },
): Promise<LabSession | null> {
  const { id, set, where, fence, tell = {} } = change;
  const statement = Prisma.sql`
    WITH changed AS (
      UPDATE lab_session s SET ${set} WHERE s.id = ${id} AND ${where} ${whileHeld(fence)} RETURNING ${SESSION_COLUMNS}
    )${tellingOf(tell, fence)} SELECT * FROM changed`;
  const [row] = await queryKept<RawSession>(at, statement);
  if (row) return toSession(row);
  await checkFence(at, fence);
  return null;
}

export function ifVersion(version: number | undefined): Prisma.Sql {
  return version === undefined ? Prisma.sql`true` : Prisma.sql`s.version = ${version}::int`;
}
