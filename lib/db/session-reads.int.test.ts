import { describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { insertCourse } from "./courses";
import { databaseNow } from "./database";
import { Prisma } from "./generated/client";
import { addEvent, listEvents, recentEvents } from "./session-events";
import { findSessionRow, listSessionRows, type SessionFilter } from "./session-list";
import {
  expiryDistributions,
  findNewestOver,
  findOwnBlocking,
  findSession,
  liveAt,
  loadPassRows,
  loadRows,
  loadSeatRows,
} from "./session-reads";
import { addLab, addPerson, addSession, ENDING, OVER, RUNNING, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const GONE = Prisma.sql`${OVER}, gone_at = clock_timestamp(), gone_uncertainty_ms = 0`;
const addShaped = async (set: Prisma.Sql, fields: Parameters<typeof addSession>[1] = {}) => {
  const { id } = await addSession(used.db, fields);
  await shape(used.db, id, set);
  return id;
};

describe("what a pass and a start load", () => {
  it("pass rows: all not over, those over that are not gone; and any, by its id", async () => {
    const ids = [await addShaped(RUNNING), await addShaped(ENDING), await addShaped(OVER)];
    const [goneButSeen, gone] = [await addShaped(GONE), await addShaped(GONE)];
    const loaded = (await loadPassRows(at())).map((row) => row.id);
    expect(loaded).toEqual(expect.arrayContaining(ids));
    for (const id of [goneButSeen, gone]) expect(loaded).not.toContain(id);
    expect((await loadRows(at(), [goneButSeen, "nosuchrow1"])).map((row) => row.id)).toEqual([goneButSeen]);
    expect(await loadRows(at(), [])).toEqual([]);
    const seats = (await loadSeatRows(at())).map((row) => row.id);
    expect(seats).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    for (const id of [ids[2], goneButSeen, gone]) expect(seats).not.toContain(id);
  });

  it("a student's own: the row that blocks, and the newest that is over", async () => {
    const studentId = await addPerson(used.db);
    expect([await findOwnBlocking(at(), studentId), await findNewestOver(at(), studentId)]).toEqual([
      null,
      null,
    ]);
    const newest = await addShaped(OVER, { studentId });
    await shape(
      used.db,
      await addShaped(OVER, { studentId }),
      Prisma.sql`over_at = clock_timestamp() - interval '1 day'`,
    );
    const current = await addShaped(ENDING, { studentId });
    expect((await findOwnBlocking(at(), studentId))?.id).toBe(current);
    expect((await findNewestOver(at(), studentId))?.id).toBe(newest);
    await shape(used.db, current, Prisma.sql`blocks = false`);
    expect(await findOwnBlocking(at(), studentId)).toBeNull();
  });
});

describe("liveAt", () => {
  it("counts those started by then and not claimed by then", async () => {
    const atMs = Date.UTC(2020, 0, 1, 12);
    const before = await liveAt(at(), atMs);
    const shapeAs = async (start: string, claim: string) => {
      const id = await addShaped(OVER);
      await shape(
        used.db,
        id,
        Prisma.sql`started_at = ${start}::timestamptz, claimed_at = ${claim}::timestamptz`,
      );
    };
    await shapeAs("2020-01-01T12:00:00.000Z", "2020-01-01T12:00:00.001Z");
    await shapeAs("2020-01-01T12:00:00.001Z", "2020-01-01T13:00:00.000Z");
    await shapeAs("2020-01-01T11:00:00.000Z", "2020-01-01T12:00:00.000Z");
    expect(await liveAt(at(), atMs)).toBe(before + 1);
  });
});

describe("expiryDistributions", () => {
  it("says null, not 0, where nothing was measured, and percentiles where it was", async () => {
    const sinceMs = Date.UTC(2100, 0, 1);
    const nothing = { count: 0, p50Ms: null, p95Ms: null, maxMs: null };
    expect(await expiryDistributions(at(), sinceMs)).toEqual({
      expiryToAccepted: nothing,
      acceptedToGone: nothing,
    });
    for (const seconds of [1, 2, 3, 4, 100]) {
      const id = await addShaped(OVER);
      await shape(
        used.db,
        id,
        Prisma.sql`end_reason = 'expired', expires_at = '2100-01-02T00:00:00Z',
          delete_accepted_at = '2100-01-02T00:00:00Z'::timestamptz + ${seconds}::float8 * interval '1 second'`,
      );
    }
    const returned = await addShaped(OVER);
    await shape(
      used.db,
      returned,
      Prisma.sql`delete_accepted_at = '2100-01-03T00:00:00Z', gone_at = '2100-01-03T00:00:01.500Z'`,
    );
    const measured = await expiryDistributions(at(), sinceMs);
    expect(measured.expiryToAccepted).toMatchObject({ count: 5, p50Ms: 3_000, maxMs: 100_000 });
    expect(measured.acceptedToGone).toEqual({ count: 1, p50Ms: 1_500, p95Ms: 1_500, maxMs: 1_500 });
  });
});

describe("listSessionRows", () => {
  it("filters by each of its fields", async () => {
    const { id: courseId } = await insertCourse(at(), { name: "Networks 101", description: "" });
    const labId = await addLab(used.db, "nmap-100-percent");
    const studentId = await addPerson(used.db, "Park 100% Jiwoo");
    const mine = await addShaped(RUNNING, { labId, studentId, courseId });
    const past = await addShaped(OVER, { courseId });
    const find = async (filter: SessionFilter) =>
      (await listSessionRows(at(), filter)).items.map((row) => row.id);

    expect(await find({ courseId })).toEqual([past, mine]);
    expect(await find({ courseId, scope: "all" })).toEqual([past, mine]);
    expect(await find({ courseId, scope: "live" })).toEqual([mine]);
    expect(await find({ courseId, scope: "over" })).toEqual([past]);
    expect(await find({ courseId, status: "ended" })).toEqual([past]);
    expect(await find({ labId })).toEqual([mine]);
    expect(await find({ studentId })).toEqual([mine]);
    expect(await find({ courseIds: [courseId], onlyStudentId: studentId })).toEqual([mine]);
    expect(await find({ courseIds: [] })).toEqual([]);
    for (const q of ["jiwoo", "100%", "NMAP-100", mine, `lab-${mine}`, " park "])
      expect(await find({ q })).toEqual([mine]);
    for (const q of ["100_ j", "%jiwoo%", "' OR true --"]) expect(await find({ q })).toEqual([]);
    expect(await find({ courseId, q: "  " })).toEqual([past, mine]);

    const names = {
      labName: "Lab nmap-100-percent",
      studentName: "Park 100% Jiwoo",
      courseName: "Networks 101",
    };
    const row = await findSessionRow(at(), mine);
    expect(row).toMatchObject({ ...names, ...(await findSession(at(), mine)) });
    expect(row?.studentEmail).toContain("@school.example");
    expect(await findSessionRow(at(), "nosuchrow1")).toBeNull();
  });

  it("is cut at 10,000 rows, and says so", async () => {
    const [labId, studentId] = [await addLab(used.db), await addPerson(used.db)];
    const fill = (from: number, to: number) => clientOf(at()).$executeRaw`
      INSERT INTO lab_session (id, student_id, lab_id, namespace, kind, spec, lifetime, started_at, expires_at,
        status, end_reason, claimed_at, over_at, blocks)
      SELECT 'z' || lpad(n::text, 9, '0'), ${studentId}, ${labId}, 'labs', 'vm', '{}', '{}', now(), now(),
        'ended', 'returned', now(), now(), false FROM generate_series(${from}::int, ${to}::int) n`;
    await fill(1, 10_000);
    const whole = await listSessionRows(at(), { labId });
    expect([whole.items.length, whole.isCut]).toEqual([10_000, false]);
    await fill(10_001, 10_001);
    const cut = await listSessionRows(at(), { labId });
    expect([cut.items.length, cut.isCut]).toEqual([10_000, true]);
  });
});

describe("events", () => {
  it("are told oldest first of a session, newest first of all, and of some courses only", async () => {
    const { id: courseId } = await insertCourse(at(), { name: "Crypto", description: "" });
    const [inCourse, outside] = [await addSession(used.db, { courseId }), await addSession(used.db)];
    const beforeMs = await databaseNow(at());
    await addEvent(at(), { sessionId: inCourse.id, code: "started", actor: "Kim" });
    await addEvent(at(), { sessionId: outside.id, code: "started" });
    await addEvent(at(), { sessionId: inCourse.id, code: "extended", params: { minutes: 60, by: null } });
    const events = await listEvents(at(), inCourse.id);
    expect(events).toMatchObject([
      { code: "started", params: {}, actor: "Kim" },
      { code: "extended", params: { minutes: 60, by: null }, actor: null },
    ]);
    expect(events[0]?.atMs).toBeGreaterThanOrEqual(beforeMs);
    const recent = await recentEvents(at(), { limit: 2 });
    expect(recent.map((event) => [event.sessionId, event.code])).toEqual([
      [inCourse.id, "extended"],
      [outside.id, "started"],
    ]);
    const own = await recentEvents(at(), { limit: 10, courseIds: [courseId] });
    expect(own.map((event) => event.code)).toEqual(["extended", "started"]);
    expect(own[0]).toMatchObject({ studentName: "Kim", labName: expect.stringContaining("Lab ") as string });
  });
});
