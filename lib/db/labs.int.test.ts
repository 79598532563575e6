import { describe, expect, it } from "vitest";
import type { Lab } from "@/lib/domain/lab";
import { addAudit, listAudit } from "./audit";
import {
  addMember,
  findCourse,
  insertCourse,
  labsForStudent,
  listCourses,
  setArchived,
  setLabs,
  setMembers,
  updateCourse,
} from "./courses";
import { inTransaction, isUniqueViolation } from "./database";
import { deleteLab, findLab, insertLab, labRows, listLabs, updateLab } from "./labs";
import { readSwitches, setSwitch } from "./switches";
import { addPerson, addSession, ENDING, nextId, OVER, shape, SPEC, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const fields = (slug = nextId()) => ({
  ...{ slug, name: `Lab ${slug}`, description: "Scan it", spec: SPEC },
  ...{ sessionMinutes: 30, maxMinutes: null, isEnabled: true },
});
const addCourse = async (name = nextId()) => (await insertCourse(at(), { name, description: "" })).id;

describe("labs", () => {
  it("come back as they went in, by id and by slug", async () => {
    const lab = await insertLab(at(), fields());
    expect(lab).toMatchObject({ ...fields(lab.slug), version: 0 });
    expect(lab.updatedAtMs).toBeGreaterThan(0);
    expect([await findLab(at(), lab.id), await findLab(at(), lab.slug)]).toEqual([lab, lab]);
    expect(await findLab(at(), "no such lab")).toBeNull();
    expect(await listLabs(at())).toContainEqual(lab);
  });

  it("are changed by whoever saw the newest version", async () => {
    const { id } = await insertLab(at(), fields());
    const change = { ...fields(), name: "Renamed", spec: { ...SPEC, cpus: 4 }, isEnabled: false };
    const [first, second] = [
      await updateLab(at(), { id, version: 0, ...change }),
      await updateLab(at(), { id, version: 0, ...change, name: "Too late" }),
    ];
    expect(first).toMatchObject({ ...change, version: 1 });
    expect(second).toBeNull();
    expect(await findLab(at(), id)).toEqual(first);
  });

  it("have one slug each, free again once deleted", async () => {
    const [one, two] = [await insertLab(at(), fields()), await insertLab(at(), fields())];
    const taken = [insertLab(at(), fields(one.slug)), updateLab(at(), { ...two, slug: one.slug })];
    for (const write of taken)
      expect(isUniqueViolation(await write.catch((error: unknown) => error))).toBe(true);
    expect(await inTransaction(used.db, (tx) => deleteLab(tx, one.id))).toBe("deleted");
    expect(await insertLab(at(), fields(one.slug))).toMatchObject({ slug: one.slug });
  });

  it("cannot be deleted while a session of theirs is not over, and leave their courses", async () => {
    const { id: labId } = await insertLab(at(), fields());
    const courseId = await addCourse();
    await setLabs(at(), { id: courseId, labIds: [labId] });
    const session = await addSession(used.db, { labId });
    const remove = () => inTransaction(used.db, (tx) => deleteLab(tx, labId));
    expect(await remove()).toBe("in-use");
    await shape(used.db, session.id, ENDING);
    expect(await remove()).toBe("in-use");
    await shape(used.db, session.id, OVER);
    expect(await remove()).toBe("deleted");
    expect(await remove()).toBe("not-found");
    expect([await findLab(at(), labId), (await findCourse(at(), courseId))?.labs]).toEqual([null, []]);
  });

  it("are listed with what uses them", async () => {
    const { id: labId } = await insertLab(at(), fields());
    const [kept, old] = [await addCourse("Kept"), await addCourse("Old")];
    for (const id of [kept, old]) await setLabs(at(), { id, labIds: [labId] });
    await setArchived(at(), { id: old, isArchived: true });
    await addSession(used.db, { labId });
    await shape(used.db, (await addSession(used.db, { labId })).id, OVER);
    const row = (await labRows(at())).find((lab) => lab.id === labId);
    expect(row).toMatchObject({ courseNames: ["Kept"], liveSessions: 1 });
  });
});

describe("courses", () => {
  it("have the members and labs that were set, and no others; nothing is written with an unknown one", async () => {
    const id = await addCourse("Forensics");
    const [one, two, three] = [
      await addPerson(used.db, "A"),
      await addPerson(used.db, "B"),
      await addPerson(used.db, "C"),
    ];
    const lab = await insertLab(at(), fields());
    await setMembers(at(), { id, members: [{ personId: three, role: "student" }] });
    const members = [one, two].map((personId) => ({ personId, role: "student" as const }));
    expect(await setMembers(at(), { id, members: [...members, { personId: two, role: "instructor" }] })).toBe(
      "set",
    );
    expect(await setLabs(at(), { id, labIds: [lab.id, lab.id] })).toBe("set");
    expect(await setMembers(at(), { id, members: [{ personId: "nobody", role: "student" }] })).toBe(
      "unknown-member",
    );
    expect(await setLabs(at(), { id, labIds: [lab.id, "no-lab"] })).toBe("unknown-lab");
    const course = await findCourse(at(), id);
    expect(course).toMatchObject({
      name: "Forensics",
      isArchived: false,
      labs: [{ id: lab.id, name: lab.name }],
    });
    expect(course?.members.map(({ personId, role }) => [personId, role])).toEqual([
      [one, "student"],
      [two, "instructor"],
    ]);
    expect(await listCourses(at(), { courseIds: [id, "other"] })).toEqual([course]);
  });

  it("say so where they are unknown or unchanged", async () => {
    const id = await addCourse();
    const nobody = { id: "no-course" };
    expect(await setMembers(at(), { ...nobody, members: [] })).toBe("not-found");
    expect(await setLabs(at(), { ...nobody, labIds: [] })).toBe("not-found");
    expect(await updateCourse(at(), { ...nobody, name: "x", description: "" })).toBe(false);
    expect(await updateCourse(at(), { id, name: "New", description: "d" })).toBe(true);
    expect(await setArchived(at(), { id, isArchived: false })).toBe(false);
    expect(await setArchived(at(), { id, isArchived: true })).toBe(true);
    expect(await findCourse(at(), id)).toMatchObject({ name: "New", description: "d", isArchived: true });
  });

  it("offer a student the enabled labs of their own courses that are not archived", async () => {
    const personId = await addPerson(used.db);
    const [open, off, deleted]: Lab[] = [
      await insertLab(at(), fields()),
      await insertLab(at(), { ...fields(), isEnabled: false }),
      await insertLab(at(), fields()),
    ];
    const [studies, teaches, archived] = [await addCourse("S"), await addCourse("T"), await addCourse("U")];
    for (const id of [studies, teaches, archived]) {
      await setLabs(at(), { id, labIds: [open?.id, off?.id, deleted?.id].map(String) });
    }
    await addMember(at(), { id: studies, personId, role: "student" });
    await addMember(at(), { id: teaches, personId, role: "instructor" });
    await addMember(at(), { id: archived, personId, role: "student" });
    await setArchived(at(), { id: archived, isArchived: true });
    await inTransaction(used.db, (tx) => deleteLab(tx, String(deleted?.id)));
    expect(await labsForStudent(at(), personId)).toEqual([{ lab: open, courseId: studies, courseName: "S" }]);
  });
});

describe("switches", () => {
  it("are off until set, and tell by whom", async () => {
    const off = { isOn: false, message: "", byName: null, atMs: null };
    expect(await readSwitches(at())).toEqual([
      { name: "no-new-sessions", ...off },
      { name: "stop-reaping", ...off },
    ]);
    await setSwitch(at(), { name: "stop-reaping", isOn: false, message: "", byName: "Kim" });
    await setSwitch(at(), { name: "stop-reaping", isOn: true, message: "upgrade", byName: "cli" });
    const [first, second] = await readSwitches(at());
    expect(first).toEqual({ name: "no-new-sessions", ...off });
    expect(second).toMatchObject({ isOn: true, message: "upgrade", byName: "cli" });
    expect(second?.atMs).toBeGreaterThan(0);
  });
});

describe("audit", () => {
  const person = { type: "person", id: "p1", email: "k@x.example", name: "Kim", role: "admin" } as const;
  const actor = { ...person, instructs: [], studies: [] };
  const entry = (subjectId: string, courseId?: string) =>
    ({ actor, action: "lab.update", subjectType: "lab", subjectId, courseId }) as const;

  it("is written with what it tells of, or not at all", async () => {
    const slug = nextId();
    const failing = inTransaction(used.db, async (tx) => {
      const { id } = await insertLab(tx, fields(slug));
      await addAudit(tx, entry(id));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([await findLab(at(), slug), await listAudit(at(), { limit: 10 })]).toEqual([null, []]);
  });

  it("is told newest first, page by page, and by course", async () => {
    for (const n of ["1", "2", "3"]) await addAudit(at(), entry(n, n === "2" ? "course-b" : "course-a"));
    await addAudit(at(), {
      ...entry("4"),
      actor: { type: "system", name: "cronjob" },
      params: { isOn: true, message: null, count: 2 },
    });
    const subjects = async (filter: Omit<Parameters<typeof listAudit>[1], "limit">, limit = 10) =>
      (await listAudit(at(), { ...filter, limit })).map((row) => row.subjectId);
    expect(await subjects({})).toEqual(["4", "3", "2", "1"]);
    const page = await listAudit(at(), { limit: 2 });
    expect(page[0]).toMatchObject({
      actor: "cronjob",
      action: "lab.update",
      params: { isOn: true, message: null, count: 2 },
    });
    expect(page[1]).toMatchObject({ actor: "Kim", params: {} });
    expect(await subjects({ before: page[1]?.id })).toEqual(["2", "1"]);
    expect(await subjects({ courseIds: ["course-a"] })).toEqual(["3", "1"]);
    expect(await subjects({ before: "1; DROP TABLE person" })).toEqual([]);
  });
});
