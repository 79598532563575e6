import type { LabSession } from "@/lib/domain/session";
import type { At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { type RawSession, SESSION_COLUMNS, toSession } from "./session-rows";
import { tellingOf, type Telling } from "./session-telling";

export const IS_LIVE = Prisma.sql`s.status IN ('provisioning', 'running')`;

export interface SessionChange {
  readonly id: string;
  readonly set: Prisma.Sql;
  readonly where: Prisma.Sql;
  readonly fence?: number;
  readonly tell?: Telling;
}

/**
 * Changes one row where it is as `where` wants it, and tells of it in the same statement; null where it is not, and
 * nothing is told. A decision about a session rests on its status, times and reason: a change of these counts `version`
 * up (`set` says so), a mere sighting does not.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function changeSession(at: At, change: SessionChange): Promise<LabSession | null> {
  const [row] = await queryKept<RawSession>(at, changing(Prisma.sql`s.id = ${change.id}`, change));
  if (row) return toSession(row);
  await checkFence(at, change.fence);
  return null;
}

/** The statement that changes the rows that `which` names, and tells of each of them the same. */
export function changing(which: Prisma.Sql, change: Omit<SessionChange, "id">): Prisma.Sql {
  const { set, where, fence, tell = {} } = change;
  return Prisma.sql`
    WITH changed AS (
      UPDATE lab_session s SET ${set} WHERE ${which} AND ${where} ${whileHeld(fence)} RETURNING ${SESSION_COLUMNS}
    )${tellingOf(tell, fence)} SELECT * FROM changed`;
}

export function ifVersion(version: number | undefined): Prisma.Sql {
  return version === undefined ? Prisma.sql`true` : Prisma.sql`s.version = ${version}::int`;
}
