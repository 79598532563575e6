import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Pool, PoolClient } from "pg";

/**
 * Applies the migrations of `migrationsDir` that the database lacks, each in one transaction, in the order of their
 * names, and returns the names applied. Several processes may call it at once: an advisory lock lets one through.
 * Table, checksums and lock are those of `prisma migrate`, which can take over at any time.
 * @throws Error when an earlier migration failed, was edited after it was applied, or when one fails now.
 */
export async function applyMigrations(pool: Pool, migrationsDir: string): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(PRISMA_TABLE);
    const done = await readApplied(client);
    const applied: string[] = [];
    for (const migration of migrations) {
      const checksum = done.get(migration.name);
      if (checksum === undefined) {
        await applyOne(client, migration);
        applied.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new Error(
          `migration ${migration.name} was edited after it was applied: write a new one instead`,
        );
      }
    }
    return applied;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [PRISMA_LOCK]).catch(() => undefined);
    client.release();
  }
}

/** Names of the migrations of `migrationsDir` that the database lacks; nothing is changed. Throws what it throws. */
export async function missingMigrations(pool: Pool, migrationsDir: string): Promise<string[]> {
  const [migrations, { rows }] = await Promise.all([
    readMigrations(migrationsDir),
    pool.query<Pick<AppliedRow, "migration_name">>(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    ),
  ]);
  const applied = new Set(rows.map((row) => row.migration_name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

const PRISMA_LOCK = 72707369;
const PRISMA_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

async function readMigrations(dir: string): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(dir, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function readApplied(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<AppliedRow>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const failed = rows.find((row) => row.finished_at === null);
  if (failed) {
    throw new Error(
      `migration ${failed.migration_name} failed earlier: repair it and mark it as rolled back first`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function applyOne(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)", [
    id,
    checksum,
    name,
  ]);
  try {
    // Without parameters many statements go out as one message, which the server runs as one transaction.
    await client.query(sql);
  } catch (error) {
    await client.query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, String(error)]);
    throw new Error(`migration ${name} failed: ${String(error)}`, { cause: error });
  }
  await client.query(
    "UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1",
    [id],
  );
}
