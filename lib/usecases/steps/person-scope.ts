import type { Person } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";

/** May the actor see this person: in any of their courses? */
export function maySeePerson(actor: Actor, person: Pick<Person, "id" | "courses">): boolean {
  return may(actor, "person.see", { personId: person.id, courseIds: person.courses.map(({ id }) => id) });
}

/**
 * May the actor reset this person's password or keep them out? Administrators and instructors are an admin's; a student
 * is an instructor's where every one of their courses is: who shares a student with others must not take their sign-in.
 */
export function mayManagePerson(actor: Actor, person: Pick<Person, "role" | "courses">): boolean {
  if (may(actor, "person.manage-admins")) return true;
  if (person.role === "admin" || person.courses.length === 0) return false;
  return person.courses.every(
    ({ id, role }) => role === "student" && may(actor, "person.manage", { courseIds: [id] }),
  );
}
