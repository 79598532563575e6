import type { LabSpec, LifetimePolicy, MachineKind } from "@/lib/domain/lab";
import { firstExpiry } from "@/lib/domain/lifetime";
import type { Reason } from "@/lib/domain/reason";
import { END_REASONS, type EndReason, type LabSession } from "@/lib/domain/session";
import { LOCKOUT_MS, terminalStatus } from "@/lib/domain/states";
import { clientOf, type At } from "./at";
import { ChangeGroup } from "./change-group";
import { databaseNow } from "./database";
import { jsonb } from "./json";
import { Prisma } from "./generated/client";
import { changeSession, ifVersion, IS_LIVE, type SessionChange } from "./session-change";
import { findSession } from "./session-reads";
import type { Telling } from "./session-telling";
import { NOW, msInterval, toDate } from "./times";

export interface NewLabSession {
  readonly id: string;
  readonly studentId: string;
  readonly labId: string;
  readonly courseId: string | null;
  readonly namespace: string;
  readonly kind: MachineKind;
  readonly spec: LabSpec;
  readonly lifetime: LifetimePolicy;
  /** Names of all that will be created, before anything is (design law 4). */
  readonly machines: readonly {
    readonly index: number;
    readonly name: string;
    readonly secretName: string | null;
  }[];
  /** Hash of the session's own token; left out where it has none. */
  readonly tokenHash?: string;
}

/**
 * Inserts a provisioning session that starts now by the database's clock, with its machines.
 * "already-blocks" where the student has a row that blocks (design law 3); the transaction stays usable.
 */
export async function insertSession(tx: At, session: NewLabSession): Promise<LabSession | "already-blocks"> {
  const nowMs = await databaseNow(tx);
  const expiresAt = toDate(firstExpiry(nowMs, session.lifetime));
  const inserted = await clientOf(tx).$executeRaw`
    INSERT INTO lab_session
      (id, student_id, lab_id, course_id, namespace, kind, spec, lifetime, token_hash, started_at, expires_at)
    VALUES (${session.id}, ${session.studentId}, ${session.labId}, ${session.courseId}, ${session.namespace},
      ${session.kind}, ${jsonb(session.spec)}, ${jsonb(session.lifetime)}, ${session.tokenHash ?? null},
      ${toDate(nowMs)}, ${expiresAt})
    ON CONFLICT (student_id) WHERE blocks = true DO NOTHING`;
  if (inserted === 0) return "already-blocks";
  await clientOf(tx).sessionMachine.createMany({
    data: session.machines.map(({ index, name, secretName }) => ({
      sessionId: session.id,
      index,
      name,
      secretName,
    })),
  });
  const row = await findSession(tx, session.id);
  if (!row) throw new Error(`session ${session.id} is not there after its insert`);
  return row;
}

/** Lets a student start anew whose rows were claimed 10 minutes ago or more; the rows stay with the reaper (law 3). */
export async function clearOldBlocks(tx: At, studentId: string): Promise<number> {
  return clientOf(tx).$executeRaw`
    UPDATE lab_session SET blocks = false
    WHERE student_id = ${studentId} AND blocks AND status = 'ending'
      AND claimed_at <= clock_timestamp() - ${msInterval(LOCKOUT_MS)}`;
}

/** Moves the end of a session that is live, not expired and unchanged since `version`; else null. */
export function updateExpiry(
  at: At,
  { id, version, expiresAtMs }: { id: string; version: number; expiresAtMs: number },
): Promise<LabSession | null> {
  return changeSession(at, {
    id,
    set: Prisma.sql`expires_at = ${toDate(expiresAtMs)}, version = s.version + 1`,
    where: Prisma.sql`${IS_LIVE} AND s.expires_at > clock_timestamp() AND ${ifVersion(version)}`,
  });
}

export interface Claim {
  readonly id: string;
  readonly endReason: EndReason;
  readonly reason?: Reason | null;
  /** Only where its time is up: the counterpart of `updateExpiry`, so that one of the two wins. */
  readonly onlyExpired?: boolean;
  readonly version?: number;
  readonly fence?: number;
  readonly tell?: Telling;
}

/** Takes a live session for its end: from now on it is `ending`, and its token is dead. Null where it is not live. */
export function claimSession(at: At | ChangeGroup, claim: Claim): Promise<LabSession | null> {
  const { id, endReason, reason, onlyExpired = false, version, fence, tell } = claim;
  return change(at, {
    id,
    set: Prisma.sql`
      status = 'ending', end_reason = ${endReason}, reason = coalesce(${jsonb(reason)}, s.reason), claimed_at = ${NOW},
      token_hash = NULL, attempts = 0, last_failure = NULL, ghost_passes = 0, version = s.version + 1`,
    where: Prisma.sql`
      ${IS_LIVE} AND ${ifVersion(version)}
      AND ${onlyExpired ? Prisma.sql`s.expires_at <= clock_timestamp()` : Prisma.sql`true`}`,
    ...{ fence, tell },
  });
}

/**
 * Closes an `ending` row once the cluster accepted every delete (design law 5): `ended`, `expired` or `failed` by its
 * end reason, or by `endReason` where what ended it was seen only now. Null where it is not `ending`.
 */
export function finishSession(
  at: At | ChangeGroup,
  { id, endReason, ...rest }: { id: string; endReason?: EndReason; fence?: number; tell?: Telling },
): Promise<LabSession | null> {
  const found = Prisma.sql`coalesce(${endReason ?? null}, s.end_reason)`;
  return change(at, {
    id,
    set: Prisma.sql`
      status = CASE ${found} ${TERMINAL} END, end_reason = ${found}, blocks = false,
      delete_accepted_at = coalesce(s.delete_accepted_at, ${NOW}), over_at = ${NOW}, attempts = 0, last_failure = NULL,
      is_degraded = false, is_unguarded = false, version = s.version + 1`,
    where: Prisma.sql`s.status = 'ending' AND ${found} IS NOT NULL`,
    ...rest,
  });
}

/** provisioning -> running, with the time at which the cluster says that every machine ran. */
export function markRunning(
  at: At,
  running: { id: string; version: number; runningAtMs: number; fence?: number; tell?: Telling },
): Promise<LabSession | null> {
  const { id, version, runningAtMs, ...rest } = running;
  return changeSession(at, {
    id,
    set: Prisma.sql`status = 'running', running_at = ${toDate(runningAtMs)}, attempts = 0, last_failure = NULL,
      version = s.version + 1`,
    where: Prisma.sql`s.status = 'provisioning' AND ${ifVersion(version)}`,
    ...rest,
  });
}

/** The creator's last write: all resources were made. False where the session is no longer live (design law 4). */
export async function markCreated(at: At, id: string): Promise<boolean> {
  const set = Prisma.sql`created_at = coalesce(s.created_at, ${NOW}), version = s.version + 1`;
  return (await changeSession(at, { id, set, where: IS_LIVE })) !== null;
}

function change(at: At | ChangeGroup, wanted: SessionChange): Promise<LabSession | null> {
  return at instanceof ChangeGroup ? at.change(wanted) : changeSession(at, wanted);
}

/** The rule of lib/domain/states in SQL, so that closing a row need not read it first. */
const TERMINAL = Prisma.join(
  END_REASONS.map((reason) => Prisma.sql`WHEN ${reason} THEN ${terminalStatus(reason)}`),
  " ",
);
