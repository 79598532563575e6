import type { SetCourseLabsInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { findLockedCourse, setLabs } from "@/lib/db/courses";
import { inTransaction } from "@/lib/db/database";
import { mergeChanges } from "@/lib/domain/merge-changes";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseCourse } from "./steps/course-scope";
import { visibleLabIds } from "./steps/lab-scope";

/**
 * Makes these the course's labs; with `seen`, changes only what differs from it. An instructor picks among the labs that
 * they see.
 */
export async function setCourseLabs(
  context: Context,
  actor: Actor,
  { id, labIds: wanted, seen }: SetCourseLabsInput,
): Promise<Result<{ id: string }>> {
  const refusal = refuseCourse(actor, id);
  if (refusal !== null) return refusal;
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    const course = await findLockedCourse(tx, id);
    if (course === null) return refuse("not-found");
    const now = course.labs.map((lab) => lab.id);
    const labIds = [...mergeChanges(chosen(now), chosen(seen ?? now), chosen(wanted)).keys()];
    const visible = await visibleLabIds(tx, actor);
    const isUnseen = visible !== null && labIds.some((labId) => !visible.has(labId));
    const outcome = isUnseen ? "unknown-lab" : await setLabs(tx, { id, labIds });
    if (outcome === "not-found") return refuse("not-found");
    if (outcome === "unknown-lab")
      return refuse("invalid", { fields: [{ path: "labIds", code: "unknown" }] });
    const params = { labs: labIds.join(" ").slice(0, 2000) };
    await addAudit(tx, {
      actor,
      action: "course.set-labs",
      subjectType: "course",
      subjectId: id,
      courseId: id,
      params,
    });
    return ok({ id });
  });
}

const chosen = (ids: readonly string[]) => new Map(ids.map((id) => [id, true]));
