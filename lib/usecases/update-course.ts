import type { UpdateCourseInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { findLockedCourse, updateCourse as store } from "@/lib/db/courses";
import { inTransaction } from "@/lib/db/database";
import { mergeFields } from "@/lib/domain/merge-fields";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseCourse } from "./steps/course-scope";

type CourseFields = Pick<UpdateCourseInput, "name" | "description">;

/**
 * Changes a course's name and description; with `seen`, only what differs from it. "conflict": somebody else changed
 * the same meanwhile.
 */
export async function updateCourse(
  context: Context,
  actor: Actor,
  input: UpdateCourseInput,
): Promise<Result<{ id: string }>> {
  const { id, seen } = input;
  const refusal = refuseCourse(actor, id);
  if (refusal !== null) return refusal;
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    const now = await findLockedCourse(tx, id);
    if (now === null) return refuse("not-found");
    const fields = seen ? mergeFields(fieldsOf(now), fieldsOf(seen), fieldsOf(input)) : fieldsOf(input);
    if (fields === null) return refuse("conflict");
    await store(tx, { id, ...fields });
    await addAudit(tx, {
      actor,
      action: "course.update",
      subjectType: "course",
      subjectId: id,
      courseId: id,
      params: { name: fields.name },
    });
    return ok({ id });
  });
}

function fieldsOf({ name, description }: CourseFields): CourseFields {
  return { name, description };
}
