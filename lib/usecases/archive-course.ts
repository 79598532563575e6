import type { ArchiveCourseInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { findCourse, setArchived } from "@/lib/db/courses";
import { inTransaction } from "@/lib/db/database";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseCourse } from "./steps/course-scope";

/** Archives a course, or brings it back. Nobody starts its labs then; its sessions run on to their ends. */
export async function archiveCourse(
  context: Context,
  actor: Actor,
  { id, isArchived }: ArchiveCourseInput,
): Promise<Result<{ id: string }>> {
  const refusal = refuseCourse(actor, id);
  if (refusal !== null) return refusal;
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    const course = await findCourse(tx, id);
    if (course === null) return refuse("not-found");
    if (await setArchived(tx, { id, isArchived }))
      await addAudit(tx, {
        actor,
        action: isArchived ? "course.archive" : "course.restore",
        subjectType: "course",
        subjectId: id,
        courseId: id,
        params: { name: course.name },
      });
    return ok({ id });
  });
}
