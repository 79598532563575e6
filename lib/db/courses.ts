import { randomUUID } from "node:crypto";
import type { Lab } from "@/lib/domain/lab";
import type { CourseRole } from "@/lib/domain/person";
import { clientOf, type At } from "./at";
import type { Prisma } from "./generated/client";
import { toLab } from "./labs";
import { toMs } from "./times";

export interface Course {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
  readonly createdAtMs: number;
  readonly labs: readonly { readonly id: string; readonly name: string }[];
  readonly members: readonly CourseMember[];
}
export interface CourseMember {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: CourseRole;
}

/** By name, archived ones last; only these where `courseIds` is given. */
export function listCourses(
  at: At,
  { courseIds }: { courseIds?: readonly string[] } = {},
): Promise<Course[]> {
  return select(at, courseIds ? { id: { in: [...courseIds] } } : {});
}

export async function findCourse(at: At, id: string): Promise<Course | null> {
  return (await select(at, { id }))[0] ?? null;
}

/** As `findCourse`; until the transaction ends nobody else changes the course, its labs or its members. */
export async function findLockedCourse(tx: At, id: string): Promise<Course | null> {
  return (await lockCourse(tx, id)) ? findCourse(tx, id) : null;
}

export function insertCourse(tx: At, fields: { name: string; description: string }): Promise<{ id: string }> {
  const data = { id: randomUUID(), name: fields.name, description: fields.description };
  return clientOf(tx).course.create({ data, select: { id: true } });
}

/** False where there is no such course. */
export async function updateCourse(
  tx: At,
  { id, name, description }: { id: string; name: string; description: string },
): Promise<boolean> {
  return (await clientOf(tx).course.updateMany({ where: { id }, data: { name, description } })).count === 1;
}

/** False where nothing changed. */
export async function setArchived(
  tx: At,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<boolean> {
  const where = { id, isArchived: !isArchived };
  return (await clientOf(tx).course.updateMany({ where, data: { isArchived } })).count === 1;
}

/** Makes these, and nobody else, the members. Where a course or person is unknown nothing is written. */
export async function setMembers(
  tx: At,
  { id, members }: { id: string; members: readonly { personId: string; role: CourseRole }[] },
): Promise<"set" | "not-found" | "unknown-member"> {
  const client = clientOf(tx);
  if (!(await lockCourse(tx, id))) return "not-found";
  const roles = new Map(members.map(({ personId, role }) => [personId, role]));
  const known = await client.user.count({ where: { id: { in: [...roles.keys()] } } });
  if (known !== roles.size) return "unknown-member";
  await client.courseMember.deleteMany({ where: { courseId: id } });
  const data = [...roles].map(([personId, role]) => ({ courseId: id, personId, role }));
  await client.courseMember.createMany({ data });
  return "set";
}

/** Adds one member, or changes their role. Course and person must exist. */
export async function addMember(
  tx: At,
  { id, personId, role }: { id: string; personId: string; role: CourseRole },
): Promise<void> {
  await clientOf(tx).courseMember.upsert({
    where: { courseId_personId: { courseId: id, personId } },
    create: { courseId: id, personId, role },
    update: { role },
  });
}

/** Makes these the course's labs. Where a course or lab is unknown nothing is written. */
export async function setLabs(
  tx: At,
  { id, labIds }: { id: string; labIds: readonly string[] },
): Promise<"set" | "not-found" | "unknown-lab"> {
  const client = clientOf(tx);
  if (!(await lockCourse(tx, id))) return "not-found";
  const ids = [...new Set(labIds)];
  if ((await client.lab.count({ where: { id: { in: ids }, deletedAt: null } })) !== ids.length)
    return "unknown-lab";
  await client.courseLab.deleteMany({ where: { courseId: id } });
  await client.courseLab.createMany({ data: ids.map((labId) => ({ courseId: id, labId })) });
  return "set";
}

/** What a person may start as a student: the enabled labs of their courses, by course and lab name. */
export async function labsForStudent(
  at: At,
  personId: string,
): Promise<{ lab: Lab; courseId: string; courseName: string }[]> {
  const rows = await clientOf(at).courseLab.findMany({
    where: {
      course: { isArchived: false, members: { some: { personId, role: "student" } } },
      lab: { isEnabled: true, deletedAt: null },
    },
    include: { lab: true, course: { select: { name: true } } },
    orderBy: [{ course: { name: "asc" } }, { lab: { name: "asc" } }],
  });
  return rows.map(({ lab, courseId, course }) => ({ lab: toLab(lab), courseId, courseName: course.name }));
}

/** Until the transaction ends nobody else changes the course, its labs or its members. False: there is none. */
async function lockCourse(tx: At, id: string): Promise<boolean> {
  const rows = await clientOf(tx).$queryRaw<
    { id: string }[]
  >`SELECT id FROM course WHERE id = ${id} FOR UPDATE`;
  return rows.length === 1;
}

async function select(at: At, where: Prisma.CourseWhereInput): Promise<Course[]> {
  const rows = await clientOf(at).course.findMany({
    where,
    orderBy: [{ isArchived: "asc" }, { name: "asc" }, { id: "asc" }],
    include: {
      labs: { include: { lab: { select: { id: true, name: true } } }, orderBy: { lab: { name: "asc" } } },
      members: {
        include: { person: { select: { name: true, email: true } } },
        orderBy: { person: { name: "asc" } },
      },
    },
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isArchived: row.isArchived,
    createdAtMs: toMs(row.createdAt),
    labs: row.labs.map(({ lab }) => lab),
    members: row.members.map(({ personId, role, person }) => ({
      personId,
      role: role as CourseRole,
      ...person,
    })),
  }));
}
