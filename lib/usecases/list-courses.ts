import type { CourseList } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { listCourses as list } from "@/lib/db/courses";
import { databaseNow } from "@/lib/db/database";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** All courses, archived ones last; for an instructor those that they instruct. */
export async function listCourses({ db: { at } }: Context, actor: Actor): Promise<Result<CourseList>> {
  if (!mayAnywhere(actor, "course.see")) return refuse("forbidden");
  const courseIds = may(actor, "course.see") || actor.type === "system" ? undefined : actor.instructs;
  return ok({ items: await list(at, { courseIds }), serverNowMs: await databaseNow(at) });
}
