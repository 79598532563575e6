import type { PassSummary } from "@/lib/domain/pass-summary";
import type { ForeignMachine, HeldSet, TerminatingMachine } from "@/lib/domain/reap-types";

/** A pass as it is stored. */
export interface PassRecord extends PassSummary {
  /** API requests that it sent; left out where they were not counted. */
  readonly requests?: number;
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
