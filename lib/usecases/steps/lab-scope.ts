import { listCourses } from "@/lib/db/courses";
import type { At } from "@/lib/db/database";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";

/** Ids of the labs that the actor may see: all (null), or those of the courses that they instruct. */
export async function visibleLabIds(at: At, actor: Actor): Promise<ReadonlySet<string> | null> {
  if (may(actor, "lab.see")) return null;
  const courses = await listCourses(at, { courseIds: actor.type === "person" ? actor.instructs : [] });
  return new Set(courses.flatMap(({ labs }) => labs.map(({ id }) => id)));
}

/**
 * How the actor may touch a lab. "see": it is also in a course that is not theirs, whose class a change would reach, so
 * an admin has to make it.
 */
export async function labAccess(at: At, actor: Actor, labId: string): Promise<"none" | "see" | "manage"> {
  if (may(actor, "lab.manage")) return "manage";
  const courses = (await listCourses(at)).filter(({ labs }) => labs.some(({ id }) => id === labId));
  const courseIds = courses.map(({ id }) => id);
  if (!may(actor, "lab.see", { courseIds })) return "none";
  const isOnlyTheirs = courseIds.every((id) => may(actor, "lab.manage", { courseIds: [id] }));
  return isOnlyTheirs ? "manage" : "see";
}
