import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import { applyMigrations } from "@/lib/db/apply-migrations";
import { buildApp, NEXT } from "./build-app";
import { keptSecrets } from "./kept-secrets";
import { createDatabase, type RunningPostgres, startPostgres } from "./postgres";
import { seedDemo, type SeededPerson } from "./seed";
import { answersOk, startService, type Service } from "./service";
import { startSimulator, type SimulatedCluster } from "./simulator";

/** How to reach the parts of a stack. */
export interface StackValues {
  url: string;
  people: SeededPerson[];
  simulator: { url: string; token: string };
  databaseUrl: string;
  reapToken: string;
}

/** Database, simulated cluster and app, up and seeded. */
export interface Stack extends StackValues {
  /** Resolves with a sentence when one of them ends by itself. */
  broken: Promise<string>;
  /** Ends them in order: those that use others first. */
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Everything that it keeps lies here. */
  folder: string;
  port: number;
  /** False for throw-away data. */
  hasFsync: boolean;
  simulatorArgs?: string[];
  /** Open sessions for some of the seeded students at the first start. */
  hasSessions: boolean;
  /** Further environment of the app and the command line. */
  env: Record<string, string>;
  /** Called once all but the app is up. */
  beforeApp?(values: StackValues): void;
  /** Called round each step. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Ends a start that is under way; what was started until then is ended. */
  signal: AbortSignal;
}

/** @throws Error with a sentence when a step fails; nothing is left running then. */
export async function startStack(given: StackOptions): Promise<Stack> {
  const options: StackOptions = {
    ...given,
    step(title, work) {
      given.signal.throwIfAborted();
      return given.step(title, work);
    },
  };
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const foundation = await startFoundation(options, stops);
    options.beforeApp?.(foundation.values);
    const app = await startApp(options, foundation);
    stops.push(app.stop);
    return { ...foundation.values, broken: firstEnd(options.folder, app, foundation), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const NAMESPACE = "curfew-vms";

interface Foundation {
  values: StackValues;
  cluster: SimulatedCluster;
  database: RunningPostgres;
  environment: Record<string, string>;
  authSecret: string;
}

/** Database and cluster, with what belongs in them. */
async function startFoundation(options: StackOptions, stops: (() => Promise<void>)[]): Promise<Foundation> {
  const { folder, port, step } = options;
  mkdirSync(folder, { recursive: true });
  const secrets = keptSecrets(path.join(folder, "secrets.json"), ["auth", "reap", "cluster"]);

  // The cluster needs no database: it comes up meanwhile. Whatever happens, it is waited for, so that it can be ended.
  const starting = startSimulator({
    folder,
    token: secrets.cluster,
    namespace: NAMESPACE,
    args: options.simulatorArgs,
  }).then((started) => {
    stops.push(started.stop);
    return started;
  });
  const settled = starting.then(
    () => undefined,
    () => undefined,
  );
  const { server: database, url: databaseUrl } = await startDatabase(options, stops).finally(() => settled);
  const cluster = await step("Cluster (simulated)", () => starting);
  await applyDefaultDeny({ path: cluster.kubeconfig }, NAMESPACE);

  const url = `http://127.0.0.1:${port}`;
  const environment = sharedEnvironment(options, databaseUrl, cluster.kubeconfig, secrets.reap, url);
  writeEnvironment(path.join(folder, "env"), environment);
  const passwordsFile = path.join(folder, "sign-ins.json");
  const people = await step("People, courses, labs and sessions", () =>
    seedDemo({ env: environment, passwordsFile, hasSessions: options.hasSessions }),
  );
  const simulator = { url: cluster.url, token: secrets.cluster };
  const values = { url, people, simulator, databaseUrl, reapToken: secrets.reap };
  return { values, cluster, database, environment, authSecret: secrets.auth };
}

async function startDatabase(
  { folder, hasFsync, step }: StackOptions,
  stops: (() => Promise<void>)[],
): Promise<{ server: RunningPostgres; url: string }> {
  const server = await step("Database (PostgreSQL)", () => startPostgres({ dataDir: folder, hasFsync }));
  stops.push(server.stop);
  const url = await createDatabase(server.url, "curfew");
  await step("Migrations", () => migrate(url));
  return { server, url };
}

async function startApp(
  options: StackOptions,
  { values, environment, authSecret }: Foundation,
): Promise<Service> {
  const { folder, port, step, signal } = options;
  await step("Web app, built", () => buildApp(signal));
  return step("Web app, started", () =>
    startService({
      name: "app",
      folder,
      args: [NEXT, "start", "-H", "127.0.0.1", "-p", String(port)],
      env: {
        ...process.env,
        ...environment,
        AUTH_SECRET: authSecret,
        PORT: String(port),
        NODE_ENV: "production",
      },
      isUp: () => answersOk(`${values.url}/api/health`),
      startPatienceMs: 60_000,
      signal,
    }),
  );
}

function firstEnd(folder: string, app: Service, { cluster, database }: Foundation): Promise<string> {
  return Promise.race([
    database.whenEnded().then(() => `the database ended by itself: see ${folder}/postgres.log`),
    app.ended.then(() => `the web app ended by itself: see ${folder}/app.log`),
    cluster.ended.then(() => `the simulated cluster ended by itself: see ${folder}/simulator.log`),
  ]);
}

async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await applyMigrations(pool, "prisma/migrations");
  } finally {
    await pool.end();
  }
}

/** What the app and those who work beside it share; it wins over the shell's own, since these belong together. */
function sharedEnvironment(
  options: StackOptions,
  databaseUrl: string,
  kubeconfig: string,
  reapToken: string,
  url: string,
): Record<string, string> {
  return {
    CURFEW_IMAGE_PREFIXES: "quay.io/containerdisks/,quay.io/curfew-labs/",
    CURFEW_ACCESS_CIDRS: "10.0.0.0/8,192.168.0.0/16",
    CURFEW_REAP_EVERY_SECONDS: "60",
    ...options.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.resolve(options.folder),
    KUBECONFIG: kubeconfig,
    CLUSTER: "simulated",
    CURFEW_ENVIRONMENT: "dev",
    CURFEW_VM_NAMESPACE: NAMESPACE,
    CURFEW_REAP_TOKEN: reapToken,
    APP_URL: url,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

function writeEnvironment(file: string, values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
}
