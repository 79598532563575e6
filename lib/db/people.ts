import { randomUUID } from "node:crypto";
import type { Actor, CourseRole, GlobalRole } from "@/lib/domain/person";
import { clientOf, type At } from "./at";
import type { Prisma } from "./generated/client";
import { toMs } from "./times";

/** A person as lists and forms show them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: GlobalRole;
  readonly isActive: boolean;
  readonly hasSshKey: boolean;
  readonly createdAtMs: number;
  /** Archived courses are left out. */
  readonly courses: readonly { readonly id: string; readonly name: string; readonly role: CourseRole }[];
  readonly blockingSessionId: string | null;
}

export async function findPerson(at: At, id: string): Promise<Person | null> {
  return (await select(at, { id }))[0] ?? null;
}

/** Whatever the case of the address. */
export async function findPersonByEmail(at: At, email: string): Promise<Person | null> {
  return (await select(at, { email: email.toLowerCase() }))[0] ?? null;
}

/** By name; only members of these courses where `courseIds` is given. */
export function listPeople(at: At, { courseIds }: { courseIds?: readonly string[] } = {}): Promise<Person[]> {
  return select(at, courseIds ? { courses: { some: { courseId: { in: [...courseIds] } } } } : {});
}

/** Administrators that can sign in: there must always be one. */
export function countActiveAdmins(at: At): Promise<number> {
  return clientOf(at).user.count({ where: { role: "admin", banned: false } });
}

/**
 * Adds a person who signs in with a password. `passwordHash` is better-auth's own.
 * @throws an error for which `isUniqueViolation` is true where the address is taken.
 */
export async function insertPerson(
  tx: At,
  {
    email,
    name,
    role,
    passwordHash,
  }: { email: string; name: string; role: GlobalRole; passwordHash: string },
): Promise<{ id: string }> {
  const id = randomUUID();
  const account = { id: randomUUID(), accountId: id, providerId: PASSWORD, password: passwordHash };
  await clientOf(tx).user.create({
    data: { id, email: email.toLowerCase(), name, role, emailVerified: true, accounts: { create: account } },
  });
  return { id };
}

/** The hash that a person's password is checked against; null for one without a password. */
export async function passwordHashOf(at: At, id: string): Promise<string | null> {
  const account = await clientOf(at).account.findFirst({ where: { userId: id, providerId: PASSWORD } });
  return account?.password ?? null;
}

/**
 * Sets a password and ends the person's sign-ins, but for the one with `keepToken`. False where there is no such
 * person.
 */
export async function setPassword(
  tx: At,
  { id, passwordHash, keepToken }: { id: string; passwordHash: string; keepToken?: string },
): Promise<boolean> {
  const client = clientOf(tx);
  if ((await client.user.count({ where: { id } })) === 0) return false;
  await client.account.upsert({
    where: { providerId_accountId: { providerId: PASSWORD, accountId: id } },
    create: { id: randomUUID(), accountId: id, providerId: PASSWORD, userId: id, password: passwordHash },
    update: { password: passwordHash },
  });
  await client.signIn.deleteMany({
    where: { userId: id, ...(keepToken ? { token: { not: keepToken } } : {}) },
  });
  return true;
}

/** Ends all sign-ins of a person, and answers how many there were. */
export async function endSignIns(tx: At, id: string): Promise<number> {
  const { count } = await clientOf(tx).signIn.deleteMany({ where: { userId: id } });
  return count;
}

/** Lets a person in again, or keeps them out and ends their sign-ins. False where nothing changed. */
export async function setActive(
  tx: At,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<boolean> {
  const client = clientOf(tx);
  const { count } = await client.user.updateMany({
    where: { id, banned: isActive },
    data: { banned: !isActive, banReason: null, banExpires: null },
  });
  if (!isActive) await client.signIn.deleteMany({ where: { userId: id } });
  return count === 1;
}

/** False where nothing changed. */
export async function setRole(tx: At, { id, role }: { id: string; role: GlobalRole }): Promise<boolean> {
  const { count } = await clientOf(tx).user.updateMany({
    where: { id, role: { not: role } },
    data: { role },
  });
  return count === 1;
}

/** Stores one line of OpenSSH public key, or removes it. False where there is no such person. */
export async function storeSshKey(
  tx: At,
  { id, publicKey }: { id: string; publicKey: string | null },
): Promise<boolean> {
  const { count } = await clientOf(tx).user.updateMany({ where: { id }, data: { sshPublicKey: publicKey } });
  return count === 1;
}

export async function sshKeyOf(at: At, id: string): Promise<string | null> {
  const row = await clientOf(at).user.findUnique({ where: { id }, select: { sshPublicKey: true } });
  return row?.sshPublicKey ?? null;
}

/** Who a signed-in person is to the permission table; null where there is no such person or they were deactivated. */
export async function loadActor(at: At, personId: string): Promise<Actor | null> {
  const row = await clientOf(at).user.findUnique({
    where: { id: personId, banned: false },
    include: WITH_COURSES,
  });
  if (!row) return null;
  const { id, email, name } = row;
  const coursesAs = (role: CourseRole) => row.courses.filter((c) => c.role === role).map((c) => c.courseId);
  const roles = { instructs: coursesAs("instructor"), studies: coursesAs("student") };
  return { type: "person", id, email, name, role: row.role as GlobalRole, ...roles };
}

const PASSWORD = "credential";
const WITH_COURSES = {
  courses: { where: { course: { isArchived: false } }, include: { course: { select: { name: true } } } },
} satisfies Prisma.UserInclude;

async function select(at: At, where: Prisma.UserWhereInput): Promise<Person[]> {
  const rows = await clientOf(at).user.findMany({
    where,
    orderBy: [{ name: "asc" }, { email: "asc" }],
    include: { ...WITH_COURSES, labSessions: { where: { blocks: true }, select: { id: true } } },
  });
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as GlobalRole,
    isActive: !row.banned,
    hasSshKey: row.sshPublicKey !== null,
    createdAtMs: toMs(row.createdAt),
    courses: row.courses.map((c) => ({ id: c.courseId, name: c.course.name, role: c.role as CourseRole })),
    blockingSessionId: row.labSessions[0]?.id ?? null,
  }));
}
