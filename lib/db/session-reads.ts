import type { LabSession } from "@/lib/domain/session";
import { clientOf, type At } from "./at";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { type RawSession, SESSION_COLUMNS, toSession } from "./session-rows";
import { toDate } from "./times";

export async function findSession(at: At, id: string): Promise<LabSession | null> {
  return first(await select(at, Prisma.sql`s.id = ${id}`));
}

/** The one row whose `blocks` keeps this student from starting anew (design law 3). */
export async function findOwnBlocking(at: At, studentId: string): Promise<LabSession | null> {
  return first(await select(at, Prisma.sql`s.student_id = ${studentId} AND s.blocks`));
}

/** The student's newest session that is over. */
export async function findNewestOver(at: At, studentId: string): Promise<LabSession | null> {
  const where = Prisma.sql`s.student_id = ${studentId} AND s.over_at IS NOT NULL ORDER BY s.over_at DESC LIMIT 1`;
  return first(await select(at, where));
}

/** The rows that every pass needs (design section 3): all that are not over, and those over that were not seen to be gone. */
export function loadPassRows(at: At): Promise<LabSession[]> {
  return select(at, Prisma.sql`s.gone_at IS NULL OR s.over_at IS NULL`);
}

/** Those of these ids that there are, whatever their state; in no order. */
export async function loadRows(at: At, ids: readonly string[]): Promise<LabSession[]> {
  return ids.length === 0 ? [] : select(at, Prisma.sql`s.id = ANY(${[...ids]})`);
}

/** The rows whose machines take seats whether they are seen or not: blocking or ending (design section 1). */
export function loadSeatRows(at: At): Promise<LabSession[]> {
  return select(at, Prisma.sql`s.over_at IS NULL`);
}

/** How many sessions were live at `atMs`. */
export async function liveAt(at: At, atMs: number): Promise<number> {
  const then = toDate(atMs);
  const [row] = await clientOf(at).$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM lab_session
    WHERE started_at <= ${then} AND (claimed_at IS NULL OR claimed_at > ${then})`;
  return row?.count ?? 0;
}

export interface ExpiryDistributions {
  /** Sessions that ended by expiry: from the deadline to the accepted delete. */
  readonly expiryToAccepted: Distribution;
  /** All sessions: from the accepted delete to the time they were seen to be gone. */
  readonly acceptedToGone: Distribution;
}
/** Milliseconds; null where nothing was measured. */
export interface Distribution {
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly maxMs: number | null;
}

/** Over the sessions whose delete was accepted since `sinceMs`. */
export async function expiryDistributions(at: At, sinceMs: number): Promise<ExpiryDistributions> {
  const [expiryToAccepted, acceptedToGone] = await Promise.all([
    distribution(
      at,
      sinceMs,
      Prisma.sql`delete_accepted_at - expires_at`,
      Prisma.sql`end_reason = 'expired'`,
    ),
    distribution(at, sinceMs, Prisma.sql`gone_at - delete_accepted_at`, Prisma.sql`gone_at IS NOT NULL`),
  ]);
  return { expiryToAccepted, acceptedToGone };
}

async function distribution(
  at: At,
  sinceMs: number,
  span: Prisma.Sql,
  where: Prisma.Sql,
): Promise<Distribution> {
  const [row] = await clientOf(at).$queryRaw<Distribution[]>`
    SELECT count(*)::int AS count,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS "p50Ms",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms",
      max(ms) AS "maxMs"
    FROM (
      SELECT greatest(0, extract(epoch FROM ${span}) * 1000)::float8 AS ms FROM lab_session
      WHERE delete_accepted_at >= ${toDate(sinceMs)} AND ${where}
    ) spans`;
  return row ?? { count: 0, p50Ms: null, p95Ms: null, maxMs: null };
}

async function select(at: At, where: Prisma.Sql): Promise<LabSession[]> {
  const rows = await queryKept<RawSession>(
    at,
    Prisma.sql`SELECT ${SESSION_COLUMNS} FROM lab_session s WHERE ${where}`,
  );
  return rows.map(toSession);
}

function first(sessions: LabSession[]): LabSession | null {
  return sessions[0] ?? null;
}
