import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { applyMigrations, missingMigrations } from "./apply-migrations";
import { aroundStatements, type AroundStatement } from "./around-statements";
import { atOf, atOfPool, clientOf, type At } from "./at";
import { isWorthAnotherTry } from "./database-errors";
import { PrismaClient } from "./generated/client";
import { NOW, toMs } from "./times";

export type { AroundStatement } from "./around-statements";
export type { At } from "./at";
export { isDatabaseDown, isUniqueViolation } from "./database-errors";

export interface Database {
  readonly at: At;
  /** Applies what is missing of prisma/migrations and answers its names. Several processes may call it at once. */
  migrate(): Promise<string[]>;
  /** Names of the migrations that it lacks. Throws where it cannot be reached. */
  missingMigrations(): Promise<string[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Left out: prisma/migrations below the working directory. */
  readonly migrationsDir?: string;
  /** Connections at most; 10 where left out. */
  readonly maxConnections?: number;
  /** What each statement runs within; migrations do not. */
  readonly aroundStatement?: AroundStatement;
}

/** Opens a PostgreSQL database. Nothing is sent before the first use, so a server that is down shows up there. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    application_name: "curfew",
    options: SERVER_SETTINGS,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  if (options.aroundStatement) aroundStatements(pool, options.aroundStatement);
  const migrationsDir = options.migrationsDir ?? path.join("prisma", "migrations");
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    at: atOfPool(prisma, pool),
    migrate: () => migrate(url, migrationsDir),
    missingMigrations: () => missingMigrations(pool, migrationsDir),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * Runs `work` in one read-committed transaction of 10 s at most. A serialization failure or a deadlock is tried again,
 * three times in all, so `work` must do nothing that a rollback does not undo: above all no cluster call (law 15).
 */
export async function inTransaction<T>(db: Database, work: (tx: At) => Promise<T>): Promise<T> {
  const prisma = clientOf(db.at) as PrismaClient;
  for (let tries = 1; ; tries++) {
    try {
      return await prisma.$transaction((tx) => work(atOf(tx)), TRANSACTION);
    } catch (error) {
      if (tries >= 3 || !isWorthAnotherTry(error)) throw error;
    }
  }
}

/** The clock that every time of a session is told by (design law 1): epoch milliseconds. */
export async function databaseNow(at: At): Promise<number> {
  const [row] = await clientOf(at).$queryRaw<{ now: Date }[]>`SELECT ${NOW} AS now`;
  if (!row) throw new Error("the database told no time");
  return toMs(row.now);
}

/** As server_version_num counts it: 150004 is 15.4. */
export async function databaseVersion(at: At): Promise<number> {
  const [row] = await clientOf(at).$queryRaw<{ version: number }[]>`
    SELECT current_setting('server_version_num')::int AS version`;
  if (!row) throw new Error("the database told no version");
  return row.version;
}

/**
 * A statement that takes longer than a page may wait, or a transaction left open, is ended by the server. The isolation
 * is said here once for a connection, and not by a statement of every transaction.
 */
const SERVER_SETTINGS =
  "-c TimeZone=UTC -c statement_timeout=15s -c idle_in_transaction_session_timeout=20s -c lock_timeout=8s " +
  "-c default_transaction_isolation=read\\ committed";
const TRANSACTION = { maxWait: 8_000, timeout: 10_000 } as const;

/** On a connection of its own: a migration may take longer than any statement of the app. */
async function migrate(url: string, migrationsDir: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5_000 });
  try {
    return await applyMigrations(pool, migrationsDir);
  } finally {
    await pool.end();
  }
}
