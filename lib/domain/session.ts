import type { LabSpec, LifetimePolicy, MachineKind } from "./lab";
import type { Reason } from "./reason";

export const SESSION_STATUSES = ["provisioning", "running", "ending", "ended", "expired", "failed"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const END_REASONS = [
  "returned",
  "expired",
  "ended-by-admin",
  "vanished",
  "launch-failed",
  "hard-deadline",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** One machine of a session, as its row knows it. Names are in the row before anything is created. */
export interface SessionMachine {
  /** 1-based. */
  readonly index: number;
  /** lab-<id>-<n> */
  readonly name: string;
  /** lab-<id>-<n>-init; null for a pod without one. */
  readonly secretName: string | null;
  /** UID of the VM or lab pod; null until it was created or seen. */
  readonly uid: string | null;
  /** UID of the VMI of a VM; null for a pod or until seen. */
  readonly vmiUid: string | null;
  readonly lastNode: string | null;
  readonly address: string | null;
  readonly state: MachineState;
}
/** What a pass or a look at the cluster last saw. `unknown` is "not looked yet or could not be read". */
export type MachineState = "unknown" | "pending" | "running" | "stopped" | "terminating" | "failed" | "gone";

/** A student's use of one lab: the row, in plain values. Times are epoch milliseconds of the database's clock. */
export interface LabSession {
  /** 10 characters [a-z0-9], random, never used twice; also the value of label curfew.dev/session. */
  readonly id: string;
  readonly studentId: string;
  readonly labId: string;
  readonly courseId: string | null;
  readonly status: SessionStatus;
  readonly endReason: EndReason | null;
  readonly reason: Reason | null;
  readonly blocks: boolean;
  readonly namespace: string;
  readonly kind: MachineKind;
  readonly spec: LabSpec;
  readonly lifetime: LifetimePolicy;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** All resources were made. */
  readonly createdAtMs: number | null;
  readonly runningAtMs: number | null;
  /** The row was claimed: status became `ending`. */
  readonly claimedAtMs: number | null;
  readonly deleteAcceptedAtMs: number | null;
  /** status became ended, expired or failed. */
  readonly overAtMs: number | null;
  readonly goneAtMs: number | null;
  /** How much earlier it may have been gone than `goneAtMs` says; null while not gone. */
  readonly goneUncertaintyMs: number | null;
  readonly jobUid: string | null;
  readonly machines: readonly SessionMachine[];
  readonly isDegraded: boolean;
  readonly isUnguarded: boolean;
  /** Tries at the current act of the reaper that failed; 0 after a success. */
  readonly attempts: number;
  readonly lastAttemptAtMs: number | null;
  readonly lastFailure: ItemFailure | null;
  /** Passes in a row with a known world in which the brake held this ghost. */
  readonly ghostPasses: number;
  /** Counts every change of the row; conditional updates name it. */
  readonly version: number;
}

/** A failed act on one item: the class and status, never a raw object. */
export interface ItemFailure {
  readonly resource: string;
  readonly error: string;
  readonly status: number | null;
}
