import { z } from "zod";
import type { MachineBackstops } from "@/lib/domain/backstops";
import type { LabSpec, LifetimePolicy, MachineKind } from "@/lib/domain/lab";
import type { Reason } from "@/lib/domain/reason";
import type { EndReason, ItemFailure, SessionMachine, SessionStatus } from "@/lib/domain/session";
import { SESSION_STATUSES } from "@/lib/domain/session";
import type { Answer } from "./result";

export const sessionId = z.string().regex(/^[a-z0-9]{10}$/);
export const recordId = z.string().min(1).max(64);

export const startSessionInput = z.object({
  labId: recordId,
  /** Left out: for oneself. */
  studentId: recordId.optional(),
  courseId: recordId.optional(),
});
export type StartSessionInput = z.infer<typeof startSessionInput>;
export const sessionIdsInput = z.object({ ids: z.array(sessionId).min(1).max(200) });
export type SessionIdsInput = z.infer<typeof sessionIdsInput>;
export const sessionIdInput = z.object({ id: sessionId });
export const startMachineInput = z.object({ sessionId, machineName: z.string().min(1).max(63) });
export type StartMachineInput = z.infer<typeof startMachineInput>;

/** Query of GET /api/sessions. `scope`: live = provisioning, running, ending; over = the others. */
export const sessionListQuery = z.object({
  scope: z.enum(["live", "over", "all"]).default("live"),
  status: z.enum(SESSION_STATUSES).optional(),
  labId: recordId.optional(),
  courseId: recordId.optional(),
  studentId: recordId.optional(),
  q: z.string().max(200).optional(),
});
export type SessionListQuery = z.infer<typeof sessionListQuery>;

export interface SessionRow {
  readonly id: string;
  readonly labId: string;
  readonly labName: string;
  readonly studentId: string;
  readonly studentName: string;
  readonly studentEmail: string;
  readonly courseId: string | null;
  readonly courseName: string | null;
  readonly status: SessionStatus;
  readonly endReason: EndReason | null;
  readonly reason: Reason | null;
  readonly kind: MachineKind;
  readonly namespace: string;
  readonly lifetime: LifetimePolicy;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  readonly createdAtMs: number | null;
  readonly runningAtMs: number | null;
  readonly claimedAtMs: number | null;
  readonly deleteAcceptedAtMs: number | null;
  readonly overAtMs: number | null;
  readonly goneAtMs: number | null;
  readonly goneUncertaintyMs: number | null;
  readonly machines: readonly SessionMachine[];
  readonly isDegraded: boolean;
  readonly isUnguarded: boolean;
  readonly attempts: number;
  readonly lastFailure: ItemFailure | null;
}
export interface SessionList extends Answer {
  readonly items: readonly SessionRow[];
  /** The list is cut at 10,000 rows. */
  readonly isCut: boolean;
}

export interface SessionEvent {
  readonly id: string;
  readonly atMs: number;
  /** e.g. "started", "created", "running", "extended", "claimed", "delete-accepted", "gone", "machine-recreated". */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | null>>;
  /** Name of a person or of a system actor. */
  readonly actor: string | null;
}
/** One object of the session in the cluster, as far as the row knows. */
export interface SessionResource {
  readonly kind: "job" | "networkPolicy" | "service" | "secret" | "vm" | "pod";
  readonly name: string;
  readonly uid: string | null;
}
export interface SessionAccess {
  readonly protocol: "ssh" | "http" | "none";
  readonly machineName: string;
  readonly address: string | null;
  readonly port: number;
  readonly user: string;
  /** The lab's template filled in; null until the address is known. */
  readonly command: string | null;
}
export interface SessionDetail extends SessionRow {
  readonly spec: LabSpec;
  readonly access: readonly SessionAccess[];
  readonly events: readonly SessionEvent[];
  readonly resources: readonly SessionResource[];
  /** The student has an SSH key stored, so that the command works without a password. */
  readonly hasSshKey: boolean;
}
export interface SessionAnswer extends Answer {
  readonly session: SessionDetail;
}
/** What would end each machine if this app died. */
export interface BackstopsAnswer extends Answer {
  readonly machines: readonly MachineBackstops[];
}
/** What `start` answers: the id, and a one-time password where the person has no SSH key (shown once). */
export interface StartedSession {
  readonly id: string;
  readonly oneTimePassword: string | null;
}
export interface ExtendedSession {
  readonly id: string;
  readonly expiresAtMs: number;
  /** No later extension will move it. */
  readonly isAtMaximum: boolean;
}
export interface EndedSession {
  readonly id: string;
  /** "ending" where the cluster has not accepted every delete yet. */
  readonly status: SessionStatus;
}
