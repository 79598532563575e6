import type { LabIdInput } from "@/lib/contracts/labs";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { deleteLab as remove, findLab } from "@/lib/db/labs";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { labAccess } from "./steps/lab-scope";

/** Removes a lab that no session uses any more. */
export async function deleteLab(
  context: Context,
  actor: Actor,
  { id }: LabIdInput,
): Promise<Result<{ id: string }>> {
  if (!mayAnywhere(actor, "lab.manage")) return refuse("forbidden");
  const access = await labAccess(context.db.at, actor, id);
  if (access === "none") return refuse("not-found");
  if (access === "see") return refuse("forbidden");
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    const lab = await findLab(tx, id);
    if (lab?.id !== id) return refuse("not-found");
    const outcome = await remove(tx, id);
    if (outcome !== "deleted") return refuse(outcome);
    await addAudit(tx, {
      actor,
      action: "lab.delete",
      subjectType: "lab",
      subjectId: id,
      params: { slug: lab.slug },
    });
    return ok({ id });
  });
}
