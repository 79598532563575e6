import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "@/lib/db/session-events";
import { insertSession } from "@/lib/db/session-writes";
import { newSessionId } from "@/lib/domain/names";
import { extendSessions } from "./extend-sessions";
import { NAMESPACE, openLabWorld, VM_SPEC, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;

/** A running session whose times are what `set` says. */
async function running(set = "", maxMinutes = 180) {
  const student = await world.addStudent();
  const id = newSessionId(world.context.random);
  await insertSession(world.db.at, {
    id,
    studentId: student.id,
    labId: world.lab.id,
    courseId: world.courseId,
    namespace: NAMESPACE,
    kind: "vm",
    spec: VM_SPEC,
    lifetime: { sessionMinutes: 60, maxMinutes, marginMinutes: 15 },
    machines: [],
  });
  await world.sql("UPDATE lab_session SET status = 'running' WHERE id = $1", [id]);
  if (set !== "") await world.sql(`UPDATE lab_session SET ${set} WHERE id = $1`, [id]);
  return { student, id };
}
async function extendOne(student: Awaited<ReturnType<typeof running>>["student"], id: string) {
  const answer = await extendSessions(world.context, student, { ids: [id] });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value[0]?.result;
}

describe("extendSessions", () => {
  it("gives 60 minutes from now, with event and audit row", async () => {
    const { student, id } = await running(
      "started_at = now() - interval '50 min', expires_at = now() + interval '10 min'",
    );
    const before = await world.row(id);
    const result = await extendOne(student, id);
    const row = await world.row(id);
    expect(result).toEqual({ ok: true, value: { id, expiresAtMs: row.expiresAtMs, isAtMaximum: false } });
    expect(row.expiresAtMs - before.expiresAtMs).toBeGreaterThanOrEqual(50 * MINUTE_MS);
    expect(row.expiresAtMs - before.expiresAtMs).toBeLessThan(51 * MINUTE_MS);
    const params = { fromMs: before.expiresAtMs, untilMs: row.expiresAtMs };
    expect(await listEvents(world.db.at, id)).toMatchObject([
      { code: "extended", params, actor: student.name },
    ]);
    const audit = await world.sql(
      "SELECT action, actor_id, course_id FROM audit_entry WHERE subject_id = $1",
      [id],
    );
    expect(audit).toEqual([{ action: "session.extend", actor_id: student.id, course_id: world.courseId }]);
  });

  it("stops at the row's own maximum, and writes nothing there", async () => {
    const { student, id } = await running(
      "started_at = now() - interval '150 min', expires_at = now() + interval '5 min'",
    );
    const { startedAtMs } = await world.row(id);
    expect(await extendOne(student, id)).toMatchObject({
      value: { expiresAtMs: startedAtMs + 180 * MINUTE_MS, isAtMaximum: true },
    });
    expect(await extendOne(student, id)).toMatchObject({ error: { reason: { code: "at-maximum" } } });
    expect(await listEvents(world.db.at, id)).toHaveLength(1);
  });

  it.each([
    ["session-expired", "expires_at = clock_timestamp()"],
    ["session-over", "status = 'ending', end_reason = 'returned', claimed_at = now()"],
  ])("is refused: %s", async (code, set) => {
    const { student, id } = await running(set);
    const before = await world.row(id);
    expect(await extendOne(student, id)).toMatchObject({
      ok: false,
      error: { code: "refused", reason: { code } },
    });
    expect(await world.row(id)).toEqual(before);
  });

  it("answers per item, in the order given, each id once", async () => {
    const mine = await running();
    const other = await running();
    const answer = await extendSessions(world.context, mine.student, {
      ids: [other.id, "aaaaaaaaaa", mine.id, mine.id],
    });
    expect(
      answer.ok && answer.value.map(({ id, result }) => [id, result.ok ? "ok" : result.error.code]),
    ).toEqual([
      [other.id, "not-found"],
      ["aaaaaaaaaa", "not-found"],
      [mine.id, "ok"],
    ]);
    expect(await listEvents(world.db.at, other.id)).toEqual([]);
  });

  it("lifts nobody's time twice when pressed twice at once", async () => {
    const { student, id } = await running("expires_at = now() + interval '10 min'");
    const answers = await Promise.all([
      extendOne(student, id),
      extendOne(student, id),
      extendOne(student, id),
    ]);
    expect(answers.every((answer) => answer?.ok)).toBe(true);
    const { expiresAtMs, startedAtMs } = await world.row(id);
    expect(expiresAtMs - startedAtMs).toBeLessThan(61 * MINUTE_MS);
  });
});
