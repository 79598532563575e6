import { hashPassword } from "better-auth/crypto";
import type { PersonIdInput, PersonSecret } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { findPerson, setPassword } from "@/lib/db/people";
import { clearSignInTries } from "@/lib/db/sign-in-failures";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { mayManagePerson, maySeePerson } from "./steps/person-scope";
import { newPassword } from "./steps/secrets";

/** Gives a person a new password, shown once, and ends their sign-ins. */
export async function resetPassword(
  context: Context,
  actor: Actor,
  { id }: PersonIdInput,
): Promise<Result<PersonSecret>> {
  if (!mayAnywhere(actor, "person.manage")) return refuse("forbidden");
  const person = await findPerson(context.db.at, id);
  if (person === null || !maySeePerson(actor, person)) return refuse("not-found");
  if (!mayManagePerson(actor, person)) return refuse("forbidden");
  const password = newPassword(context.random);
  const passwordHash = await hashPassword(password);
  await inTransaction(context.db, async (tx) => {
    await setPassword(tx, { id, passwordHash });
    await clearSignInTries(tx, person.email);
    await addAudit(tx, {
      actor,
      action: "person.reset-password",
      subjectType: "person",
      subjectId: id,
      courseId: person.courses[0]?.id,
      params: { email: person.email },
    });
  });
  return ok({ id, password });
}
