import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCourse } from "@/lib/db/courses";
import { createCourse } from "./create-course";
import { createLab } from "./create-lab";
import { setCourseLabs } from "./set-course-labs";
import { setCourseMembers } from "./set-course-members";
import { type LabWorld, openLabWorld, VM_SPEC } from "./test-lab-world";
import { codeOf, valueOf } from "./test-results";
import { updateCourse } from "./update-course";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

const newCourse = async () =>
  valueOf(await createCourse(world.context, world.admin, { name: "Networks", description: "Spring" })).id;
const courseOf = async (id: string) => {
  const course = await findCourse(world.db.at, id);
  if (course === null) throw new Error(`no course ${id}`);
  return course;
};
const student = (personId: string) => ({ personId, role: "student" as const });

describe("two people who change one course at once", () => {
  it("each keep the members whom the other added, and lose those whom the other took out", async () => {
    const id = await newCourse();
    const ann = await world.addStudent();
    const ben = await world.addStudent();
    const cas = await world.addStudent();
    const dan = await world.addStudent();
    const set = (members: readonly string[], seen?: readonly string[]) =>
      setCourseMembers(world.context, world.admin, {
        id,
        members: members.map(student),
        ...(seen && { seen: seen.map(student) }),
      });
    valueOf(await set([ann.id, ben.id]));
    // Both forms were opened now; the first adds one and takes one out.
    valueOf(await set([ben.id, cas.id], [ann.id, ben.id]));
    valueOf(await set([ann.id, ben.id, dan.id], [ann.id, ben.id]));
    const after = (await courseOf(id)).members.map(({ personId }) => personId);
    expect(new Set(after)).toEqual(new Set([ben.id, cas.id, dan.id]));
  });

  it("each keep the labs that the other chose", async () => {
    const id = await newCourse();
    const fields = {
      description: "",
      isEnabled: true,
      sessionMinutes: null,
      maxMinutes: null,
    };
    const spec = { ...VM_SPEC, disk: { type: "none" as const }, egress: [], capabilities: [] };
    const lab = { slug: "second-lab", name: "Second lab", spec, ...fields };
    const second = valueOf(await createLab(world.context, world.admin, lab)).id;
    const set = (labIds: string[], seen: string[]) =>
      setCourseLabs(world.context, world.admin, { id, labIds, seen });
    valueOf(await set([world.lab.id], []));
    valueOf(await set([second], []));
    expect(new Set((await courseOf(id)).labs.map((one) => one.id))).toEqual(new Set([world.lab.id, second]));
  });

  it("keep each other's name and description, and are told where they changed the same", async () => {
    const id = await newCourse();
    const seen = { name: "Networks", description: "Spring" };
    const update = (name: string, description: string) =>
      updateCourse(world.context, world.admin, { id, name, description, seen });
    expect(codeOf(await update("Networks", "Autumn"))).toBe("ok");
    expect(codeOf(await update("Networks II", "Spring"))).toBe("ok");
    expect(await courseOf(id)).toMatchObject({ name: "Networks II", description: "Autumn" });
    expect(codeOf(await update("Networks III", "Spring"))).toBe("conflict");
    expect(codeOf(await update("Networks II", "Spring"))).toBe("ok");
    expect(await courseOf(id)).toMatchObject({ name: "Networks II", description: "Autumn" });
  });
});
