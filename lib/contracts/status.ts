import { z } from "zod";
import type { GlobalRole } from "@/lib/domain/person";
import type { Lab } from "@/lib/domain/lab";
import type { SwitchState } from "./reaper";
import type { PassOutcome } from "@/lib/domain/pass-summary";
import type { Answer } from "./result";
import type { SessionDetail, SessionRow } from "./sessions";

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: GlobalRole;
  /** Instructor of at least one course that is not archived. */
  readonly isInstructor: boolean;
  readonly hasSshKey: boolean;
}

/** The top bar. GET /api/status. Students get `me`, `switches` and `environment`; the rest is null for them. */
export interface StatusAnswer extends Answer {
  readonly me: Me;
  readonly environment: string;
  readonly heartbeat: Heartbeat | null;
  readonly seats: SeatCount | null;
  readonly cluster: Health | null;
  readonly database: Health;
  readonly switches: readonly SwitchState[];
}
export interface Heartbeat {
  readonly lastGoodPassAtMs: number | null;
  readonly lastOutcome: PassOutcome | null;
  readonly lastFailed: number | null;
  /** lastGoodPassAtMs is older than 3 minutes, or there was none. */
  readonly isLate: boolean;
  readonly held: "old-database" | "wrong-cluster" | "stopped" | null;
}
export interface SeatCount {
  readonly taken: number;
  readonly cap: number;
  /** Held by machines that are being deleted. */
  readonly releasing: number;
  /** The cluster could not be asked: rows alone were counted. */
  readonly isRowsOnly: boolean;
  readonly freeByMs: number | null;
}
export interface Health {
  readonly isOk: boolean;
  /** An error class such as "timeout"; null where ok. */
  readonly error: string | null;
  readonly checkedAtMs: number;
}

/** The student's page. GET /api/me. */
export interface StudentAnswer extends Answer {
  readonly me: Me;
  readonly session: SessionDetail | null;
  /** The newest session that is over, for "why did it end?". */
  readonly lastSession: SessionRow | null;
  readonly labs: readonly StudentLab[];
  readonly noNewSessions: SwitchState;
}
export interface StudentLab {
  readonly lab: Pick<Lab, "id" | "slug" | "name" | "description"> & {
    readonly kind: "vm" | "pod";
    readonly cpus: number;
    readonly memoryMiB: number;
    readonly machineCount: number;
    readonly sessionMinutes: number;
    readonly maxMinutes: number;
  };
  readonly courseId: string;
  readonly courseName: string;
}

/** GET /api/overview, for admins and instructors. */
export interface OverviewAnswer extends Answer {
  readonly liveByStatus: Readonly<Record<"provisioning" | "running" | "ending", number>>;
  readonly endingSoon: readonly SessionRow[];
  readonly failing: number;
  /** In the last 24 hours; the server knows no time zone. */
  readonly startsToday: number;
  readonly endsToday: number;
  readonly recentEvents: readonly {
    readonly sessionId: string;
    readonly labName: string;
    readonly studentName: string;
    readonly atMs: number;
    readonly code: string;
    readonly params: Readonly<Record<string, string | number | null>>;
  }[];
}

/** GET /api/audit?before=ID, newest first, 100 a page. */
export const auditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;
export interface AuditAnswer extends Answer {
  readonly items: readonly AuditRow[];
  readonly nextBefore: string | null;
}
export interface AuditRow {
  readonly id: string;
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** What it is called today; null for what has no name or is no more. */
  readonly subjectName: string | null;
  readonly params: Readonly<Record<string, string | number | boolean | null>>;
}
