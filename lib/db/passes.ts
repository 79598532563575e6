import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { jsonb } from "./json";
import type { PassRecord, ReaperSnapshot } from "./pass-record";
import { NOW, toMs } from "./times";

export type * from "./pass-record";

/**
 * Writes down how the pass of this lease went.
 * @throws LeaseLost where the lease is no longer held.
 */
export async function recordPass(at: At, fence: number, record: PassRecord): Promise<void> {
  const changed = await clientOf(at).$executeRaw`
    UPDATE pass SET outcome = ${record.outcome}, trigger = ${record.trigger}, finished_at = ${NOW},
      has_findings = ${hasFindings(record)}, summary = ${jsonb(record)}
    WHERE fence = ${fence}::int AND outcome IS NULL ${whileHeld(fence)}`;
  if (changed === 0) await checkFence(at, fence);
}

/** Newest first, finished ones; at most `limit`. */
export async function listPasses(at: At, limit: number): Promise<PassRecord[]> {
  const rows = await clientOf(at).$queryRaw<RawPass[]>`
    SELECT id, number, summary FROM pass WHERE finished_at IS NOT NULL ORDER BY started_at DESC LIMIT ${limit}::int`;
  return rows.map(({ id, number, summary }) => ({ ...summary, passId: id, number }));
}

/** The newest finished pass; null before the first. */
export async function lastPass(at: At): Promise<PassRecord | null> {
  return (await listPasses(at, 1))[0] ?? null;
}

/** When the newest clean pass finished; null where there was none. */
export async function lastGoodPassAtMs(at: At): Promise<number | null> {
  const [row] = await clientOf(at).$queryRaw<{ at: Date }[]>`
    SELECT finished_at AS at FROM pass WHERE outcome = 'clean' ORDER BY finished_at DESC LIMIT 1`;
  return row ? toMs(row.at) : null;
}

/**
 * How many passes in a row were not clean, up to now; one that died counts once its lease (design law 11) is over.
 * 0 after a clean one.
 */
export async function uncleanPassesInARow(at: At): Promise<number> {
  const [row] = await clientOf(at).$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pass
    WHERE (outcome IS NOT NULL OR started_at < ${NOW} - interval '55 seconds')
      AND started_at > coalesce((SELECT max(started_at) FROM pass WHERE outcome = 'clean'), '-infinity')`;
  return row?.count ?? 0;
}

/** Keeps what the newest pass saw, in place of what the one before saw. */
export async function storeSnapshot(at: At, fence: number, snapshot: ReaperSnapshot): Promise<void> {
  const stored = await clientOf(at).$executeRaw`
    INSERT INTO reaper_snapshot (snapshot) SELECT ${jsonb(snapshot)} WHERE true ${whileHeld(fence)}
    ON CONFLICT (is_only) DO UPDATE SET snapshot = excluded.snapshot`;
  if (stored === 0) await checkFence(at, fence);
}

/** What the newest pass saw; null before the first. */
export async function readSnapshot(at: At): Promise<ReaperSnapshot | null> {
  const [row] = await clientOf(at).$queryRaw<
    { snapshot: ReaperSnapshot }[]
  >`SELECT snapshot FROM reaper_snapshot`;
  return row?.snapshot ?? null;
}

interface RawPass {
  id: string;
  number: number;
  summary: PassRecord;
}

/** A pass that found nothing and went well is thinned out after a week (see `prune`). */
function hasFindings(record: PassRecord): boolean {
  return record.outcome !== "clean" || Object.values(record.directions).some((tally) => tally.found > 0);
}
