import { hashPassword } from "better-auth/crypto";
import type { ClaimFirstAdminInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { hasNobody, takeFirstAdminOffer } from "@/lib/db/first-admin";
import { insertPerson } from "@/lib/db/people";
import type { Context } from "./context";
import { hashToken } from "./steps/secrets";

/** Makes the first admin. Nobody is signed in: the token from the app's log is what authorises, once. */
export async function claimFirstAdmin(
  { db }: Context,
  { token, email, name, password }: ClaimFirstAdminInput,
): Promise<Result<{ id: string }>> {
  // A slow hash is for those only who could be right.
  if (!(await hasNobody(db.at))) return wrongToken();
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx): Promise<Result<{ id: string }>> => {
    if (!(await takeFirstAdminOffer(tx, hashToken(token)))) return wrongToken();
    const { id } = await insertPerson(tx, { email, name, role: "admin", passwordHash });
    const actor = { type: "system", name: "setup" } as const;
    const params = { email, role: "admin" };
    await addAudit(tx, { actor, action: "person.add", subjectType: "person", subjectId: id, params });
    return ok({ id });
  });
}

const wrongToken = (): Result<never> => refuse("invalid", { fields: [{ path: "token", code: "wrong" }] });
