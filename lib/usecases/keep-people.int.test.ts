import { verifyPassword } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setArchived } from "@/lib/db/courses";
import { findPerson, passwordHashOf } from "@/lib/db/people";
import { countSignInTry } from "@/lib/db/sign-in-failures";
import type { Actor } from "@/lib/domain/person";
import { addPerson } from "./add-person";
import { changePassword } from "./change-password";
import { createCourse } from "./create-course";
import { listPeople } from "./list-people";
import { resetPassword } from "./reset-password";
import { setCourseMembers } from "./set-course-members";
import { setPersonActive } from "./set-person-active";
import { setPersonRole } from "./set-person-role";
import { startSession } from "./start-session";
import { storeSshKey } from "./store-ssh-key";
import { openLabWorld, type LabWorld } from "./test-lab-world";
import { codeOf, valueOf } from "./test-results";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

const auditsOf = async (subjectId: string): Promise<string[]> =>
  (
    await world.sql<{ action: string }>("SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY id", [
      subjectId,
    ])
  ).map(({ action }) => action);
const signIn = (personId: string, token: string) =>
  world.sql(
    `INSERT INTO sign_in (id, token, person_id, expires_at, created_at, updated_at)
     VALUES ($1, $1, $2, now() + interval '1 day', now(), now())`,
    [token, personId],
  );
const signInsOf = async (personId: string): Promise<string[]> =>
  (await world.sql<{ token: string }>("SELECT token FROM sign_in WHERE person_id = $1", [personId])).map(
    ({ token }) => token,
  );
let count = 0;
const newcomer = (more = {}) => ({
  email: `new${++count}@school.test`,
  name: "New",
  role: "member" as const,
  ...more,
});
/** Another course with an instructor of its own. */
async function otherCourse(): Promise<{ id: string; instructor: Actor & { type: "person" } }> {
  const { id } = valueOf(
    await createCourse(world.context, world.admin, { name: `Course ${++count}`, description: "" }),
  );
  const { id: personId } = valueOf(
    await addPerson(world.context, world.admin, newcomer({ courseId: id, courseRole: "instructor" })),
  );
  return { id, instructor: { ...world.instructor, id: personId, instructs: [id], studies: [] } };
}

describe("adding a person", () => {
  it("gives a password that is shown once and opens their account, and tells it in the audit", async () => {
    const { id, password } = valueOf(await addPerson(world.context, world.admin, newcomer()));
    const hash = await passwordHashOf(world.db.at, id);
    expect(await verifyPassword({ hash: hash ?? "", password: password ?? "" })).toBe(true);
    expect(await auditsOf(id)).toEqual(["person.add"]);
    expect(JSON.stringify(await world.sql("SELECT * FROM audit_entry"))).not.toContain(password);
  });

  it("lets an instructor add students to their own course only", async () => {
    const { context, instructor, courseId } = world;
    const other = await otherCourse();
    const added = valueOf(await addPerson(context, instructor, newcomer({ courseId })));
    expect((await findPerson(world.db.at, added.id))?.courses).toMatchObject([
      { id: courseId, role: "student" },
    ]);
    for (const wish of [
      newcomer(),
      newcomer({ courseId: other.id }),
      newcomer({ courseId, courseRole: "instructor" }),
      newcomer({ courseId, role: "admin" }),
    ]) {
      expect(codeOf(await addPerson(context, instructor, wish))).toBe("forbidden");
      expect(await world.sql("SELECT 1 FROM person WHERE email = $1", [wish.email])).toEqual([]);
    }
  });

  it("makes somebody known a member, who keeps their password", async () => {
    const { context, admin, courseId } = world;
    const wish = newcomer();
    const { id } = valueOf(await addPerson(context, admin, wish));
    const hash = await passwordHashOf(world.db.at, id);
    expect(valueOf(await addPerson(context, admin, { ...wish, courseId }))).toEqual({ id, password: null });
    expect(await passwordHashOf(world.db.at, id)).toBe(hash);
    expect(codeOf(await addPerson(context, admin, { ...wish, courseId }))).toBe("taken");
    expect(codeOf(await addPerson(context, admin, wish))).toBe("taken");
  });

  it("refuses a course that is not there, and adds nobody", async () => {
    const wish = newcomer({ courseId: "nowhere" });
    expect(codeOf(await addPerson(world.context, world.admin, wish))).toBe("unknown");
    expect(await world.sql("SELECT 1 FROM person WHERE email = $1", [wish.email])).toEqual([]);
  });
});

describe("a person's password", () => {
  it("is reset with the sign-ins ended", async () => {
    const student = await world.addStudent();
    await signIn(student.id, "old-sign-in");
    const { password } = valueOf(await resetPassword(world.context, world.instructor, { id: student.id }));
    const hash = await passwordHashOf(world.db.at, student.id);
    expect(await verifyPassword({ hash: hash ?? "", password: password ?? "" })).toBe(true);
    expect(await signInsOf(student.id)).toEqual([]);
    expect(await auditsOf(student.id)).toEqual(["person.reset-password"]);
  });

  it("is not an instructor's where the person is an admin, an instructor or also in another's course", async () => {
    const { context, instructor, courseId, admin } = world;
    const other = await otherCourse();
    const shared = await world.addStudent();
    valueOf(await addPerson(context, admin, { ...newcomer(), email: shared.email, courseId: other.id }));
    const colleague = valueOf(
      await addPerson(context, admin, newcomer({ courseId, courseRole: "instructor" })),
    );
    expect(codeOf(await resetPassword(context, instructor, { id: shared.id }))).toBe("forbidden");
    expect(codeOf(await resetPassword(context, instructor, { id: colleague.id }))).toBe("forbidden");
    expect(codeOf(await resetPassword(context, instructor, { id: admin.id }))).toBe("not-found");
    expect(codeOf(await resetPassword(context, instructor, { id: other.instructor.id }))).toBe("not-found");
  });

  it("is changed by its owner who knows the old one, and ends their other sign-ins", async () => {
    const { id, password } = valueOf(await addPerson(world.context, world.admin, newcomer()));
    const actor: Actor = { ...world.student, id, instructs: [], studies: [] };
    await signIn(id, "this-one");
    await signIn(id, "another-one");
    const wish = { currentPassword: "not the password", newPassword: "a new password" };
    expect(codeOf(await changePassword(world.context, actor, wish))).toBe("wrong");
    expect(await signInsOf(id)).toHaveLength(2);
    valueOf(
      await changePassword(world.context, actor, {
        ...wish,
        currentPassword: password ?? "",
        keepToken: "this-one",
      }),
    );
    expect(await signInsOf(id)).toEqual(["this-one"]);
    const hash = (await passwordHashOf(world.db.at, id)) ?? "";
    expect(await verifyPassword({ hash, password: "a new password" })).toBe(true);
  });
});

describe("guessing a password where it is changed", () => {
  it("is stopped as at the door: ten wrong ones lock the account, for the right one too", async () => {
    const wish = newcomer();
    const { id, password } = valueOf(await addPerson(world.context, world.admin, wish));
    const actor: Actor = { ...world.student, id, email: wish.email, instructs: [], studies: [] };
    const guess = async (currentPassword: string) =>
      codeOf(await changePassword(world.context, actor, { currentPassword, newPassword: "a new password" }));
    const tries = await Promise.all(Array.from({ length: 12 }, (_none, n) => guess(`guess number ${n}`)));
    expect(tries.filter((code) => code === "wrong")).toHaveLength(10);
    expect(await guess(password ?? "")).toBe("too-many-tries");
    expect(await auditsOf(id)).toEqual(["person.add", "sign-in.lock"]);
    expect((await countSignInTry(world.db.at, wish.email)).isLocked).toBe(true);
  });
});

describe("deactivating a person", () => {
  it("signs them out, claims their session in the same breath and deletes its machines", async () => {
    const student = await world.addStudent();
    const { id } = valueOf(await startSession(world.context, student, { labId: world.lab.id }));
    await world.settled();
    await signIn(student.id, "student-sign-in");
    valueOf(await setPersonActive(world.context, world.instructor, { id: student.id, isActive: false }));
    expect((await world.row(id)).status).not.toBe("running");
    expect(await signInsOf(student.id)).toEqual([]);
    await world.settled();
    expect(await world.row(id)).toMatchObject({ status: "ended", reason: { code: "person-deactivated" } });
    expect(
      codeOf(await startSession(world.context, world.admin, { labId: world.lab.id, studentId: student.id })),
    ).not.toBe("ok");
    valueOf(await setPersonActive(world.context, world.instructor, { id: student.id, isActive: true }));
    expect(await auditsOf(student.id)).toEqual(["person.deactivate", "person.activate"]);
    expect(await auditsOf(id)).toEqual(["session.start", "session.end"]);
  });

  it("calls a session of theirs with no time left expired", async () => {
    const student = await world.addStudent();
    const { id } = valueOf(await startSession(world.context, student, { labId: world.lab.id }));
    await world.settled();
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    valueOf(await setPersonActive(world.context, world.admin, { id: student.id, isActive: false }));
    await world.settled();
    expect(await world.row(id)).toMatchObject({ status: "expired", reason: { code: "expired" } });
  });

  it("says nothing in the audit where nothing changed", async () => {
    const student = await world.addStudent();
    valueOf(await setPersonActive(world.context, world.admin, { id: student.id, isActive: true }));
    expect(await auditsOf(student.id)).toEqual([]);
  });
});

describe("the last active admin", () => {
  it("can be neither deactivated nor made a member; two who do it to each other leave one", async () => {
    const { context, admin } = world;
    expect(codeOf(await setPersonActive(context, admin, { id: admin.id, isActive: false }))).toBe(
      "last-admin",
    );
    expect(codeOf(await setPersonRole(context, admin, { id: admin.id, role: "member" }))).toBe("last-admin");
    const second = await world.addStranger("admin");
    const results = await Promise.all([
      setPersonRole(context, admin, { id: second.id, role: "member" }),
      setPersonActive(context, second, { id: admin.id, isActive: false }),
    ]);
    expect(results.map(codeOf).sort()).toEqual(["last-admin", "ok"]);
    await world.sql("UPDATE person SET role = 'admin', banned = false WHERE id = ANY($1)", [
      [admin.id, second.id],
    ]);
  });

  it("is not an instructor's or a student's business", async () => {
    for (const actor of [world.instructor, world.student])
      expect(codeOf(await setPersonRole(world.context, actor, { id: actor.id, role: "admin" }))).toBe(
        "forbidden",
      );
  });
});

describe("an SSH key", () => {
  const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJtYxGUQ0m0k3tY1m3m3m3m3m3m3m3m3m3m3m3m3m3m3 me@laptop";

  it("is one's own to store and remove, and no admin's", async () => {
    const student = await world.addStudent();
    expect(codeOf(await storeSshKey(world.context, student, { publicKey: "ssh-ed25519 AAAA" }))).toBe(
      "ssh-key-malformed",
    );
    expect(codeOf(await storeSshKey(world.context, world.admin, { id: student.id, publicKey: KEY }))).toBe(
      "forbidden",
    );
    valueOf(await storeSshKey(world.context, student, { publicKey: KEY }));
    expect((await findPerson(world.db.at, student.id))?.hasSshKey).toBe(true);
    valueOf(await storeSshKey(world.context, student, { publicKey: "" }));
    expect((await findPerson(world.db.at, student.id))?.hasSshKey).toBe(false);
    expect(await auditsOf(student.id)).toEqual(["ssh-key.store", "ssh-key.remove"]);
  });
});

describe("the list of people", () => {
  it("is everybody for an admin, and for an instructor those of their courses, with these courses only", async () => {
    const other = await otherCourse();
    const shared = await world.addStudent();
    valueOf(
      await addPerson(world.context, world.admin, { ...newcomer(), email: shared.email, courseId: other.id }),
    );
    const seen = valueOf(await listPeople(world.context, world.instructor)).items;
    expect(seen.map(({ id }) => id)).not.toContain(other.instructor.id);
    expect(seen.find(({ id }) => id === shared.id)?.courses.map(({ id }) => id)).toEqual([world.courseId]);
    expect(valueOf(await listPeople(world.context, world.admin)).items.length).toBeGreaterThan(seen.length);
    expect(codeOf(await listPeople(world.context, world.student))).toBe("forbidden");
  });
});

describe("the members of a course", () => {
  it("are an instructor's as far as they are students whom they see", async () => {
    const { context, instructor } = world;
    const other = await otherCourse();
    const mine = { ...other.instructor, instructs: [other.id, world.courseId] };
    const self = { personId: mine.id, role: "instructor" as const };
    const seen = { personId: world.student.id, role: "student" as const };
    const stranger = { personId: (await world.addStranger()).id, role: "student" as const };
    const set = (actor: Actor, members: { personId: string; role: "student" | "instructor" }[]) =>
      setCourseMembers(context, actor, { id: other.id, members });
    expect(codeOf(await set(instructor, [seen]))).toBe("not-found");
    expect(codeOf(await set(mine, [self, seen]))).toBe("ok");
    expect(codeOf(await set(mine, [self, stranger]))).toBe("forbidden");
    expect(codeOf(await set(mine, [seen]))).toBe("forbidden");
    expect(codeOf(await set(mine, [self, { ...seen, role: "instructor" }]))).toBe("forbidden");
    expect(codeOf(await set(world.admin, [{ personId: "nobody", role: "student" }]))).toBe("unknown");
    expect(codeOf(await set(world.admin, [stranger]))).toBe("ok");
    await setArchived(world.db.at, { id: other.id, isArchived: true });
  });
});
