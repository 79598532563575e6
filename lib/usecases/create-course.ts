import type { CourseInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { insertCourse } from "@/lib/db/courses";
import { inTransaction } from "@/lib/db/database";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Makes a course without members or labs. */
export async function createCourse(
  context: Context,
  actor: Actor,
  input: CourseInput,
): Promise<Result<{ id: string }>> {
  if (!may(actor, "course.manage")) return refuse("forbidden");
  return inTransaction(context.db, async (tx) => {
    const { id } = await insertCourse(tx, input);
    await addAudit(tx, {
      actor,
      action: "course.create",
      subjectType: "course",
      subjectId: id,
      courseId: id,
      params: { name: input.name },
    });
    return ok({ id });
  });
}
