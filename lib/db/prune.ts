import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";

/**
 * Removes what is too old to keep, `limit` rows at most in all, and answers how many: passes without findings after
 * 7 days but for one an hour, session events after 90 days, acts and confirmations after a day (the brake looks back
 * an hour), counts of sign-in tries an hour after the last of them (a lock lasts 15 minutes, a window one). The audit is
 * kept (design section 3).
 * @throws LeaseLost where the lease is not held.
 */
export async function prune(at: At, fence: number, limit = 500): Promise<number> {
  let removed = 0;
  for (const old of OLD) {
    if (removed >= limit) return removed;
    removed += await clientOf(at).$executeRaw`
      DELETE FROM ${old.table} WHERE id IN (${old.ids} LIMIT ${limit - removed}::int) ${whileHeld(fence)}`;
  }
  if (removed === 0) await checkFence(at, fence);
  return removed;
}

const OLD: readonly { table: Prisma.Sql; ids: Prisma.Sql }[] = [
  {
    table: Prisma.sql`pass`,
    ids: Prisma.sql`
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY date_trunc('hour', started_at) ORDER BY started_at, id) AS nth
        FROM pass WHERE NOT has_findings AND started_at < clock_timestamp() - interval '7 days'
      ) old WHERE nth > 1`,
  },
  {
    table: Prisma.sql`session_event`,
    ids: Prisma.sql`SELECT id FROM session_event WHERE at < clock_timestamp() - interval '90 days' ORDER BY at`,
  },
  {
    table: Prisma.sql`pass_act`,
    ids: Prisma.sql`SELECT id FROM pass_act WHERE at < clock_timestamp() - interval '1 day'`,
  },
  {
    table: Prisma.sql`confirmation`,
    ids: Prisma.sql`SELECT id FROM confirmation WHERE expires_at < clock_timestamp() - interval '1 day'`,
  },
  {
    table: Prisma.sql`rate_limit`,
    ids: Prisma.sql`
      SELECT id FROM rate_limit
      WHERE last_request < (extract(epoch FROM clock_timestamp() - interval '1 hour') * 1000)::bigint`,
  },
];
