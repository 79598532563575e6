import type { BrakedDirection, Direction } from "./reap-types";
import type { Knowledge, WorldKind } from "./world";

export const PASS_TRIGGERS = ["cronjob", "person", "cli", "timer"] as const;
export type PassTrigger = (typeof PASS_TRIGGERS)[number];
export const PASS_OUTCOMES = ["clean", "partial", "blind", "failed", "skipped"] as const;
export type PassOutcome = (typeof PASS_OUTCOMES)[number];

export interface DirectionTally {
  readonly found: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deferred: number;
}
export interface PassFailure {
  /** "pass": the pass itself, e.g. its Lease could not be written. */
  readonly direction: Direction | "pass";
  readonly session: string | null;
  readonly resource: string;
  readonly error: string;
  readonly status: number | null;
}
/** A pass is due every minute; three without a clean one are too many (design section 3). */
export const HEARTBEAT_LATE_MS = 3 * 60_000;

/** Is the heartbeat red? Both in epoch ms; null: no pass was ever clean. */
export function isHeartbeatLate(goodAtMs: number | null, nowMs: number): boolean {
  return goodAtMs === null || nowMs - goodAtMs > HEARTBEAT_LATE_MS;
}

/** What a finished pass tells of itself: what is stored of it, and the answer of POST /api/reap, of the command line and of "Reap now". */
export interface PassSummary {
  readonly outcome: PassOutcome;
  /** null where skipped, or where the database was lost before a pass began. */
  readonly passId: string | null;
  readonly number: number | null;
  readonly trigger: PassTrigger;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly world: Readonly<Record<WorldKind, Knowledge>>;
  readonly directions: Readonly<Record<Direction, DirectionTally>>;
  readonly failed: number;
  readonly unguarded: number;
  readonly brake: readonly {
    readonly direction: BrakedDirection;
    readonly found: number;
    readonly allowed: number;
  }[];
  readonly held: null | "old-database" | "wrong-cluster" | "stopped";
  readonly failures: readonly PassFailure[];
}
