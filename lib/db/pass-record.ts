import type {
  BrakedDirection,
  Direction,
  ForeignMachine,
  HeldSet,
  TerminatingMachine,
} from "@/lib/domain/reap-types";
import type { Knowledge, WorldKind } from "@/lib/domain/world";

export type PassTrigger = "cronjob" | "person" | "cli" | "timer";
export type PassOutcome = "clean" | "partial" | "blind" | "failed" | "skipped";

/** What a finished pass tells of itself. */
export interface PassRecord {
  readonly outcome: PassOutcome;
  readonly passId: string | null;
  readonly number: number | null;
  readonly trigger: PassTrigger;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly world: Readonly<Record<WorldKind, Knowledge>>;
  readonly directions: Readonly<Record<Direction, PassTally>>;
  readonly failed: number;
  readonly unguarded: number;
  readonly brake: readonly {
    readonly direction: BrakedDirection;
    readonly found: number;
    readonly allowed: number;
  }[];
  readonly held: null | "old-database" | "wrong-cluster" | "stopped";
  readonly failures: readonly PassItemFailure[];
  /** API requests that it sent; left out where they were not counted. */
  readonly requests?: number;
}
export interface PassTally {
  readonly found: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deferred: number;
}
export interface PassItemFailure {
  /** "pass": the pass itself, e.g. its Lease could not be written. */
  readonly direction: Direction | "pass";
  readonly session: string | null;
  readonly resource: string;
  readonly error: string;
  readonly status: number | null;
}

/** What the newest pass saw, for the screen. */
export interface ReaperSnapshot {
  readonly seenAtMs: number;
  readonly held: readonly HeldSet[];
  readonly foreign: readonly ForeignMachine[];
  readonly terminating: readonly TerminatingMachine[];
  /** Ids of sessions. */
  readonly unguarded: readonly string[];
  readonly skewMs: number | null;
  readonly wrongCluster: readonly {
    readonly namespace: string;
    readonly storedUid: string | null;
    readonly seenUid: string | null;
  }[];
  readonly oldDatabase: { readonly databaseNumber: number; readonly leaseNumber: number } | null;
}
