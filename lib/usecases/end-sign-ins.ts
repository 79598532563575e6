import type { PersonIdInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { endSignIns, findPerson } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Signs a person out everywhere, this browser included: oneself, or, for an admin, anybody. Answers how many ended. */
export async function endAllSignIns(
  context: Context,
  actor: Actor,
  { id }: PersonIdInput,
): Promise<Result<{ ended: number }>> {
  if (!may(actor, "sign-in.end", { personId: id })) return refuse("forbidden");
  return inTransaction(context.db, async (tx): Promise<Result<{ ended: number }>> => {
    const person = await findPerson(tx, id);
    if (person === null) return refuse("not-found");
    const ended = await endSignIns(tx, id);
    const params = { email: person.email, count: ended };
    await addAudit(tx, {
      actor,
      action: "person.end-sign-ins",
      subjectType: "person",
      subjectId: id,
      params,
    });
    return ok({ ended });
  });
}
