import { refuse, type Result } from "@/lib/contracts/result";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";

/**
 * null where the actor may manage this course. An instructor is not told whether a course that is not theirs exists.
 */
export function refuseCourse(actor: Actor, courseId: string): Result<never> | null {
  if (may(actor, "course.manage", { courseIds: [courseId] })) return null;
  return refuse(mayAnywhere(actor, "course.manage") ? "not-found" : "forbidden");
}
