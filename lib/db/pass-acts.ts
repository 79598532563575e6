import { randomUUID } from "node:crypto";
import type { BrakedDirection, Confirmation } from "@/lib/domain/reap-types";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { jsonb } from "./json";
import { NOW, msInterval, toMs } from "./times";

/** Something that a pass deleted or failed in a direction that has a brake. */
export interface PassAct {
  readonly direction: BrakedDirection;
  /** Value of curfew.dev/session; null where it bore none. */
  readonly sessionLabel: string | null;
  readonly isConfirmed: boolean;
}

/** @throws LeaseLost where the lease is not held; then none is written. */
export async function recordActs(at: At, fence: number, acts: readonly PassAct[]): Promise<void> {
  if (acts.length === 0) return;
  const added = await clientOf(at).$executeRaw`
    INSERT INTO pass_act (pass_id, direction, session_label, is_confirmed)
    SELECT p.id, x.direction, x."sessionLabel", x."isConfirmed"
    FROM pass p, jsonb_to_recordset(${jsonb(acts)}) AS x("direction" text, "sessionLabel" text, "isConfirmed" boolean)
    WHERE p.fence = ${fence}::int ${whileHeld(fence)}`;
  if (added === 0) await checkFence(at, fence);
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
