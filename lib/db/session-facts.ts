import type { Sighting } from "@/lib/domain/reap-types";
import type { Reason } from "@/lib/domain/reason";
import type { ItemFailure } from "@/lib/domain/session";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { jsonb } from "./json";
import { changeSession } from "./session-change";
import type { NewSessionEvent } from "./session-events";
import { NOW, toDate } from "./times";

/** The UID of the deadline Job, as soon as it was made. */
export async function recordJob(at: At, { id, uid }: { id: string; uid: string }): Promise<void> {
  await clientOf(at).$executeRaw`UPDATE lab_session SET job_uid = ${uid} WHERE id = ${id}`;
}

/** The UID of a machine (VM or pod), as soon as it was made. `index` counts from 1. */
export async function recordMachine(
  at: At,
  { id, index, uid }: { id: string; index: number; uid: string },
): Promise<void> {
  await clientOf(at).$executeRaw`
    UPDATE session_machine SET uid = ${uid} WHERE session_id = ${id} AND index = ${index}::int`;
}

/** Why the launch failed, or what else a person should read; replaces what was there. */
export async function setReason(
  at: At,
  { id, reason }: { id: string; reason: Reason | null },
): Promise<void> {
  await clientOf(at).$executeRaw`UPDATE lab_session SET reason = ${jsonb(reason)} WHERE id = ${id}`;
}

/** The first time at which the cluster accepted the delete of all that a session had. */
export async function markDeleteAccepted(
  at: At,
  { id, fence }: { id: string; fence?: number },
): Promise<boolean> {
  const set = Prisma.sql`delete_accepted_at = ${NOW}`;
  const where = Prisma.sql`s.delete_accepted_at IS NULL AND s.claimed_at IS NOT NULL`;
  return (await changeSession(at, { id, set, where, fence })) !== null;
}

/** That a session's machines were seen to be gone. `uncertaintyMs`: how much earlier it may have been. */
export interface Gone {
  readonly id: string;
  readonly goneAtMs: number;
  readonly uncertaintyMs: number;
}

/**
 * Writes down, for claimed sessions, when their machines were seen to be gone, and tells of it; the first sighting stays.
 * Answers the ids of those for which this was the first.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function recordGone(
  at: At,
  gone: readonly Gone[],
  { actor = null, fence }: { readonly actor?: string | null; readonly fence?: number } = {},
): Promise<string[]> {
  if (gone.length === 0) return [];
  const sightings = gone.map(({ id, goneAtMs, uncertaintyMs }) => {
    return { id, goneAt: toDate(goneAtMs), uncertaintyMs: Math.max(0, Math.round(uncertaintyMs)) };
  });
  const rows = await clientOf(at).$queryRaw<{ id: string }[]>`
    WITH seen AS (
      SELECT * FROM jsonb_to_recordset(${jsonb(sightings)}) AS x("id" text, "goneAt" timestamptz, "uncertaintyMs" bigint)
    ), changed AS (
      UPDATE lab_session s SET gone_at = seen."goneAt", gone_uncertainty_ms = seen."uncertaintyMs"
      FROM seen WHERE s.id = seen.id AND s.gone_at IS NULL AND s.claimed_at IS NOT NULL ${whileHeld(fence)}
      RETURNING s.id, s.gone_uncertainty_ms
    ), told AS (
      INSERT INTO session_event (session_id, code, params, actor)
      SELECT id, 'gone', jsonb_build_object('uncertaintyMs', gone_uncertainty_ms), ${actor} FROM changed
    )
    SELECT id FROM changed`;
  if (rows.length === 0) await checkFence(at, fence);
  return rows.map(({ id }) => id);
}

/** Counts a failed try with its failure; null says that a try succeeded. */
export async function recordAttempt(
  at: At,
  { id, failure, fence }: { id: string; failure: ItemFailure | null; fence?: number },
): Promise<void> {
  const attempts = failure === null ? Prisma.sql`0` : Prisma.sql`s.attempts + 1`;
  const set = Prisma.sql`attempts = ${attempts}, last_failure = ${jsonb(failure)}, last_attempt_at = ${NOW}`;
  await changeSession(at, { id, set, where: Prisma.sql`true`, fence });
}

/** `held`: ghosts that the brake held in this pass, counted up. `reset`: all others start again from 0. */
export async function setGhostPasses(
  at: At,
  { held, reset }: { held: readonly string[]; reset: boolean },
  fence?: number,
): Promise<void> {
  const ids = [...held];
  const changed = await clientOf(at).$executeRaw`
    UPDATE lab_session s SET ghost_passes = CASE WHEN s.id = ANY(${ids}) THEN s.ghost_passes + 1 ELSE 0 END
    WHERE (s.id = ANY(${ids}) OR (${reset} AND s.ghost_passes > 0)) ${whileHeld(fence)}`;
  if (changed === 0) await checkFence(at, fence);
}

/**
 * Writes down what a pass saw of the machines of rows that are not over, and what there is to tell of it. It is no
 * change of the row itself, so `version` stays and a decision made meanwhile stands.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function applySightings(
  at: At,
  sightings: readonly Sighting[],
  { events = [], fence }: { readonly events?: readonly NewSessionEvent[]; readonly fence?: number } = {},
): Promise<void> {
  if (sightings.length === 0) return;
  const machines = sightings.flatMap((sighting) =>
    sighting.machines.map((machine) => ({ sessionId: sighting.sessionId, ...machine })),
  );
  const flags = sightings.map(({ sessionId, isDegraded, isUnguarded }) => ({
    sessionId,
    isDegraded,
    isUnguarded,
  }));
  const [counted] = await clientOf(at).$queryRaw<{ rows: number }[]>`
    WITH seen AS (
      SELECT * FROM jsonb_to_recordset(${jsonb(machines)}) AS x(
        "sessionId" text, "index" int, "uid" text, "vmiUid" text, "lastNode" text, "address" text, "state" text)
    ), flag AS (
      SELECT * FROM jsonb_to_recordset(${jsonb(flags)}) AS x("sessionId" text, "isDegraded" boolean, "isUnguarded" boolean)
    ), changed AS (
      UPDATE session_machine m
      SET uid = seen.uid, vmi_uid = seen."vmiUid", last_node = seen."lastNode", address = seen.address, state = seen.state
      FROM seen WHERE m.session_id = seen."sessionId" AND m.index = seen.index ${whileHeld(fence)}
      RETURNING 1
    ), flagged AS (
      UPDATE lab_session s SET is_degraded = flag."isDegraded", is_unguarded = flag."isUnguarded"
      FROM flag WHERE s.id = flag."sessionId" AND s.over_at IS NULL ${whileHeld(fence)}
      RETURNING 1
    ), told AS (
      INSERT INTO session_event (session_id, code, params, actor)
      SELECT "sessionId", code, coalesce(params, '{}'), actor
      FROM jsonb_to_recordset(${jsonb(events)}) AS x("sessionId" text, "code" text, "params" jsonb, "actor" text)
      WHERE true ${whileHeld(fence)}
    )
    SELECT ((SELECT count(*) FROM changed) + (SELECT count(*) FROM flagged))::int AS rows`;
  if (!counted?.rows) await checkFence(at, fence);
}
