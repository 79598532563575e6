import { clientOf, type At } from "./at";
import { Prisma } from "./generated/client";

/** How long something took, counted in buckets over all sessions that there ever were: it only grows. */
export interface SpanCounts {
  /** Upper bounds in ms, rising, each included in its own bucket. */
  readonly boundsMs: readonly number[];
  /** One count per bound, and last those above all of them. */
  readonly counts: readonly number[];
  readonly sumMs: number;
}
export interface SessionSpans {
  /** From the row to all machines running. */
  readonly launch: SpanCounts;
  /** Of sessions that ended by expiry: from the deadline to the accepted delete of all that they had. */
  readonly expiryToAccepted: SpanCounts;
  /** Of sessions that ended by expiry or by their deadline Job: from the deadline until they were seen to be gone. */
  readonly expiryToGone: SpanCounts;
}

const LAUNCH_BOUNDS_MS = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600].map((s) => s * 1000);
const RELEASE_BOUNDS_MS = [5, 15, 30, 60, 90, 120, 180, 300, 600, 1200, 3600].map((s) => s * 1000);

export async function sessionSpans(at: At): Promise<SessionSpans> {
  const [launch, expiryToAccepted, expiryToGone] = await Promise.all([
    countSpans(at, LAUNCH_BOUNDS_MS, Prisma.sql`running_at - started_at`, Prisma.sql`true`),
    countSpans(
      at,
      RELEASE_BOUNDS_MS,
      Prisma.sql`delete_accepted_at - expires_at`,
      Prisma.sql`end_reason = 'expired'`,
    ),
    countSpans(
      at,
      RELEASE_BOUNDS_MS,
      Prisma.sql`gone_at - expires_at`,
      Prisma.sql`end_reason IN ('expired', 'hard-deadline')`,
    ),
  ]);
  return { launch, expiryToAccepted, expiryToGone };
}

async function countSpans(
  at: At,
  boundsMs: readonly number[],
  span: Prisma.Sql,
  where: Prisma.Sql,
): Promise<SpanCounts> {
  // width_bucket counts a bound to the bucket above it, Prometheus to the one below; times are whole milliseconds.
  const edges = boundsMs.map((ms) => ms + 1);
  const rows = await clientOf(at).$queryRaw<{ bucket: number; count: number; sum: number }[]>`
    SELECT width_bucket(ms, ${edges}::float8[]) AS bucket, count(*)::int AS count, sum(ms)::float8 AS sum
    FROM (SELECT greatest(0, extract(epoch FROM ${span}) * 1000)::float8 AS ms FROM lab_session
          WHERE ${span} IS NOT NULL AND ${where}) spans
    GROUP BY 1`;
  const counts = [...boundsMs, Infinity].map((_bound, i) => rows.find((row) => row.bucket === i)?.count ?? 0);
  return { boundsMs, counts, sumMs: rows.reduce((sum, row) => sum + row.sum, 0) };
}
