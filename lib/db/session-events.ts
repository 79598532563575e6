import { clientOf, type At } from "./at";
import { Prisma } from "./generated/client";
import { jsonb } from "./json";
import { toMs } from "./times";

export type EventParams = Readonly<Record<string, string | number | null>>;

export interface NewSessionEvent {
  readonly sessionId: string;
  /** A code that lib/i18n words. */
  readonly code: string;
  readonly params?: EventParams;
  /** Name of a person or of a system actor. */
  readonly actor?: string | null;
}
export interface SessionEventRow {
  readonly id: string;
  readonly atMs: number;
  readonly code: string;
  readonly params: EventParams;
  readonly actor: string | null;
}
export interface RecentEventRow extends SessionEventRow {
  readonly sessionId: string;
  readonly labName: string;
  readonly studentName: string;
}

/** For an event of its own; what tells of a change of a row is written with it (session-telling). */
export async function addEvent(at: At, event: NewSessionEvent): Promise<void> {
  const { sessionId, code, params = {}, actor = null } = event;
  await clientOf(at).$executeRaw`
    INSERT INTO session_event (session_id, code, params, actor)
    VALUES (${sessionId}, ${code}, ${jsonb(params)}, ${actor})`;
}

/** Oldest first. */
export async function listEvents(at: At, sessionId: string): Promise<SessionEventRow[]> {
  const rows = await clientOf(at).$queryRaw<RawEvent[]>`
    SELECT id::text, at, code, params, actor FROM session_event WHERE session_id = ${sessionId} ORDER BY session_event.id`;
  return rows.map(toEvent);
}

/** Newest first; only of sessions in these courses where `courseIds` is given. */
export async function recentEvents(
  at: At,
  { limit, courseIds }: { limit: number; courseIds?: readonly string[] },
): Promise<RecentEventRow[]> {
  const where = courseIds === undefined ? Prisma.sql`true` : Prisma.sql`s.course_id = ANY(${[...courseIds]})`;
  const rows = await clientOf(at).$queryRaw<RawRecentEvent[]>`
    SELECT e.id::text, e.at, e.code, e.params, e.actor, s.id AS "sessionId", l.name AS "labName", p.name AS "studentName"
    FROM session_event e
    JOIN lab_session s ON s.id = e.session_id JOIN lab l ON l.id = s.lab_id JOIN person p ON p.id = s.student_id
    WHERE ${where} ORDER BY e.id DESC LIMIT ${limit}::int`;
  return rows.map(({ sessionId, labName, studentName, ...event }) => ({
    ...toEvent(event),
    sessionId,
    labName,
    studentName,
  }));
}

interface RawEvent {
  id: string;
  at: Date;
  code: string;
  params: EventParams;
  actor: string | null;
}
interface RawRecentEvent extends RawEvent {
  sessionId: string;
  labName: string;
  studentName: string;
}

function toEvent({ at, ...same }: RawEvent): SessionEventRow {
  return { ...same, atMs: toMs(at) };
}
