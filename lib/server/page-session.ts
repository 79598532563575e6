import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { hasNobody } from "@/lib/db/first-admin";
import { sshKeyOf } from "@/lib/db/people";
import type { Me } from "@/lib/contracts/status";
import { appContext } from "./app-context";
import { ASKED_PAGE_HEADER, signInPath } from "./asked-page";
import { currentActor } from "./sign-in";

/** For pages: the person who is signed in. Others are sent to /sign-in, and from there back. */
export async function requirePerson(): Promise<Me> {
  const me = await findMe();
  if (!me) redirect(signInPath((await headers()).get(ASKED_PAGE_HEADER)));
  return me;
}

/** For pages of admins and instructors. Students are sent to their own page. */
export async function requireStaff(): Promise<Me> {
  const me = await requirePerson();
  if (!isStaff(me)) redirect("/me");
  return me;
}

/** For pages of admins. Instructors are sent to the overview, students to their own page. */
export async function requireAdmin(): Promise<Me> {
  const me = await requireStaff();
  if (me.role !== "admin") redirect("/overview");
  return me;
}

/** Whoever is signed in, or null: for the sign-in page itself. */
export async function findMe(): Promise<Me | null> {
  const actor = await currentActor();
  if (!actor) return null;
  const { db } = await appContext();
  return {
    id: actor.id,
    name: actor.name,
    email: actor.email,
    role: actor.role,
    isInstructor: actor.instructs.length > 0,
    hasSshKey: (await sshKeyOf(db.at, actor.id)) !== null,
  };
}

/** Is there nobody yet, so that the first admin is to be made? */
export async function isWithoutPeople(): Promise<boolean> {
  const { db } = await appContext();
  return hasNobody(db.at);
}

export const isStaff = (me: Pick<Me, "role" | "isInstructor">): boolean =>
  me.role === "admin" || me.isInstructor;
/** Where a person begins. */
export const homeOf = (me: Pick<Me, "role" | "isInstructor">): "/overview" | "/me" =>
  isStaff(me) ? "/overview" : "/me";
