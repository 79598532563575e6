import type { UpdateLabInput } from "@/lib/contracts/labs";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction, isUniqueViolation } from "@/lib/db/database";
import { findLab, updateLab as store } from "@/lib/db/labs";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseLab, SLUG_TAKEN } from "./steps/lab-check";
import { labAccess } from "./steps/lab-scope";

/** Changes a lab for the sessions to come: a session keeps what it was started with. "conflict": it changed meanwhile. */
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
  const refusal = refuseLab(lab, config);
  if (refusal !== null) return refusal;
  try {
    return await inTransaction(db, async (tx): Promise<Result<{ id: string }>> => {
      const stored = await store(tx, lab);
      if (stored === null) return refuse("conflict");
      const params = {
        slug: lab.slug,
        version: stored.version,
        before: before.spec.image,
        image: lab.spec.image,
      };
      await addAudit(tx, { actor, action: "lab.update", subjectType: "lab", subjectId: lab.id, params });
      return ok({ id: lab.id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return SLUG_TAKEN;
    throw error;
  }
}
