import type { LabSession, SessionStatus } from "@/lib/domain/session";
import type { At } from "./at";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { type RawSession, SESSION_COLUMNS, toSession } from "./session-rows";

/** A session with the names that a list shows. */
export interface SessionListRow extends LabSession {
  readonly labName: string;
  readonly studentName: string;
  readonly studentEmail: string;
  readonly courseName: string | null;
}

export interface SessionFilter {
  /** live: provisioning, running and ending; over: the others. Left out: all. */
  readonly scope?: "live" | "over" | "all";
  readonly status?: SessionStatus;
  readonly labId?: string;
  readonly courseId?: string;
  readonly studentId?: string;
  /** Part of the session's id or name, of the student's name or address, or of the lab's name. */
  readonly q?: string;
  /** Only sessions of these courses; an empty list finds nothing. */
  readonly courseIds?: readonly string[];
  readonly onlyStudentId?: string;
}

const SESSION_LIST_LIMIT = 10_000;

/** Newest first, cut at 10,000. */
export async function listSessionRows(
  at: At,
  filter: SessionFilter,
): Promise<{ items: SessionListRow[]; isCut: boolean }> {
  const conditions = conditionsOf(filter);
  const where = conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
  const rows = await select(at, where, SESSION_LIST_LIMIT + 1);
  return { items: rows.slice(0, SESSION_LIST_LIMIT), isCut: rows.length > SESSION_LIST_LIMIT };
}

export async function findSessionRow(at: At, id: string): Promise<SessionListRow | null> {
  return (await select(at, Prisma.sql`s.id = ${id}`, 1))[0] ?? null;
}

interface RawListRow extends RawSession {
  labName: string;
  studentName: string;
  studentEmail: string;
  courseName: string | null;
}

async function select(at: At, where: Prisma.Sql, limit: number): Promise<SessionListRow[]> {
  const statement = Prisma.sql`
    SELECT ${SESSION_COLUMNS}, l.name AS "labName", p.name AS "studentName", p.email AS "studentEmail",
      c.name AS "courseName"
    FROM lab_session s
    JOIN lab l ON l.id = s.lab_id JOIN person p ON p.id = s.student_id LEFT JOIN course c ON c.id = s.course_id
    WHERE ${where} ORDER BY s.started_at DESC, s.id LIMIT ${limit}::int`;
  const rows = await queryKept<RawListRow>(at, statement);
  return rows.map((row) => ({
    ...toSession(row),
    labName: row.labName,
    studentName: row.studentName,
    studentEmail: row.studentEmail,
    courseName: row.courseName,
  }));
}

function conditionsOf(filter: SessionFilter): Prisma.Sql[] {
  const { scope, status, labId, courseId, studentId, q, courseIds, onlyStudentId } = filter;
  const conditions: (Prisma.Sql | false)[] = [
    scope === "live" && Prisma.sql`s.over_at IS NULL`,
    scope === "over" && Prisma.sql`s.over_at IS NOT NULL`,
    status !== undefined && Prisma.sql`s.status = ${status}`,
    labId !== undefined && Prisma.sql`s.lab_id = ${labId}`,
    courseId !== undefined && Prisma.sql`s.course_id = ${courseId}`,
    studentId !== undefined && Prisma.sql`s.student_id = ${studentId}`,
    onlyStudentId !== undefined && Prisma.sql`s.student_id = ${onlyStudentId}`,
    courseIds !== undefined && Prisma.sql`s.course_id = ANY(${[...courseIds]})`,
    !!q?.trim() && mentions(q.trim()),
  ];
  return conditions.filter((condition) => condition !== false);
}

/** By position, not LIKE: a % that somebody types is a %. */
function mentions(q: string): Prisma.Sql {
  const columns = [`'lab-' || s.id`, "p.name", "p.email", "l.name"].map(
    (column) => Prisma.sql`position(lower(${q}) IN lower(${Prisma.raw(column)})) > 0`,
  );
  return Prisma.sql`(${Prisma.join(columns, " OR ")})`;
}
