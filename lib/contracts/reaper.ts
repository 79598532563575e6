import { z } from "zod";
import type { PassSummary } from "@/lib/domain/pass-summary";
import type { ForeignMachine, HeldSet, ReapPlan, TerminatingMachine } from "@/lib/domain/reap-types";
import type { Answer } from "./result";

/** Of "Reap now". */
export type ReapNowAnswer = PassSummary;

/** One session whose reclaiming keeps failing. */
export interface FailingSession {
  readonly sessionId: string;
  readonly labName: string;
  readonly studentName: string;
  readonly attempts: number;
  readonly lastAttemptAtMs: number | null;
  readonly resource: string;
  readonly error: string;
  readonly status: number | null;
}
/** Milliseconds; null where nothing was measured. */
export interface Distribution {
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly maxMs: number | null;
}
export interface ReaperView extends Answer {
  readonly lastGoodPassAtMs: number | null;
  readonly lastPass: PassSummary | null;
  readonly isPassRunning: boolean;
  readonly passes: readonly PassSummary[];
  readonly failing: readonly FailingSession[];
  readonly unguarded: readonly {
    readonly sessionId: string;
    readonly labName: string;
    readonly studentName: string;
  }[];
  readonly terminating: readonly TerminatingMachine[];
  readonly foreign: readonly ForeignMachine[];
  readonly held: readonly HeldSet[];
  /** When the lists above were seen by a pass; null: no pass yet. */
  readonly seenAtMs: number | null;
  /** Over the last 7 days. */
  readonly expiryToAccepted: Distribution;
  readonly acceptedToGone: Distribution;
  /** Cluster's Date minus database's clock at the last pass; null: unmeasured. */
  readonly skewMs: number | null;
  readonly wrongCluster: readonly {
    readonly namespace: string;
    readonly storedUid: string | null;
    readonly seenUid: string | null;
  }[];
  readonly oldDatabase: { readonly databaseNumber: number; readonly leaseNumber: number } | null;
}
export interface PreviewAnswer extends Answer {
  readonly plan: ReapPlan;
  readonly held: PassSummary["held"];
  readonly skewMs: number | null;
}

export const confirmHeldInput = z.object({
  direction: z.enum(["orphan", "ghost", "leftover"]),
  keys: z.array(z.string().min(1).max(300)).min(1).max(5000),
});
/** The VM namespace, typed by the admin who says that this cluster is the right one. */
export const adoptClusterInput = z.object({ typedNamespace: z.string().min(1).max(63) });
/** The Lease's number, typed by the admin who says that this database is to go on from it. */
export const acceptDatabaseInput = z.object({ typedNumber: z.number().int().min(0).max(2147483647) });
export const deleteForeignInput = z.object({
  kind: z.enum(["vm", "vmi", "pod"]),
  namespace: z.string().min(1).max(63),
  name: z.string().min(1).max(253),
  uid: z.string().min(1).max(64),
  /** What the admin typed; must be the name. */
  typedName: z.string().max(253),
});
export const SWITCH_NAMES = ["no-new-sessions", "stop-reaping"] as const;
export type SwitchName = (typeof SWITCH_NAMES)[number];
export const setSwitchInput = z.object({
  name: z.enum(SWITCH_NAMES),
  isOn: z.boolean(),
  /** Shown to students (no-new-sessions) or kept for the audit. */
  message: z.string().trim().max(300).default(""),
});
export type ConfirmHeldInput = z.infer<typeof confirmHeldInput>;
export type AdoptClusterInput = z.infer<typeof adoptClusterInput>;
export type AcceptDatabaseInput = z.infer<typeof acceptDatabaseInput>;
export type DeleteForeignInput = z.infer<typeof deleteForeignInput>;
export type SetSwitchInput = z.input<typeof setSwitchInput>;
export interface SwitchState {
  readonly name: SwitchName;
  readonly isOn: boolean;
  readonly message: string;
  readonly byName: string | null;
  readonly atMs: number | null;
}
