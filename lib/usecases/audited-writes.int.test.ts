import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "@/lib/contracts/result";
import { addPerson } from "./add-person";
import { archiveCourse } from "./archive-course";
import { createCourse } from "./create-course";
import { endAllSignIns } from "./end-sign-ins";
import { setCourseMembers } from "./set-course-members";
import { type LabWorld, openLabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

/** What the audit tells of this since it was told last, oldest first. */
async function told(subjectId: string): Promise<string[]> {
  const rows = await world.sql<{ action: string; actor: string }>(
    "SELECT action, actor_id AS actor FROM audit_entry WHERE subject_id = $1 ORDER BY id",
    [subjectId],
  );
  expect(rows.every(({ actor }) => actor === world.admin.id)).toBe(true);
  return rows.map(({ action }) => action);
}
function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

describe("the audit tells who", () => {
  it("made, filled, archived and restored a course", async () => {
    const { context, admin } = world;
    const { id } = done(await createCourse(context, admin, { name: "Networks", description: "" }));
    const { id: personId } = await world.addStudent();
    done(await setCourseMembers(context, admin, { id, members: [{ personId, role: "student" }] }));
    done(await archiveCourse(context, admin, { id, isArchived: true }));
    done(await archiveCourse(context, admin, { id, isArchived: false }));
    expect(await told(id)).toEqual([
      ...["course.create", "course.set-members", "course.archive", "course.restore"],
    ]);
  });

  it("enrolled somebody who is known already", async () => {
    const { context, admin, courseId } = world;
    const { id, email } = await world.addStranger();
    const known = { email, name: "Known", role: "member", courseId, courseRole: "student" } as const;
    done(await addPerson(context, admin, known));
    expect(await told(id)).toEqual(["person.enrol"]);
  });

  it("signed somebody out everywhere", async () => {
    const { id } = await world.addStranger();
    const session = [randomUUID(), randomUUID(), id];
    await world.sql(
      `INSERT INTO sign_in (id, token, person_id, expires_at, created_at, updated_at)
       VALUES ($1, $2, $3, now() + interval '1 day', now(), now())`,
      session,
    );
    expect(done(await endAllSignIns(world.context, world.admin, { id }))).toEqual({ ended: 1 });
    expect(await told(id)).toEqual(["person.end-sign-ins"]);
  });
});
