import type { PersonList } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { listPeople as list } from "@/lib/db/people";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Everybody; for an instructor the people of the courses that they instruct, with these courses only. */
export async function listPeople({ db: { at } }: Context, actor: Actor): Promise<Result<PersonList>> {
  if (!mayAnywhere(actor, "person.see")) return refuse("forbidden");
  const courseIds = may(actor, "person.see") || actor.type === "system" ? undefined : actor.instructs;
  const people = await list(at, { courseIds });
  const items = people.map((person) => ({
    ...person,
    courses: person.courses.filter(({ id }) => courseIds === undefined || courseIds.includes(id)),
  }));
  return ok({ items, serverNowMs: await databaseNow(at) });
}
