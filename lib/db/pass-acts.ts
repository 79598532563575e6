import { randomUUID } from "node:crypto";
import type { BrakedDirection, Confirmation } from "@/lib/domain/reap-types";
import { SESSION_STATUSES } from "@/lib/domain/session";
import { isOver } from "@/lib/domain/states";
import { clientOf, type At } from "./at";
import { isHeldRow, LeaseLost } from "./fence";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { NOW, msInterval, toMs } from "./times";

/** Something that a pass deleted or failed in a direction that has a brake. */
export interface PassAct {
  readonly direction: BrakedDirection;
  /** Value of curfew.dev/session; null where it bore none. */
  readonly sessionLabel: string | null;
  readonly isConfirmed: boolean;
}

/**
 * Looks once more, and counts, before something is deleted that no row's claim protects (design law 9): true where each of
 * these sessions is over or has no row; then, and only then, `act` is counted for this pass. null: nothing is to count.
 * @throws LeaseLost where the lease is not held.
 */
export async function countIfOver(
  at: At,
  fence: number,
  { sessionIds, act }: { readonly sessionIds: readonly string[]; readonly act: PassAct | null },
): Promise<boolean> {
  const counted = Prisma.sql`, counted AS (
    INSERT INTO pass_act (pass_id, direction, session_label, is_confirmed)
    SELECT pass_id, ${act?.direction}, ${act?.sessionLabel}, ${act?.isConfirmed}::boolean FROM look WHERE is_over)`;
  const statement = Prisma.sql`
    WITH look AS (
      SELECT pass_id, NOT EXISTS (
        SELECT FROM lab_session s WHERE s.id = ANY(${[...sessionIds]}) AND s.status <> ALL(${OVER})) AS is_over
      FROM reap_lease WHERE ${isHeldRow(fence)} FOR SHARE
    )${act === null ? Prisma.empty : counted} SELECT is_over AS "isOver" FROM look`;
  const [look] = await queryKept<{ isOver: boolean }>(at, statement);
  if (!look) throw new LeaseLost(fence);
  return look.isOver;
}

/** Takes back one act of this pass, of which the cluster said that it was not done. */
export async function withdrawAct(at: At, fence: number, act: PassAct): Promise<void> {
  await clientOf(at).$executeRaw`
    DELETE FROM pass_act WHERE id = (
      SELECT a.id FROM pass_act a JOIN pass p ON p.id = a.pass_id
      WHERE p.fence = ${fence}::int AND a.direction = ${act.direction} AND a.is_confirmed = ${act.isConfirmed}
        AND a.session_label IS NOT DISTINCT FROM ${act.sessionLabel}::text
      ORDER BY a.id DESC LIMIT 1)`;
}

/** Distinct sessions acted on without a confirmation in the last hour; no label counts as one (design law 10). */
export async function actsLastHour(at: At): Promise<Record<BrakedDirection, number>> {
  const rows = await clientOf(at).$queryRaw<{ direction: BrakedDirection; count: number }[]>`
    SELECT direction, count(DISTINCT coalesce(session_label, ''))::int AS count FROM pass_act
    WHERE NOT is_confirmed AND at > clock_timestamp() - interval '1 hour' GROUP BY direction`;
  const counts = { orphan: 0, ghost: 0, leftover: 0 };
  for (const { direction, count } of rows) counts[direction] = count;
  return counts;
}

/** Stores an admin's "yes, these". Answers until when it is good. `byId` is null for a system actor. */
export async function insertConfirmation(
  at: At,
  {
    direction,
    keys,
    byId,
    minutes,
  }: { direction: BrakedDirection; keys: readonly string[]; byId: string | null; minutes: number },
): Promise<Confirmation> {
  const [row] = await clientOf(at).$queryRaw<{ expiresAt: Date }[]>`
    INSERT INTO confirmation (id, direction, keys, by_id, expires_at)
    VALUES (${randomUUID()}, ${direction}, ${[...keys]}, ${byId}, ${NOW} + ${msInterval(minutes * 60_000)})
    RETURNING expires_at AS "expiresAt"`;
  if (!row) throw new Error("the confirmation was not stored");
  return { direction, keys, expiresAtMs: toMs(row.expiresAt) };
}

/** Those that are still good, oldest first. */
export async function listConfirmations(at: At): Promise<Confirmation[]> {
  const rows = await clientOf(at).$queryRaw<
    { direction: BrakedDirection; keys: string[]; expiresAt: Date }[]
  >`
    SELECT direction, keys, expires_at AS "expiresAt" FROM confirmation
    WHERE expires_at > clock_timestamp() ORDER BY created_at, id`;
  return rows.map(({ direction, keys, expiresAt }) => ({ direction, keys, expiresAtMs: toMs(expiresAt) }));
}

const OVER = SESSION_STATUSES.filter((status) => isOver({ status }));
