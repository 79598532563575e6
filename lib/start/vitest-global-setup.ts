import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "@/lib/db/apply-migrations";
import { endProcess, isAlive } from "./os-processes";
import { createDatabase, startPostgres, type RunningPostgres } from "./postgres";
import { findPostgresHome, removePostgresData } from "./postgres-home";
import { readPostmaster } from "./postmaster";
import { listenForStop } from "./stop-signals";

const TEMPLATE = "curfew_template";
const PREFIX = "curfew-test-";
const MIGRATIONS = "prisma/migrations";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

/** One throw-away PostgreSQL for the run, with a migrated database that each test's own is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  // mkdtemp keeps others out, but as root the server runs as somebody else.
  chmodSync(dataDir, 0o755);
  const starting = startPostgres({ dataDir, hasFsync: false });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= endDatabase(starting, dataDir));
  endInOrder(project, close);
  const server = await starting;
  await prepareTemplate(await createDatabase(server.url, TEMPLATE));
  project.provide("postgres", { url: server.url, template: TEMPLATE });
  return close;
}

async function endDatabase(starting: Promise<RunningPostgres>, dataDir: string): Promise<void> {
  const server = await starting.catch(() => null);
  await server?.stop();
  removeAll(dataDir);
}

/** Vitest, told to stop, is gone a millisecond later, and leaves to others what its set-ups have made. */
function endInOrder(project: TestProject, close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  const { happened } = listenForStop();
  void happened.then(async () => {
    process.exitCode = 130;
    await close();
    await project.vitest.exit(true);
  });
}

async function prepareTemplate(url: string): Promise<void> {
  if (!existsSync(MIGRATIONS)) return;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await applyMigrations(pool, MIGRATIONS);
  } finally {
    await pool.end();
  }
}

/** A run that was killed leaves its server and its folder; the folder's name tells whose they are. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    if (isAlive(Number(name.slice(PREFIX.length).split("-")[0]))) continue;
    const dataDir = path.join(tmpdir(), name);
    const left = readPostmaster(findPostgresHome(dataDir).data);
    if (left && isAlive(left.pid)) await endProcess(left.pid, "SIGQUIT", 5_000);
    removeAll(dataDir);
  }
}

function removeAll(dataDir: string): void {
  removePostgresData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
