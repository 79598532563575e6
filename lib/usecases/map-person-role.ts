import { addAudit } from "@/lib/db/audit";
import { inTransaction, type Database } from "@/lib/db/database";
import { lockInstallation } from "@/lib/db/installation";
import { countActiveAdmins, findPerson, setRole } from "@/lib/db/people";
import type { GlobalRole } from "@/lib/domain/person";

/**
 * Gives a person the role that their provider's claim says, as they sign in. The last active admin stays one: a claim
 * that went missing must not leave nobody who can mend it.
 */
export async function mapPersonRole(
  { db }: { readonly db: Database },
  { id, role }: { readonly id: string; readonly role: GlobalRole },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockInstallation(tx);
    const person = await findPerson(tx, id);
    if (person === null || person.role === role) return;
    if (role === "member" && person.isActive && (await countActiveAdmins(tx)) === 1) return;
    await setRole(tx, { id, role });
    await addAudit(tx, {
      actor: { type: "system", name: "sign-in" },
      action: "person.set-role",
      subjectType: "person",
      subjectId: id,
      params: { email: person.email, before: person.role, after: role },
    });
  });
}
