import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { ChangePasswordInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { passwordHashOf, setPassword } from "@/lib/db/people";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Changes one's own password, knowing the old one, and ends one's other sign-ins. `keepToken`: the sign-in that stays. */
export async function changePassword(
  context: Context,
  actor: Actor,
  { currentPassword, newPassword, keepToken }: ChangePasswordInput & { readonly keepToken?: string },
): Promise<Result<{ id: string }>> {
  if (actor.type !== "person" || !may(actor, "password.change", { personId: actor.id }))
    return refuse("forbidden");
  const { id } = actor;
  const hash = await passwordHashOf(context.db.at, id);
  if (hash === null || !(await verifyPassword({ hash, password: currentPassword })))
    return refuse("invalid", { fields: [{ path: "currentPassword", code: "wrong" }] });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context.db, async (tx) => {
    await setPassword(tx, { id, passwordHash, keepToken });
    await addAudit(tx, { actor, action: "password.change", subjectType: "person", subjectId: id });
  });
  return ok({ id });
}
