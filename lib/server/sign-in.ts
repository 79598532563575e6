import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import { databaseNow } from "@/lib/db/database";
import { loadActor } from "@/lib/db/people";
import type { Actor } from "@/lib/domain/person";
import { appContext } from "./app-context";
import { auth } from "./auth";

export type PersonActor = Extract<Actor, { type: "person" }>;

/**
 * Who makes this request: from its cookie and the database, once per request; null where nobody is signed in or the
 * person was deactivated. Throws what the database throws while it cannot be reached.
 */
export const currentActor = cache(async (): Promise<PersonActor | null> => {
  const signIn = await currentSignIn();
  if (signIn === null) return null;
  const { db } = await appContext();
  const actor = await loadActor(db.at, signIn.personId);
  return actor?.type === "person" ? actor : null;
});

/** The token of this request's sign-in: what stays when a person ends their other ones. */
export async function currentSignInToken(): Promise<string | undefined> {
  return (await currentSignIn())?.token;
}

const currentSignIn = cache(async (): Promise<{ personId: string; token: string } | null> => {
  const { db } = await appContext();
  const { api } = await auth();
  const found = await api.getSession({ headers: await headers() }).catch(async (error: unknown) => {
    // better-auth hides why; where it is the database, this says so.
    await databaseNow(db.at);
    throw error;
  });
  return found && { personId: found.user.id, token: found.session.token };
});
