import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { applyMigrations } from "@/lib/db/apply-migrations";
import { buildApp, NEXT } from "./build-app";
import { keptSecrets } from "./kept-secrets";
import { createDatabase, startPostgres } from "./postgres";
import { seedDemo, type SeededPerson } from "./seed";
import { answersOk, startService } from "./service";
import { startSimulator } from "./simulator";

/** Database, simulated cluster and app, up and seeded. */
export interface Stack {
  url: string;
  people: SeededPerson[];
  simulator: { url: string; token: string };
  databaseUrl: string;
  reapToken: string;
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
  /** Called round each step. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Ends a start that is under way; what was started until then is ended. */
  signal: AbortSignal;
}

/** @throws Error with a sentence when a step fails; nothing is left running then. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return await startSteps(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const NAMESPACE = "curfew-vms";

async function startSteps(
  options: StackOptions,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { folder, port, hasFsync, signal } = options;
  const step: StackOptions["step"] = (title, work) => {
    signal.throwIfAborted();
    return options.step(title, work);
  };
  mkdirSync(folder, { recursive: true });
  const secrets = keptSecrets(path.join(folder, "secrets.json"), ["auth", "reap", "cluster"]);

  const server = await step("Database (PostgreSQL)", () => startPostgres({ dataDir: folder, hasFsync }));
  stops.push(server.stop);
  const databaseUrl = await createDatabase(server.url, "curfew");
  await step("Migrations", () => migrate(databaseUrl));

  const cluster = await step("Cluster (simulated)", () =>
    startSimulator({ folder, token: secrets.cluster, namespace: NAMESPACE, args: options.simulatorArgs }),
  );
  stops.push(cluster.stop);

  const url = `http://127.0.0.1:${port}`;
  const shared = {
    ...sharedEnvironment(options, databaseUrl, cluster.kubeconfig, secrets.reap),
    APP_URL: url,
  };
  writeEnvironment(path.join(folder, "env"), shared);
  const people = await step("People, courses, labs and sessions", () =>
    seedDemo({
      env: shared,
      passwordsFile: path.join(folder, "sign-ins.json"),
      hasSessions: options.hasSessions,
    }),
  );
  await step("Web app, built", () => buildApp(signal));
  const app = await step("Web app, started", () =>
    startService({
      name: "app",
      folder,
      args: [NEXT, "start", "-H", "127.0.0.1", "-p", String(port)],
      env: {
        ...process.env,
        ...shared,
        AUTH_SECRET: secrets.auth,
        PORT: String(port),
        NODE_ENV: "production",
      },
      isUp: () => answersOk(`${url}/api/health`),
      startPatienceMs: 60_000,
    }),
  );
  stops.push(app.stop);
  const broken = Promise.race([
    app.ended.then(() => `the web app ended by itself: see ${folder}/app.log`),
    cluster.ended.then(() => `the simulated cluster ended by itself: see ${folder}/simulator.log`),
  ]);
  const simulator = { url: cluster.url, token: secrets.cluster };
  return { url, people, simulator, databaseUrl, reapToken: secrets.reap, broken, stop };
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
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

function writeEnvironment(file: string, values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
}
