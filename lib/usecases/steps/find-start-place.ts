import type { Refusal } from "@/lib/contracts/result";
import { listCourses } from "@/lib/db/courses";
import type { At } from "@/lib/db/database";
import { findLab } from "@/lib/db/labs";
import { findPerson, type Person } from "@/lib/db/people";
import type { Lab } from "@/lib/domain/lab";
import { may, type PermissionScope } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";

export interface WantedPlace {
  readonly labId: string;
  readonly studentId: string;
  readonly courseId?: string;
}
export interface StartPlace {
  readonly lab: Lab;
  readonly courseId: string | null;
}

export type Found =
  { readonly ok: true; readonly place: StartPlace } | { readonly ok: false; readonly refusal: Refusal };

/**
 * Which lab, in which of the student's courses. "forbidden" where the actor may not start it for that student;
 * "lab-not-in-course" where the lab is in none of the student's courses (an admin may start it all the same, outside of
 * any course).
 */
export async function findStartPlace(at: At, actor: Actor, wanted: WantedPlace): Promise<Found> {
  const [lab, student] = await Promise.all([findLab(at, wanted.labId), findPerson(at, wanted.studentId)]);
  const courseIds = lab === null || student === null ? [] : await sharedCourses(at, lab, student);
  const courseId = pickCourse(actor, wanted, courseIds);
  if (!may(actor, "session.start", scopeOf(wanted, courseId))) return refused({ code: "forbidden" });
  if (lab === null || student === null) return refused({ code: "not-found" });
  if (!student.isActive) return refused({ code: "refused", reason: { code: "person-deactivated" } });
  const isOutside = courseId === null && (wanted.courseId !== undefined || !may(actor, "session.start"));
  if (isOutside) return refused({ code: "refused", reason: { code: "lab-not-in-course" } });
  if (!lab.isEnabled) return refused({ code: "refused", reason: { code: "lab-disabled" } });
  return { ok: true, place: { lab, courseId } };
}

/** The person's courses, in whatever role, that have this lab. */
async function sharedCourses(at: At, lab: Lab, person: Person): Promise<string[]> {
  const courses = await listCourses(at, { courseIds: person.courses.map(({ id }) => id) });
  return courses.filter(({ labs }) => labs.some(({ id }) => id === lab.id)).map(({ id }) => id);
}

function pickCourse(actor: Actor, wanted: WantedPlace, courseIds: readonly string[]): string | null {
  if (wanted.courseId !== undefined) return courseIds.find((id) => id === wanted.courseId) ?? null;
  const own = courseIds.find((id) => may(actor, "session.start", { courseIds: [id] }));
  return own ?? courseIds[0] ?? null;
}

function scopeOf({ studentId }: WantedPlace, courseId: string | null): PermissionScope {
  return { ownerId: studentId, courseIds: courseId === null ? [] : [courseId] };
}

function refused(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
