import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CreateLabInput } from "@/lib/contracts/labs";
import { findLab } from "@/lib/db/labs";
import { archiveCourse } from "./archive-course";
import { createCourse } from "./create-course";
import { createLab } from "./create-lab";
import { deleteLab } from "./delete-lab";
import { endSessions } from "./end-sessions";
import { getOverview } from "./get-overview";
import { getStatus } from "./get-status";
import { listAudit } from "./list-audit";
import { listCourses } from "./list-courses";
import { listLabs } from "./list-labs";
import { setCourseLabs } from "./set-course-labs";
import { startSession } from "./start-session";
import { openLabWorld, VM_SPEC, type LabWorld } from "./test-lab-world";
import { codeOf, valueOf } from "./test-results";
import { updateCourse } from "./update-course";
import { updateLab } from "./update-lab";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());
afterEach(() => world.sim.clearFaults());

let count = 0;
const wish = (more: Partial<CreateLabInput> = {}): CreateLabInput => ({
  slug: `made-${++count}`,
  name: "Made",
  description: "",
  isEnabled: true,
  sessionMinutes: null,
  maxMinutes: null,
  spec: { ...VM_SPEC, disk: { type: "none" }, egress: [], capabilities: [] },
  ...more,
});
const newCourse = async () =>
  valueOf(await createCourse(world.context, world.admin, { name: `Course ${++count}`, description: "" })).id;

describe("a lab", () => {
  it("is made, changed with the version that was read, and removed", async () => {
    const { context, admin } = world;
    const lab = wish();
    const { id } = valueOf(await createLab(context, admin, lab));
    const version = (await findLab(world.db.at, id))?.version ?? -1;
    expect(codeOf(await updateLab(context, admin, { ...lab, id, version, name: "Changed" }))).toBe("ok");
    expect(codeOf(await updateLab(context, admin, { ...lab, id, version, name: "Too late" }))).toBe(
      "conflict",
    );
    expect((await findLab(world.db.at, id))?.name).toBe("Changed");
    expect(codeOf(await deleteLab(context, admin, { id }))).toBe("ok");
    expect(codeOf(await deleteLab(context, admin, { id }))).toBe("not-found");
  });

  it("keeps what two people changed at once, and tells a conflict where they changed the same", async () => {
    const { context, admin } = world;
    const seen = wish();
    const { id } = valueOf(await createLab(context, admin, seen));
    const update = (lab: Partial<CreateLabInput>) =>
      updateLab(context, admin, { ...seen, ...lab, id, version: 0, seen });
    valueOf(await update({ name: "Renamed" }));
    valueOf(await update({ spec: { ...seen.spec, memoryMiB: 3072 } }));
    valueOf(await update({ spec: { ...seen.spec, cpus: 2 } }));
    expect(await findLab(world.db.at, id)).toMatchObject({
      ...{ name: "Renamed", version: 3 },
      spec: { memoryMiB: 3072, cpus: 2 },
    });
    expect(codeOf(await update({ name: "Another" }))).toBe("conflict");
    expect(codeOf(await update({ spec: { ...seen.spec, cpus: 3 } }))).toBe("conflict");
    expect(codeOf(await update({ name: "Renamed" }))).toBe("ok");
  });

  it("is not made of two changes that break a rule together", async () => {
    const { context, admin } = world;
    const seen = wish({ sessionMinutes: 30, maxMinutes: 60 });
    const { id } = valueOf(await createLab(context, admin, seen));
    const update = (lab: Partial<CreateLabInput>) =>
      updateLab(context, admin, { ...seen, ...lab, id, version: 0, seen });
    valueOf(await update({ sessionMinutes: 60 }));
    expect(codeOf(await update({ maxMinutes: 45 }))).toBe("session-over-max");
  });

  it("has a slug that no other has", async () => {
    const { context, admin } = world;
    const first = wish();
    valueOf(await createLab(context, admin, first));
    expect(codeOf(await createLab(context, admin, wish({ slug: first.slug })))).toBe("taken");
    const second = wish();
    const { id } = valueOf(await createLab(context, admin, second));
    expect(codeOf(await updateLab(context, admin, { ...second, slug: first.slug, id, version: 0 }))).toBe(
      "taken",
    );
  });

  it("keeps the rules: an image outside the prefixes is refused and nothing is stored", async () => {
    const lab = wish({ spec: { ...wish().spec, image: "elsewhere.test/x:1" } });
    expect(codeOf(await createLab(world.context, world.admin, lab))).toBe("image-not-allowed");
    expect(await findLab(world.db.at, lab.slug)).toBeNull();
  });

  it("is not removed while a session uses it", async () => {
    const lab = await world.addLab();
    const student = await world.addStudent();
    const { id } = valueOf(await startSession(world.context, student, { labId: lab.id }));
    expect(codeOf(await deleteLab(world.context, world.admin, { id: lab.id }))).toBe("in-use");
    await world.settled();
    valueOf(await endSessions(world.context, student, { ids: [id] }));
    await world.settled();
    expect(codeOf(await deleteLab(world.context, world.admin, { id: lab.id }))).toBe("ok");
  });

  it("is an instructor's in their own course, unless another course has it too", async () => {
    const { context, instructor, courseId } = world;
    const elsewhere = await newCourse();
    expect(codeOf(await createLab(context, instructor, wish()))).toBe("required");
    expect(codeOf(await createLab(context, instructor, wish({ courseId: elsewhere })))).toBe("forbidden");
    const lab = wish();
    const { id } = valueOf(await createLab(context, instructor, { ...lab, courseId }));
    expect(codeOf(await updateLab(context, instructor, { ...lab, id, version: 0 }))).toBe("ok");
    valueOf(await setCourseLabs(context, world.admin, { id: elsewhere, labIds: [id] }));
    expect(codeOf(await updateLab(context, instructor, { ...lab, id, version: 1 }))).toBe("forbidden");
    expect(codeOf(await deleteLab(context, instructor, { id }))).toBe("forbidden");
    const foreign = valueOf(await createLab(context, world.admin, wish({ courseId: elsewhere }))).id;
    expect(codeOf(await updateLab(context, instructor, { ...wish(), id: foreign, version: 0 }))).toBe(
      "not-found",
    );
    expect(codeOf(await deleteLab(context, instructor, { id: foreign }))).toBe("not-found");
    const seen = valueOf(await listLabs(context, instructor)).items.map((row) => row.id);
    expect(seen).toContain(id);
    expect(seen).not.toContain(foreign);
    expect(codeOf(await setCourseLabs(context, instructor, { id: courseId, labIds: [foreign] }))).toBe(
      "unknown",
    );
    expect(codeOf(await listLabs(context, world.student))).toBe("forbidden");
  });

  it("says whether its image is pinned", async () => {
    const { context, admin } = world;
    const pinned = `registry.test/labs/ubuntu@sha256:${"a".repeat(64)}`;
    const { id } = valueOf(
      await createLab(context, admin, wish({ spec: { ...wish().spec, image: pinned } })),
    );
    const { items } = valueOf(await listLabs(context, admin));
    expect(items.find((row) => row.id === id)?.isImagePinned).toBe(true);
    expect(items.find((row) => row.id === world.lab.id)?.isImagePinned).toBe(false);
  });
});

describe("a course", () => {
  it("is an admin's to make, and its instructor's to change and archive", async () => {
    const { context, instructor, admin } = world;
    expect(codeOf(await createCourse(context, instructor, { name: "Mine", description: "" }))).toBe(
      "forbidden",
    );
    const id = await newCourse();
    expect(codeOf(await updateCourse(context, instructor, { id, name: "Mine", description: "" }))).toBe(
      "not-found",
    );
    const theirs = { ...instructor, instructs: [id] };
    valueOf(await updateCourse(context, theirs, { id, name: "Theirs", description: "" }));
    valueOf(await archiveCourse(context, theirs, { id, isArchived: true }));
    const course = valueOf(await listCourses(context, admin)).items.find((row) => row.id === id);
    expect(course).toMatchObject({ name: "Theirs", isArchived: true });
    expect(codeOf(await updateCourse(context, admin, { id: "nowhere", name: "x", description: "" }))).toBe(
      "not-found",
    );
    expect(codeOf(await updateCourse(context, world.student, { id, name: "x", description: "" }))).toBe(
      "forbidden",
    );
  });

  it("shows in the audit to those who instruct it", async () => {
    const { context, admin, instructor } = world;
    const id = await newCourse();
    const actions = async (actor: typeof admin) =>
      valueOf(await listAudit(context, actor, {})).items.map((row) => row.subjectId);
    expect(await actions(admin)).toContain(id);
    expect(await actions(instructor)).not.toContain(id);
    expect(await actions({ ...instructor, instructs: [id] })).toEqual([id]);
    const told = valueOf(await listAudit(context, admin, {})).items.find((row) => row.subjectId === id);
    expect(told).toMatchObject({
      action: "course.create",
      subjectType: "course",
      subjectName: expect.stringMatching(/^Course \d+$/),
    });
    valueOf(await setCourseLabs(context, admin, { id, labIds: [world.lab.id] }));
    const [newest] = valueOf(await listAudit(context, admin, {})).items;
    expect(newest).toMatchObject({ action: "course.set-labs", params: { labs: world.lab.name } });
    expect(codeOf(await listAudit(context, world.student, {}))).toBe("forbidden");
  });

  it("pages its audit", async () => {
    const ids = Array.from({ length: 105 }, (_, n) => n);
    await world.sql(
      `INSERT INTO audit_entry (actor_type, actor_name, action, subject_type, subject_id)
       SELECT 'system', 'test', 'test.page', 'test', n::text FROM unnest($1::int[]) n`,
      [ids],
    );
    const first = valueOf(await listAudit(world.context, world.admin, {}));
    expect(first.items).toHaveLength(100);
    const second = valueOf(await listAudit(world.context, world.admin, { before: first.nextBefore ?? "" }));
    expect(BigInt(second.items[0]?.id ?? 0)).toBeLessThan(BigInt(first.items.at(-1)?.id ?? 0));
  });
});

describe("the status", () => {
  it("tells staff the seats and the reaper, and a student only what is theirs", async () => {
    const { context, admin, instructor, student } = world;
    await world.settled();
    for (const actor of [admin, instructor]) {
      const status = valueOf(await getStatus(context, actor));
      expect(status.seats).toMatchObject({ cap: 8, isRowsOnly: false });
      expect(status.cluster?.isOk).toBe(true);
      expect(status.heartbeat).toMatchObject({ lastGoodPassAtMs: null, isLate: true });
    }
    const own = valueOf(await getStatus(context, student));
    expect(own).toMatchObject({ seats: null, cluster: null, heartbeat: null, me: { id: student.id } });
    expect(own.switches).toHaveLength(2);
  });

  it("says that the seats are of rows alone where the cluster does not answer", async () => {
    world.sim.fault({ match: { method: "GET", path: "virtualmachine" }, act: { status: 500 } });
    const status = valueOf(await getStatus(world.contextWith({}), world.admin));
    expect(status.seats?.isRowsOnly).toBe(true);
    expect(status.cluster).toMatchObject({ isOk: false });
  });

  it("asks the cluster once for many browsers", async () => {
    const context = world.contextWith({});
    await Promise.all(Array.from({ length: 20 }, () => getStatus(context, world.admin)));
    const requests = context.cluster.requestCount;
    await getStatus(context, world.admin);
    expect(context.cluster.requestCount).toBe(requests);
    expect(requests).toBeLessThan(20);
  });
});

describe("the overview", () => {
  it("counts what is live, also for the instructor, and is no student's", async () => {
    const student = await world.addStudent();
    const { id } = valueOf(await startSession(world.context, student, { labId: world.lab.id }));
    await world.settled();
    await world.sql(
      "UPDATE lab_session SET expires_at = clock_timestamp() + interval '5 minutes' WHERE id = $1",
      [id],
    );
    for (const actor of [world.admin, world.instructor]) {
      const overview = valueOf(await getOverview(world.context, actor));
      expect(overview.endingSoon.map((row) => row.id)).toEqual([id]);
      expect(overview.liveByStatus.provisioning).toBe(1);
      expect(overview.startsToday).toBeGreaterThan(0);
      expect(overview.recentEvents.some((event) => event.sessionId === id)).toBe(true);
    }
    const stranger = { ...world.instructor, instructs: ["another"] };
    expect(valueOf(await getOverview(world.context, stranger))).toMatchObject({
      endingSoon: [],
      startsToday: 0,
    });
    expect(codeOf(await getOverview(world.context, student))).toBe("forbidden");
  });
});
