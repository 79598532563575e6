import type { CreateLabInput } from "@/lib/contracts/labs";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { findLockedCourse, setLabs } from "@/lib/db/courses";
import { inTransaction, isUniqueViolation, type At } from "@/lib/db/database";
import { insertLab } from "@/lib/db/labs";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseLab, SLUG_TAKEN } from "./steps/lab-check";

/** Makes a lab; with a course, for that course. An instructor's lab needs one of theirs. */
export async function createLab(
  context: Context,
  actor: Actor,
  { courseId, ...lab }: CreateLabInput,
): Promise<Result<{ id: string }>> {
  if (!mayAnywhere(actor, "lab.manage")) return refuse("forbidden");
  if (!may(actor, "lab.manage", { courseIds: courseId === undefined ? [] : [courseId] }))
    return courseId === undefined
      ? refuse("invalid", { fields: [{ path: "courseId", code: "required" }] })
      : refuse("forbidden");
  const refusal = refuseLab(lab, context.config);
  if (refusal !== null) return refusal;
  try {
    return await inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
      if (courseId !== undefined && (await findLockedCourse(tx, courseId)) === null)
        return refuse("invalid", { fields: [{ path: "courseId", code: "unknown" }] });
      const { id } = await insertLab(tx, lab);
      if (courseId !== undefined) await addToCourse(tx, courseId, id);
      const params = { slug: lab.slug, image: lab.spec.image };
      await addAudit(tx, {
        actor,
        action: "lab.create",
        subjectType: "lab",
        subjectId: id,
        courseId,
        params,
      });
      return ok({ id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return SLUG_TAKEN;
    throw error;
  }
}

async function addToCourse(tx: At, courseId: string, labId: string): Promise<void> {
  const course = await findLockedCourse(tx, courseId);
  await setLabs(tx, { id: courseId, labIds: [...(course?.labs ?? []).map(({ id }) => id), labId] });
}
