import type { UpdateCourseInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { updateCourse as store } from "@/lib/db/courses";
import { inTransaction } from "@/lib/db/database";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseCourse } from "./steps/course-scope";

/** Changes a course's name and description. */
export async function updateCourse(
  context: Context,
  actor: Actor,
  input: UpdateCourseInput,
): Promise<Result<{ id: string }>> {
  const { id, name } = input;
  const refusal = refuseCourse(actor, id);
  if (refusal !== null) return refusal;
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    if (!(await store(tx, input))) return refuse("not-found");
    await addAudit(tx, {
      actor,
      action: "course.update",
      subjectType: "course",
      subjectId: id,
      courseId: id,
      params: { name },
    });
    return ok({ id });
  });
}
