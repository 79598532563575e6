import { randomUUID } from "node:crypto";
import type { DirectionTally, PassTrigger } from "@/lib/domain/pass-summary";
import { clientOf, type At } from "./at";
import { isHeld } from "./fence";
import { jsonb } from "./json";
import type { PassRecord } from "./pass-record";
import { NOW, msInterval, toMsOrNull } from "./times";

export { LeaseLost } from "./fence";

export interface TakenLease {
  /** Goes into the WHERE of every write of the pass; every lease has a higher one. */
  readonly fence: number;
  readonly passId: string;
  readonly passNumber: number;
}

export interface LeaseState {
  readonly fence: number;
  readonly isHeld: boolean;
  readonly holder: string | null;
  readonly passId: string | null;
  readonly expiresAtMs: number | null;
}

/**
 * Takes the lease where it is free or has run out, for `seconds`; null, at once, where another pass holds it. The
 * pass's row and its number are committed with it, in one statement (design laws 10 and 11). A pass that never told
 * how it went has died: it is written down as failed.
 */
export async function takeLease(
  at: At,
  { holder, seconds, trigger }: { holder: string; seconds: number; trigger: PassTrigger },
): Promise<TakenLease | null> {
  const passId = randomUUID();
  const lastsMs = seconds * 1000;
  const [row] = await clientOf(at).$queryRaw<{ fence: number; passNumber: number }[]>`
    WITH taken AS (
      UPDATE reap_lease
      SET fence = fence + 1, holder = ${holder}, pass_id = ${passId}, expires_at = ${NOW} + ${msInterval(lastsMs)}
      WHERE expires_at IS NULL OR expires_at <= clock_timestamp()
      RETURNING fence
    ), counted AS (
      UPDATE installation SET pass_number = pass_number + 1 WHERE EXISTS (SELECT FROM taken) RETURNING pass_number
    ), died AS (
      UPDATE pass SET outcome = 'failed', finished_at = ${NOW}, has_findings = true,
        summary = ${jsonb(DIED)} || jsonb_build_object('trigger', trigger,
          'startedAtMs', (extract(epoch FROM started_at) * 1000)::bigint,
          'durationMs', least(extract(epoch FROM ${NOW} - started_at) * 1000, ${lastsMs}::float8)::bigint)
      WHERE outcome IS NULL AND EXISTS (SELECT FROM taken)
    )
    INSERT INTO pass (id, number, fence, trigger, started_at)
    SELECT ${passId}, pass_number, fence, ${trigger}, ${NOW} FROM taken, counted
    RETURNING fence, number AS "passNumber"`;
  return row ? { ...row, passId } : null;
}

/** Frees the lease that this token holds; false where it was lost meanwhile. */
export async function freeLease(at: At, fence: number): Promise<boolean> {
  const changed = await clientOf(at).$executeRaw`
    UPDATE reap_lease SET holder = NULL, pass_id = NULL, expires_at = NULL
    WHERE fence = ${fence}::int AND expires_at > clock_timestamp()`;
  return changed === 1;
}

export async function holdsLease(at: At, fence: number): Promise<boolean> {
  const [row] = await clientOf(at).$queryRaw<{ isHeld: boolean }[]>`SELECT ${isHeld(fence)} AS "isHeld"`;
  return row?.isHeld ?? false;
}

export async function readLease(at: At): Promise<LeaseState> {
  const [row] = await clientOf(at).$queryRaw<RawLease[]>`
    SELECT fence, holder, pass_id AS "passId", expires_at AS "expiresAt",
      coalesce(expires_at > clock_timestamp(), false) AS "isHeld" FROM reap_lease`;
  if (!row) return { fence: 0, isHeld: false, holder: null, passId: null, expiresAtMs: null };
  const { expiresAt, ...rest } = row;
  return { ...rest, expiresAtMs: toMsOrNull(expiresAt) };
}

const NOTHING: DirectionTally = { found: 0, done: 0, failed: 0, skipped: 0, deferred: 0 };
/** All that is known of a pass that died; its times and trigger are its row's. */
const DIED: Omit<PassRecord, "passId" | "number" | "trigger" | "startedAtMs" | "durationMs"> = {
  outcome: "failed",
  world: {
    ...{ vm: "unknown", vmi: "unknown", pod: "unknown", job: "unknown" },
    ...{ service: "unknown", networkPolicy: "unknown", node: "unknown" },
  },
  directions: { settle: NOTHING, expired: NOTHING, orphan: NOTHING, ghost: NOTHING, leftover: NOTHING },
  failed: 0,
  unguarded: 0,
  brake: [],
  held: null,
  failures: [],
};

interface RawLease {
  fence: number;
  holder: string | null;
  passId: string | null;
  expiresAt: Date | null;
  isHeld: boolean;
}
