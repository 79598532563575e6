import { type CapacitySample, thinHistory } from "@/lib/domain/capacity/history";
import type { LaunchRefuser } from "@/lib/domain/refused-launch";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { jsonb } from "./json";
import { NOW, toDate, toMs } from "./times";

/** Counts a start that was refused for want of a seat, until the next sample takes it over. */
export async function countRefusal(at: At): Promise<void> {
  await clientOf(at).$executeRaw`${countingRefusal("seat")}`;
}

/** The statement that does so, one for each row of `from`; without it one, and of no row nothing is written. */
export function countingRefusal(by: "seat" | LaunchRefuser, from: Prisma.Sql = Prisma.empty): Prisma.Sql {
  const all = (of: typeof by) => (of === by ? Prisma.sql`count(*)::int` : Prisma.sql`0`);
  return Prisma.sql`
    INSERT INTO capacity_refusals AS r (count, by_quota, by_nodes)
    SELECT ${all("seat")}, ${all("quota")}, ${all("nodes")} ${from} HAVING count(*) > 0
    ON CONFLICT (is_only) DO UPDATE SET count = r.count + EXCLUDED.count, by_quota = r.by_quota + EXCLUDED.by_quota,
      by_nodes = r.by_nodes + EXCLUDED.by_nodes`;
}

/**
 * Keeps a pass's count of seats, with the starts refused since the one before.
 * @throws LeaseLost where the lease is not held; then nothing is written.
 */
export async function keepSample(
  at: At,
  fence: number,
  { taken, cap, releasing }: Pick<CapacitySample, "taken" | "cap" | "releasing">,
): Promise<void> {
  const kept = await clientOf(at).$executeRaw`
    WITH refusals AS (DELETE FROM capacity_refusals WHERE true ${whileHeld(fence)} RETURNING count, by_quota, by_nodes)
    INSERT INTO capacity_sample (at, taken, cap, releasing, refused, refused_by_quota, refused_by_nodes)
    SELECT ${NOW}, ${taken}::int, ${cap}::int, ${releasing}::int,
      coalesce(sum(count), 0), coalesce(sum(by_quota), 0), coalesce(sum(by_nodes), 0) FROM refusals
    HAVING true ${whileHeld(fence)}`;
  if (kept === 0) await checkFence(at, fence);
}

/** The newest sample; null before the first. */
export async function newestSample(at: At): Promise<CapacitySample | null> {
  const row = await clientOf(at).capacitySample.findFirst({ orderBy: { at: "desc" } });
  if (row === null) return null;
  const { at: time, ...sample } = row;
  return { ...sample, atMs: toMs(time) };
}

/** The samples since `sinceMs`, oldest first. */
export async function listSamples(at: At, sinceMs = 0): Promise<CapacitySample[]> {
  const rows = await clientOf(at).capacitySample.findMany({
    where: { at: { gte: toDate(sinceMs) } },
    orderBy: { at: "asc" },
  });
  return rows.map(({ at: time, ...sample }) => ({ ...sample, atMs: toMs(time) }));
}

/**
 * Thins what has aged (lib/domain/capacity/history), and answers how many samples went.
 * @throws LeaseLost where the lease is not held; then all of them stay.
 */
export async function thinSamples(at: At, fence: number, nowMs: number): Promise<number> {
  const samples = await listSamples(at);
  const kept = thinHistory(samples, nowMs).map(({ atMs, refused, refusedByQuota, refusedByNodes }) => ({
    ...{ at: toDate(atMs), refused, by_quota: refusedByQuota, by_nodes: refusedByNodes },
  }));
  if (kept.length === samples.length) return 0;
  const removed = await clientOf(at).$executeRaw`
    WITH kept AS (SELECT * FROM jsonb_to_recordset(${jsonb(kept)})
      AS x(at timestamptz, refused int, by_quota int, by_nodes int)),
    moved AS (
      UPDATE capacity_sample s
      SET refused = kept.refused, refused_by_quota = kept.by_quota, refused_by_nodes = kept.by_nodes FROM kept
      WHERE s.at = kept.at AND (s.refused, s.refused_by_quota, s.refused_by_nodes)
        IS DISTINCT FROM (kept.refused, kept.by_quota, kept.by_nodes) ${whileHeld(fence)})
    DELETE FROM capacity_sample s
    WHERE s.at <= ${toDate(samples.at(-1)?.atMs ?? 0)}
      AND NOT EXISTS (SELECT FROM kept WHERE kept.at = s.at) ${whileHeld(fence)}`;
  if (removed === 0) await checkFence(at, fence);
  return removed;
}
