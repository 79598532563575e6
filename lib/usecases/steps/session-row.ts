import type { SessionRow } from "@/lib/contracts/sessions";
import type { SessionListRow } from "@/lib/db/session-list";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import { shownReason } from "@/lib/domain/shown-reason";

/** What a list shows of a session; its spec and its bookkeeping stay behind. Reasons as far as the actor may read them. */
export function toSessionRow(
  row: SessionListRow,
  actor: Actor,
  launchProblem: Reason | null = null,
): SessionRow {
  return {
    id: row.id,
    labId: row.labId,
    labName: row.labName,
    studentId: row.studentId,
    studentName: row.studentName,
    studentEmail: row.studentEmail,
    courseId: row.courseId,
    courseName: row.courseName,
    status: row.status,
    endReason: row.endReason,
    reason: row.reason && shownReason(row.reason, actor),
    launchProblem: launchProblem && shownReason(launchProblem, actor),
    kind: row.kind,
    namespace: row.namespace,
    lifetime: row.lifetime,
    startedAtMs: row.startedAtMs,
    expiresAtMs: row.expiresAtMs,
    createdAtMs: row.createdAtMs,
    runningAtMs: row.runningAtMs,
    claimedAtMs: row.claimedAtMs,
    deleteAcceptedAtMs: row.deleteAcceptedAtMs,
    overAtMs: row.overAtMs,
    goneAtMs: row.goneAtMs,
    goneUncertaintyMs: row.goneUncertaintyMs,
    machines: row.machines,
    isDegraded: row.isDegraded,
    isUnguarded: row.isUnguarded,
    attempts: row.attempts,
    lastFailure: row.lastFailure,
  };
}
