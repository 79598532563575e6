import type { UpdateLabInput } from "@/lib/contracts/labs";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction, isUniqueViolation } from "@/lib/db/database";
import { findLab, type LabFields, updateLab as store } from "@/lib/db/labs";
import type { Lab, LabSpec } from "@/lib/domain/lab";
import { mergeFields } from "@/lib/domain/merge-fields";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseLab, SLUG_TAKEN } from "./steps/lab-check";
import { labAccess } from "./steps/lab-scope";

/**
 * Changes a lab for the sessions to come: a session keeps what it was started with. "conflict": somebody else changed
 * it meanwhile; with `seen`, changed the same of it.
 */
export async function updateLab(
  context: Context,
  actor: Actor,
  lab: UpdateLabInput,
): Promise<Result<{ id: string }>> {
  if (!mayAnywhere(actor, "lab.manage")) return refuse("forbidden");
  const { db, config } = context;
  const access = await labAccess(db.at, actor, lab.id);
  const before = await findLab(db.at, lab.id);
  if (before?.id !== lab.id || access === "none") return refuse("not-found");
  if (access === "see") return refuse("forbidden");
  try {
    return await inTransaction(db, async (tx): Promise<Result<{ id: string }>> => {
      const now = await findLab(tx, lab.id);
      const merged = now && mergeLab(now, lab);
      if (merged === null) return refuse("conflict");
      const refusal = refuseLab(merged, config);
      if (refusal !== null) return refusal;
      const stored = await store(tx, { ...merged, id: lab.id, version: now?.version ?? lab.version });
      if (stored === null) return refuse("conflict");
      const params = {
        slug: merged.slug,
        version: stored.version,
        before: before.spec.image,
        image: merged.spec.image,
      };
      await addAudit(tx, { actor, action: "lab.update", subjectType: "lab", subjectId: lab.id, params });
      return ok({ id: lab.id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return SLUG_TAKEN;
    throw error;
  }
}

/** null: a conflict. The parts of the spec are changed each by itself, too. */
function mergeLab(now: Lab, lab: UpdateLabInput): LabFields | null {
  if (lab.version === now.version) return lab;
  if (!lab.seen) return null;
  const fields = mergeFields(fieldsOf(now), fieldsOf(lab.seen), fieldsOf(lab));
  const spec = mergeFields<LabSpec>(now.spec, lab.seen.spec, lab.spec);
  return fields && spec && { ...fields, spec };
}

function fieldsOf(lab: LabFields): Omit<LabFields, "spec"> {
  const { slug, name, description, sessionMinutes, maxMinutes, isEnabled } = lab;
  return { slug, name, description, sessionMinutes, maxMinutes, isEnabled };
}
