import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { ChangePasswordInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { passwordHashOf, setPassword } from "@/lib/db/people";
import { clearSignInTries, countSignInTry, LOCK_MINUTES } from "@/lib/db/sign-in-failures";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/**
 * Changes one's own password, knowing the old one, and ends one's other sign-ins. `keepToken`: the sign-in that stays.
 * Tries count as those to sign in do: whoever stole a cookie must not guess the password here instead.
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  { currentPassword, newPassword, keepToken }: ChangePasswordInput & { readonly keepToken?: string },
): Promise<Result<{ id: string }>> {
  if (actor.type !== "person" || !may(actor, "password.change", { personId: actor.id }))
    return refuse("forbidden");
  const { id, email } = actor;
  const { isLocked, isLast } = await countSignInTry(context.db.at, email);
  if (isLocked) return wrong("too-many-tries", { minutes: LOCK_MINUTES });
  const hash = await passwordHashOf(context.db.at, id);
  if (hash === null || !(await verifyPassword({ hash, password: currentPassword }))) {
    const entry = { actor, subjectType: "person", subjectId: id, params: { address: null } } as const;
    if (isLast) await addAudit(context.db.at, { ...entry, action: "sign-in.lock" });
    return wrong("wrong");
  }
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context.db, async (tx) => {
    await setPassword(tx, { id, passwordHash, keepToken });
    await clearSignInTries(tx, email);
    await addAudit(tx, { actor, action: "password.change", subjectType: "person", subjectId: id });
  });
  return ok({ id });
}

function wrong(code: string, params?: Readonly<Record<string, number>>): Result<never> {
  return refuse("invalid", { fields: [{ path: "currentPassword", code, params }] });
}
