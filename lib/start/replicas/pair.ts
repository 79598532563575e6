import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hashPassword } from "better-auth/crypto";
import pg from "pg";
import { setPassword } from "@/lib/db/people";
import { draw } from "@/lib/domain/contention/what-if/draw";
import type { Actor } from "@/lib/domain/person";
import { kubeconfigOf, NAMESPACE, openLabWorld, type LabWorld } from "@/lib/usecases/test-lab-world";
import { becomesTrue } from "../os-processes";
import { Caller } from "./caller";
import { openDatabaseWay, type DatabaseWay } from "./database-way";
import { startFrontProxy, type FrontProxy } from "./front-proxy";
import { startReplica, type Replica } from "./replica";

export const REAP_TOKEN = "the-reap-token-of-the-replicas";
const PASSWORD = "correct horse battery";
const PATIENCE_MS = 30_000;

/** Two replicas behind a proxy, on one database and one cluster. */
export interface Pair {
  readonly world: LabWorld;
  readonly proxy: FrontProxy;
  /** The replicas' only way to the database; the world and the tests go past it. */
  readonly database: DatabaseWay;
  readonly replicas: [Replica, Replica];
  /** Starts one more, ready but not yet routed to. */
  start(port?: number): Promise<Replica>;
  /** Routes to these alone. */
  route(...replicas: readonly Replica[]): void;
  /** Somebody's browser, signed in through the proxy. */
  callerOf(person: Actor & { type: "person" }): Promise<Caller>;
  /** Sessions of so many new students; they run, or have expired. */
  openSessions(count: number): Promise<string[]>;
  expire(ids: readonly string[]): Promise<void>;
  /** Holds every write of these sessions' rows, and with it a pass at its claim, until it is let go. */
  holdSessions(ids: readonly string[]): Promise<HeldSessions>;
  close(): Promise<void>;
}

export interface HeldSessions {
  /** How many statements wait for it. */
  waiting(): Promise<number>;
  letGo(): Promise<void>;
}

/** @throws Error with the end of a replica's log where one does not come up. */
export async function openPair(): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), "curfew-replicas-"));
  const world = await openLabWorld();
  const [proxy, database] = await Promise.all([startFrontProxy(), openDatabaseWay(world.databaseUrl)]);
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 4 });
  pool.on("error", () => undefined);
  const env = environmentOf(world, folder, { app: proxy.url, database: database.url });
  const all: Replica[] = [];
  const start = async (port?: number) => {
    const replica = await startReplica({ name: `replica-${all.length}`, folder, env, port });
    all.push(replica);
    return replica;
  };
  const close = async () => {
    for (const each of all) each.signal("SIGKILL");
    await Promise.all(all.map(({ ended }) => ended));
    await Promise.all([proxy.close(), database.close(), pool.end()]);
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const replicas: [Replica, Replica] = await Promise.all([start(), start()]);
    const route: Pair["route"] = (...given) => proxy.route(given.map(({ port }) => port));
    route(...replicas);
    const parts = { world, proxy, database, replicas, start, route, close };
    return { ...parts, ...actsOf(world, proxy), holdSessions: (ids) => holdSessions(pool, ids) };
  } catch (error) {
    await close();
    throw error;
  }
}

function actsOf(world: LabWorld, proxy: FrontProxy): Pick<Pair, "callerOf" | "openSessions" | "expire"> {
  const hash = hashPassword(PASSWORD);
  return {
    async callerOf({ id, email }) {
      await setPassword(world.db.at, { id, passwordHash: await hash });
      const caller = new Caller(proxy.url);
      await caller.signIn(email, PASSWORD);
      return caller;
    },
    async openSessions(count) {
      const { startSession } = await import("@/lib/usecases/start-session");
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const { id: studentId } = await world.addStudent();
        const input = { labId: world.lab.id, studentId, courseId: world.courseId };
        const started = await startSession(world.context, world.admin, input);
        if (!started.ok) throw new Error(started.error.code);
        ids.push(started.value.id);
      }
      await world.settled();
      return ids;
    },
    async expire(ids) {
      await world.sql(
        "UPDATE lab_session SET expires_at = clock_timestamp() - interval '1 s' WHERE id = ANY($1)",
        [ids],
      );
    },
  };
}

async function holdSessions(pool: pg.Pool, ids: readonly string[]): Promise<HeldSessions> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM lab_session WHERE id = ANY($1) FOR NO KEY UPDATE", [ids]);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return {
    async waiting() {
      const blocked = "SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
      return (await pool.query(blocked, [rows[0]?.pid])).rowCount ?? 0;
    },
    async letGo() {
      await client.query("COMMIT");
      client.release();
    },
  };
}

/** Waits until something is so. Throws, with what was waited for, where it does not come. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await becomesTrue(isTrue, PATIENCE_MS))) throw new Error(`waited in vain: ${what}`);
}

/** Numbers from 0 to below 1, the same again for the same seed. */
export function drawsOf(seed: number): () => number {
  let count = 0;
  return () => draw(seed, count++, 0, 0);
}

function environmentOf(
  world: LabWorld,
  folder: string,
  url: { readonly app: string; readonly database: string },
): Record<string, string> {
  const { config } = world.context;
  return {
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: "127.0.0.1",
    KEEP_ALIVE_TIMEOUT: "75000",
    DATABASE_URL: url.database,
    DATA_DIR: folder,
    KUBECONFIG: writeKubeconfig(world, folder),
    CLUSTER: "simulated",
    CURFEW_ENVIRONMENT: config.environment,
    CURFEW_VM_NAMESPACE: NAMESPACE,
    CURFEW_IMAGE_PREFIXES: config.imagePrefixes.join(","),
    CURFEW_ACCESS_CIDRS: config.accessCidrs.join(","),
    CURFEW_REAP_TOKEN: REAP_TOKEN,
    CURFEW_TRUSTED_PROXIES: "127.0.0.0/8",
    APP_URL: url.app,
    AUTH_SECRET: "one secret that all replicas share",
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32, "shared").toString("base64"),
    LOG_LEVEL: "info",
  };
}

function writeKubeconfig({ account }: LabWorld, folder: string): string {
  const file = path.join(folder, "kubeconfig");
  writeFileSync(file, kubeconfigOf(account), { mode: 0o600 });
  return file;
}
