import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port";
import { becomesTrue, endProcess, whenGone } from "./os-processes";
import { findPostgresHome, type PostgresHome } from "./postgres-home";
import { lastLines } from "./service";
import { answers, findLeftPostmaster, readPostmaster } from "./postmaster";

export interface RunningPostgres {
  /** Superuser's address of the maintenance database; password included. */
  url: string;
  /** True when a server that an earlier run left behind was taken over. */
  isReused: boolean;
  /** Resolves when the server is no more, whoever ended it. */
  whenEnded(): Promise<void>;
  /** Ends the server in order; its data stays. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Folder for data, password and log; made when missing. */
  dataDir: string;
  /** False for throw-away data only: a crash of the machine may then lose it. */
  hasFsync?: boolean;
}

/**
 * Starts the PostgreSQL that came with the packages, on loopback, with a password of its own, or takes over the one
 * that an earlier run left behind on this folder. It outlives a SIGKILL of this process.
 * @throws Error with a sentence that names the log when the server does not come up.
 */
export async function startPostgres({ dataDir, hasFsync = true }: PostgresOptions): Promise<RunningPostgres> {
  const home = findPostgresHome(dataDir);
  const isNew = !existsSync(path.join(home.data, "PG_VERSION"));
  const password = keptPassword(dataDir, isNew);
  const urlOf = (port: number) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;

  const left = isNew ? null : await findLeftPostmaster(home.data, urlOf);
  if (left) return running(urlOf(left.port), left.pid, true);

  if (isNew) await initialise(home, password);
  const { pid, port } = await launch(home, path.join(dataDir, "postgres.log"), hasFsync, urlOf);
  return running(urlOf(port), pid, false);
}

function running(url: string, pid: number, isReused: boolean): RunningPostgres {
  return { url, isReused, whenEnded: () => whenGone(pid), stop: () => stopServer(pid) };
}

/** Makes database `name` where it is missing and answers its address. `template` must have no open connection. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  await runStatement(
    url,
    `CREATE DATABASE ${quote(name)}${template ? ` TEMPLATE ${quote(template)}` : ""}`,
  ).catch((error: { code?: string }) => {
    if (error.code !== "42P04") throw error;
  });
  return databaseUrl(url, name);
}

/** Removes database `name`, closing the connections that are open to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runStatement(url, `DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`);
}

/** Runs one statement on a connection of its own. Throws pg's error. */
export async function runStatement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const SUPERUSER = "curfew";
const run = promisify(execFile);

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function keptPassword(dataDir: string, isNew: boolean): string {
  const file = path.join(dataDir, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8");
  if (!isNew)
    throw new Error(`${file} is missing, and without it the database in ${dataDir} cannot be opened`);
  const password = randomBytes(24).toString("base64url");
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Makes the data folder aside and moves it into place, so that a run that dies half-way leaves nothing half-made. */
async function initialise({ binaries, data, account }: PostgresHome, password: string): Promise<void> {
  const partial = `${data}.new`;
  const passwordFile = `${data}.pw`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const at of [partial, passwordFile]) chownSync(at, account.uid, account.gid);
  const flags = [
    "-D",
    partial,
    "-U",
    SUPERUSER,
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
  ];
  const locale = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync"];
  try {
    await run(path.join(binaries, "bin", "initdb"), [...flags, ...locale], { ...account, cwd: "/" });
  } catch (error) {
    throw new Error(`initdb failed: ${(error as { stderr?: string }).stderr || String(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, data);
}

async function launch(
  home: PostgresHome,
  logFile: string,
  hasFsync: boolean,
  urlOf: (port: number) => string,
): Promise<{ pid: number; port: number }> {
  const patienceMs = 60_000;
  const endMs = performance.now() + patienceMs;
  const portFile = path.join(path.dirname(logFile), "postgres-port");
  for (;;) {
    const last = existsSync(portFile) ? [Number(readFileSync(portFile, "utf8"))] : [];
    const port = await freePort(...last);
    const pid = await launchOn(port, home, logFile, hasFsync, urlOf, endMs);
    if (pid !== null) {
      writeFileSync(portFile, String(port));
      return { pid, port };
    }
    // A port taken in between and backends of a killed server that are still about to exit both pass.
    if (performance.now() > endMs) throw new Error(`PostgreSQL did not start:\n${lastLines(logFile)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function launchOn(
  port: number,
  { binaries, data, account }: PostgresHome,
  logFile: string,
  hasFsync: boolean,
  urlOf: (port: number) => string,
  endMs: number,
): Promise<number | null> {
  const settings = { ...SETTINGS, ...(hasFsync ? {} : WITHOUT_FSYNC), port: String(port) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logFile, "a", 0o600);
  // Detached, so that Ctrl-C in a terminal does not reach the server before those that still use it.
  const child = spawn(path.join(binaries, "bin", "postgres"), ["-D", data, ...flags], {
    ...account,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let hasExited = false;
  child.once("error", () => (hasExited = true));
  child.once("exit", () => (hasExited = true));
  child.unref();
  const isUp = async () => {
    const seen = readPostmaster(data);
    return hasExited || (!!seen?.isReady && seen.pid === child.pid && (await answers(urlOf(port))));
  };
  const isSettled = await becomesTrue(isUp, endMs - performance.now());
  if (hasExited) return null;
  if (isSettled && child.pid) return child.pid;
  if (child.pid) await stopServer(child.pid);
  throw new Error(`PostgreSQL did not become ready:\n${lastLines(logFile)}`);
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  max_connections: "200",
  shared_buffers: "64MB",
};
const WITHOUT_FSYNC = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** SIGINT is PostgreSQL's "fast" shutdown: it closes the connections and writes everything down. */
function stopServer(pid: number): Promise<void> {
  return endProcess(pid, "SIGINT", 20_000);
}
