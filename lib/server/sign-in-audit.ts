import "server-only";
import { addAudit } from "@/lib/db/audit";
import type { Database } from "@/lib/db/database";
import { findPerson, findPersonByEmail, loadActor } from "@/lib/db/people";
import { clearSignInTries, countSignInTry } from "@/lib/db/sign-in-failures";

/** Writes down that somebody signed in or out. Who is no longer there leaves no entry. */
export async function auditSignIn(
  { at }: Database,
  personId: string,
  action: "sign-in.start" | "sign-in.end",
  address: string | null,
): Promise<void> {
  const actor = await loadActor(at, personId);
  if (actor === null) return;
  await addAudit(at, { actor, action, subjectType: "person", subjectId: personId, params: { address } });
}

/** Somebody whom a provider sent, and whom nobody had added before. */
export async function auditNewPerson({ at }: Database, id: string): Promise<void> {
  const person = await findPerson(at, id);
  if (person === null) return;
  const actor = { type: "system", name: "sign-in" } as const;
  const params = { email: person.email, role: person.role };
  await addAudit(at, { actor, action: "person.add", subjectType: "person", subjectId: id, params });
}

/**
 * Lets a try be checked by `check`, unless the account is locked (429). What failed for a person whom we have is told
 * in the audit, at most as often as an account may be tried; a guess at nobody is not, or the audit were anybody's.
 */
export async function checkUnlocked(
  { at }: Database,
  email: string,
  address: string | null,
  check: () => Promise<Response>,
): Promise<Response> {
  const { isLocked, isLast } = await countSignInTry(at, email);
  if (isLocked) return Response.json({ code: "locked" }, { status: 429 });
  const response = await check();
  if (response.ok) await clearSignInTries(at, email);
  if (response.status !== 401) return response;
  const person = await findPersonByEmail(at, email);
  if (person === null) return response;
  const actor = { type: "system", name: "sign-in" } as const;
  const subject = { subjectType: "person", subjectId: person.id, params: { address } } as const;
  await addAudit(at, { actor, action: "sign-in.fail", ...subject });
  if (isLast) await addAudit(at, { actor, action: "sign-in.lock", ...subject });
  return response;
}
