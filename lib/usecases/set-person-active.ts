import type { SetPersonActiveInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction, type At } from "@/lib/db/database";
import { lockInstallation } from "@/lib/db/installation";
import { countActiveAdmins, findPerson, setActive, type Person } from "@/lib/db/people";
import { findOwnBlocking } from "@/lib/db/session-reads";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import type { Context } from "./context";
import { claimEnd, type Claim } from "./steps/claim-session";
import { mayManagePerson, maySeePerson } from "./steps/person-scope";
import { releaseSession } from "./steps/release-session";

/**
 * Lets a person in again, or keeps them out: their sign-ins end and their session is claimed in the same transaction;
 * its machines are deleted after the answer, by the next pass where that fails. The last active admin stays.
 */
export async function setPersonActive(
  context: Context,
  actor: Actor,
  { id, isActive }: SetPersonActiveInput,
): Promise<Result<{ id: string }>> {
  if (!mayAnywhere(actor, "person.manage")) return refuse("forbidden");
  const person = await findPerson(context.db.at, id);
  if (person === null || !maySeePerson(actor, person)) return refuse("not-found");
  if (!mayManagePerson(actor, person)) return refuse("forbidden");
  const done = await inTransaction(context.db, (tx) => store(tx, actor, person, isActive));
  if (!done.ok) return done;
  const ended = done.value;
  if (ended !== null) context.after(async () => void (await releaseSession(context, ended)));
  return ok({ id });
}

async function store(
  tx: At,
  actor: Actor,
  person: Person,
  isActive: boolean,
): Promise<Result<LabSession | null>> {
  // Two admins who deactivate each other, and a start of the same moment, come one after the other.
  await lockInstallation(tx);
  const { id } = person;
  const now = await findPerson(tx, id);
  if (!isActive && now?.role === "admin" && now.isActive && (await countActiveAdmins(tx)) === 1)
    return refuse("invalid", { fields: [{ path: "isActive", code: "last-admin" }] });
  if (!(await setActive(tx, { id, isActive }))) return ok(null);
  const ended = isActive ? null : await claimOwn(tx, actor, id);
  await addAudit(tx, {
    actor,
    action: isActive ? "person.activate" : "person.deactivate",
    subjectType: "person",
    subjectId: id,
    courseId: person.courses[0]?.id,
    params: { email: person.email, session: ended?.id ?? null },
  });
  return ok(ended);
}

/** Audited as the session's end too, for those who look there for who ended it. */
async function claimOwn(tx: At, actor: Actor, studentId: string): Promise<LabSession | null> {
  const own = await findOwnBlocking(tx, studentId);
  return own === null ? null : claimEnd(tx, own, actor, DEACTIVATED);
}

const DEACTIVATED: Claim = { endReason: "ended-by-admin", reason: { code: "person-deactivated" } };
