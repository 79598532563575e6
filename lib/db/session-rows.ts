import type { LabSpec, LifetimePolicy, MachineKind } from "@/lib/domain/lab";
import type { Reason } from "@/lib/domain/reason";
import type { EndReason, ItemFailure, LabSession, SessionMachine, SessionStatus } from "@/lib/domain/session";
import { Prisma } from "./generated/client";
import { toMs, toMsOrNull } from "./times";

/** What every query of sessions selects, from `lab_session s`; `toSession` reads it. */
export const SESSION_COLUMNS = Prisma.sql`
  s.id, s.student_id AS "studentId", s.lab_id AS "labId", s.course_id AS "courseId", s.status,
  s.end_reason AS "endReason", s.reason, s.blocks, s.namespace, s.kind, s.spec, s.lifetime,
  s.started_at AS "startedAt", s.expires_at AS "expiresAt", s.created_at AS "createdAt", s.running_at AS "runningAt",
  s.claimed_at AS "claimedAt", s.delete_accepted_at AS "deleteAcceptedAt", s.over_at AS "overAt", s.gone_at AS "goneAt",
  s.gone_uncertainty_ms::float8 AS "goneUncertaintyMs", s.job_uid AS "jobUid", s.is_degraded AS "isDegraded",
  s.is_unguarded AS "isUnguarded", s.attempts, s.last_attempt_at AS "lastAttemptAt", s.last_failure AS "lastFailure",
  s.ghost_passes AS "ghostPasses", s.version,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'index', m.index, 'name', m.name, 'secretName', m.secret_name, 'uid', m.uid, 'vmiUid', m.vmi_uid,
      'lastNode', m.last_node, 'address', m.address, 'state', m.state) ORDER BY m.index)
    FROM session_machine m WHERE m.session_id = s.id), '[]') AS machines`;

export interface RawSession {
  id: string;
  studentId: string;
  labId: string;
  courseId: string | null;
  status: SessionStatus;
  endReason: EndReason | null;
  reason: Reason | null;
  blocks: boolean;
  namespace: string;
  kind: MachineKind;
  spec: LabSpec;
  lifetime: LifetimePolicy;
  startedAt: Date;
  expiresAt: Date;
  createdAt: Date | null;
  runningAt: Date | null;
  claimedAt: Date | null;
  deleteAcceptedAt: Date | null;
  overAt: Date | null;
  goneAt: Date | null;
  goneUncertaintyMs: number | null;
  jobUid: string | null;
  isDegraded: boolean;
  isUnguarded: boolean;
  attempts: number;
  lastAttemptAt: Date | null;
  lastFailure: ItemFailure | null;
  ghostPasses: number;
  version: number;
  machines: SessionMachine[];
}

/** Field by field: what is left of an object once some of its fields were taken is slow to make and to read. */
export function toSession(row: RawSession): LabSession {
  return {
    id: row.id,
    studentId: row.studentId,
    labId: row.labId,
    courseId: row.courseId,
    status: row.status,
    endReason: row.endReason,
    reason: row.reason,
    blocks: row.blocks,
    namespace: row.namespace,
    kind: row.kind,
    spec: row.spec,
    lifetime: row.lifetime,
    startedAtMs: toMs(row.startedAt),
    expiresAtMs: toMs(row.expiresAt),
    createdAtMs: toMsOrNull(row.createdAt),
    runningAtMs: toMsOrNull(row.runningAt),
    claimedAtMs: toMsOrNull(row.claimedAt),
    deleteAcceptedAtMs: toMsOrNull(row.deleteAcceptedAt),
    overAtMs: toMsOrNull(row.overAt),
    goneAtMs: toMsOrNull(row.goneAt),
    goneUncertaintyMs: row.goneUncertaintyMs,
    jobUid: row.jobUid,
    machines: row.machines,
    isDegraded: row.isDegraded,
    isUnguarded: row.isUnguarded,
    attempts: row.attempts,
    lastAttemptAtMs: toMsOrNull(row.lastAttemptAt),
    lastFailure: row.lastFailure,
    ghostPasses: row.ghostPasses,
    version: row.version,
  };
}
