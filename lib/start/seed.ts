import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Result } from "@/lib/contracts/result";
import type { Actor } from "@/lib/domain/person";
import { openContext } from "@/lib/server/context";
import { parseEnv } from "@/lib/server/env";
import { addPerson } from "@/lib/usecases/add-person";
import type { Context } from "@/lib/usecases/context";
import { createCourse } from "@/lib/usecases/create-course";
import { createLab } from "@/lib/usecases/create-lab";
import { listCourses } from "@/lib/usecases/list-courses";
import { listLabs } from "@/lib/usecases/list-labs";
import { listPeople } from "@/lib/usecases/list-people";
import { listSessions } from "@/lib/usecases/list-sessions";
import { resetPassword } from "@/lib/usecases/reset-password";
import { setCourseLabs } from "@/lib/usecases/set-course-labs";
import { startSession } from "@/lib/usecases/start-session";
import { SEED_COURSE, SEED_LABS, SEED_PEOPLE } from "./seed-content";

export interface SeededPerson {
  id: string;
  role: "admin" | "instructor" | "student";
  email: string;
  password: string;
}

export interface SeedOptions {
  /** As the app gets it. */
  env: Record<string, string>;
  /** Keeps the passwords, which exist nowhere else in clear. */
  passwordsFile: string;
  /** Open sessions for some students where there has never been one. */
  hasSessions: boolean;
}

/** Brings the demo's people, course, labs and first sessions in, as far as they are missing. */
export async function seedDemo({ env, passwordsFile, hasSessions }: SeedOptions): Promise<SeededPerson[]> {
  const opened = await openContext(parseEnv({ ...env, LOG_LEVEL: "silent" }, "command"));
  try {
    const { context } = opened;
    const courseId = await seedCourse(context);
    const labIds = await seedLabs(context, courseId);
    const people = await seedPeople(context, courseId, passwordsFile);
    const isUnused = need(await listSessions(context, DEMO, { scope: "all" })).items.length === 0;
    if (isUnused && hasSessions) await seedSessions(context, courseId, labIds, people);
    return people;
  } finally {
    await opened.close();
  }
}

const DEMO: Actor = { type: "system", name: "demo" };

async function seedCourse(context: Context): Promise<string> {
  const found = need(await listCourses(context, DEMO)).items.find(({ name }) => name === SEED_COURSE.name);
  return found?.id ?? need(await createCourse(context, DEMO, SEED_COURSE)).id;
}

/** Ids by slug. */
async function seedLabs(context: Context, courseId: string): Promise<Map<string, string>> {
  const existing = need(await listLabs(context, DEMO)).items;
  const ids = new Map(existing.map(({ slug, id }) => [slug, id]));
  const missing = SEED_LABS.filter(({ slug }) => !ids.has(slug));
  for (const lab of missing) ids.set(lab.slug, need(await createLab(context, DEMO, lab)).id);
  if (missing.length > 0)
    need(await setCourseLabs(context, DEMO, { id: courseId, labIds: [...ids.values()] }));
  return ids;
}

async function seedPeople(
  context: Context,
  courseId: string,
  passwordsFile: string,
): Promise<SeededPerson[]> {
  const passwords = readPasswords(passwordsFile);
  const existing = need(await listPeople(context, DEMO)).items;
  const people: SeededPerson[] = [];
  for (const { email, name, role, courseRole } of SEED_PEOPLE) {
    const found = existing.find((person) => person.email === email);
    let id = found?.id;
    if (!id) {
      const place = courseRole ? { courseId, courseRole } : {};
      const added = need(await addPerson(context, DEMO, { email, name, role, ...place }));
      id = added.id;
      passwords[email] = added.password ?? "";
    } else if (!passwords[email]) {
      passwords[email] = need(await resetPassword(context, DEMO, { id })).password ?? "";
    }
    writeFileSync(passwordsFile, JSON.stringify(passwords, null, 2), { mode: 0o600 });
    people.push({ id, role: courseRole ?? "admin", email, password: passwords[email] ?? "" });
  }
  return people;
}

async function seedSessions(
  context: Context,
  courseId: string,
  labIds: Map<string, string>,
  people: SeededPerson[],
): Promise<void> {
  for (const { email, opens } of SEED_PEOPLE) {
    const labId = opens ? labIds.get(opens) : undefined;
    const student = people.find((person) => person.email === email);
    if (labId && student) need(await startSession(context, DEMO, { labId, courseId, studentId: student.id }));
  }
}

function readPasswords(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
}

function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`the demo's content was refused: ${JSON.stringify(result.error)}`);
}
