import type { SetPersonRoleInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { lockInstallation } from "@/lib/db/installation";
import { countActiveAdmins, findPerson, setRole } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Makes a person an admin, or no longer one. The last active admin stays. */
export async function setPersonRole(
  context: Context,
  actor: Actor,
  { id, role }: SetPersonRoleInput,
): Promise<Result<{ id: string }>> {
  if (!may(actor, "person.manage-admins")) return refuse("forbidden");
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    await lockInstallation(tx);
    const person = await findPerson(tx, id);
    if (person === null) return refuse("not-found");
    const leaves = person.role === "admin" && person.isActive && role === "member";
    if (leaves && (await countActiveAdmins(tx)) === 1)
      return refuse("invalid", { fields: [{ path: "role", code: "last-admin" }] });
    if (await setRole(tx, { id, role }))
      await addAudit(tx, {
        actor,
        action: "person.set-role",
        subjectType: "person",
        subjectId: id,
        params: { email: person.email, before: person.role, after: role },
      });
    return ok({ id });
  });
}
