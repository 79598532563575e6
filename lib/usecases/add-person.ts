import { hashPassword } from "better-auth/crypto";
import type { addPersonInput, PersonSecret } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { addMember, findCourse } from "@/lib/db/courses";
import { inTransaction, isUniqueViolation } from "@/lib/db/database";
import { findPersonByEmail, insertPerson, type Person } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor, CourseRole } from "@/lib/domain/person";
import type { z } from "zod";
import type { Context } from "./context";
import { newPassword } from "./steps/secrets";

type Input = z.output<typeof addPersonInput>;

/**
 * Adds a person with a password made for them, shown once; with a course, as its member. Somebody who is known already
 * becomes a member and keeps their password (answered as null). Instructors add students to their own courses only.
 */
export async function addPerson(context: Context, actor: Actor, input: Input): Promise<Result<PersonSecret>> {
  const courseRole = input.courseRole ?? "student";
  if (!mayAdd(actor, input, courseRole)) return refuse("forbidden");
  const { at } = context.db;
  if (input.courseId !== undefined && (await findCourse(at, input.courseId)) === null)
    return refuse("invalid", { fields: [{ path: "courseId", code: "unknown" }] });
  const known = await findPersonByEmail(at, input.email);
  if (known !== null) return enrol(context, actor, known, input.courseId, courseRole);
  const password = newPassword(context.random);
  const passwordHash = await hashPassword(password);
  try {
    const id = await inTransaction(context.db, async (tx) => {
      const { email, name, role, courseId } = input;
      const person = await insertPerson(tx, { email, name, role, passwordHash });
      if (courseId !== undefined)
        await addMember(tx, { id: courseId, personId: person.id, role: courseRole });
      const params = { email, role, courseRole: courseId === undefined ? null : courseRole };
      await addAudit(tx, { actor, action: "person.add", ...subject(person.id), courseId, params });
      return person.id;
    });
    return ok({ id, password });
  } catch (error) {
    if (isUniqueViolation(error)) return taken();
    throw error;
  }
}

function mayAdd(actor: Actor, { role, courseId }: Input, courseRole: CourseRole): boolean {
  if (may(actor, "person.manage-admins")) return true;
  const courseIds = courseId === undefined ? [] : [courseId];
  return role === "member" && courseRole === "student" && may(actor, "person.manage", { courseIds });
}

/** An existing member keeps their role in the course: that is changed there. */
async function enrol(
  { db }: Context,
  actor: Actor,
  person: Person,
  courseId: string | undefined,
  role: CourseRole,
): Promise<Result<PersonSecret>> {
  if (courseId === undefined || !person.isActive || person.courses.some(({ id }) => id === courseId))
    return taken();
  await inTransaction(db, async (tx) => {
    await addMember(tx, { id: courseId, personId: person.id, role });
    await addAudit(tx, {
      actor,
      action: "person.enrol",
      ...subject(person.id),
      courseId,
      params: { courseRole: role },
    });
  });
  return ok({ id: person.id, password: null });
}

const subject = (id: string) => ({ subjectType: "person", subjectId: id }) as const;
const taken = (): Result<never> => refuse("invalid", { fields: [{ path: "email", code: "taken" }] });
