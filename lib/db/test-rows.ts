import { afterAll, beforeAll } from "vitest";
import type { LabSpec, LifetimePolicy } from "@/lib/domain/lab";
import type { LabSession } from "@/lib/domain/session";
import { createTestDatabase, type TestDatabase } from "@/lib/start/test-database";
import { clientOf } from "./at";
import { openDatabase, type Database } from "./database";
import { Prisma } from "./generated/client";
import { ensureInstallation } from "./installation";
import { insertLab } from "./labs";
import { insertPerson } from "./people";
import { insertSession, type NewLabSession } from "./session-writes";

export const SPEC: LabSpec = {
  kind: "vm",
  image: "registry.example/lab:1",
  cpus: 2,
  memoryMiB: 2048,
  machineCount: 1,
  disk: { type: "none" },
  ephemeralMiB: 1024,
  cloudInit: { packages: ["nmap"] },
  access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address}" },
  egress: [],
  capabilities: [],
  graceSeconds: 30,
};
export const LIFETIME: LifetimePolicy = { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 };

/** A database of the test file's own. `db` and `url` are there once the hooks have run. */
export function testDatabase(): { db: Database; url: string } {
  const used = {} as { db: Database; url: string };
  let made: TestDatabase;
  beforeAll(async () => {
    made = await createTestDatabase();
    used.url = made.url;
    used.db = openDatabase(made.url);
    await ensureInstallation(used.db.at, "test");
  });
  afterAll(async () => {
    await used.db.close();
    await made.drop();
  });
  return used;
}

let serial = 0;
export function nextId(): string {
  return `s${(++serial).toString(36).padStart(9, "0")}`;
}

export async function addPerson(db: Database, name = "Kim"): Promise<string> {
  const email = `${nextId()}@school.example`;
  return (await insertPerson(db.at, { email, name, role: "member", passwordHash: "hash" })).id;
}

export async function addLab(db: Database, slug = nextId()): Promise<string> {
  const fields = { slug, name: `Lab ${slug}`, description: "", spec: SPEC };
  return (await insertLab(db.at, { ...fields, sessionMinutes: null, maxMinutes: null, isEnabled: true })).id;
}

export async function newSession(db: Database, fields: Partial<NewLabSession> = {}): Promise<NewLabSession> {
  const id = fields.id ?? nextId();
  return {
    id,
    studentId: fields.studentId ?? (await addPerson(db)),
    labId: fields.labId ?? (await addLab(db)),
    courseId: null,
    namespace: "labs",
    kind: "vm",
    spec: SPEC,
    lifetime: LIFETIME,
    machines: [{ index: 1, name: `lab-${id}-1`, secretName: `lab-${id}-1-init` }],
    ...fields,
  };
}

export async function addSession(db: Database, fields: Partial<NewLabSession> = {}): Promise<LabSession> {
  const row = await insertSession(db.at, await newSession(db, fields));
  if (row === "already-blocks") throw new Error("the student has a session already");
  return row;
}

/** Puts a row into a state as if it had come there by itself; `ago` in milliseconds moves its times back. */
export async function shape(db: Database, id: string, set: Prisma.Sql): Promise<void> {
  await clientOf(db.at).$executeRaw`UPDATE lab_session SET ${set} WHERE id = ${id}`;
}

export const EXPIRED = Prisma.sql`expires_at = clock_timestamp() - interval '1 second'`;
export const ENDING = Prisma.sql`status = 'ending', end_reason = 'returned', claimed_at = clock_timestamp()`;
export const OVER = Prisma.sql`status = 'ended', end_reason = 'returned', claimed_at = clock_timestamp(),
  over_at = clock_timestamp(), delete_accepted_at = clock_timestamp(), blocks = false`;
export const RUNNING = Prisma.sql`status = 'running', running_at = clock_timestamp()`;
