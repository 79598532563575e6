import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { becomesTrue, commandLine, isAlive } from "./os-processes";

export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Reads postmaster.pid, which a server keeps in its data folder; null when there is none. */
export function readPostmaster(data: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), isReady: (lines[7] ?? "").startsWith("ready") };
}

/**
 * The server that an earlier run left behind, once it answers; null when there is none. Removes the pid file of a
 * server that died, since PostgreSQL itself is misled when its number went to another process of the same account.
 */
export async function findLeftPostmaster(
  data: string,
  urlOf: (port: number) => string,
): Promise<Postmaster | null> {
  const seen = readPostmaster(data);
  if (!seen) return null;
  const isOurs = () => isAlive(seen.pid) && commandLine(seen.pid).includes(data);
  const isSettled = async () => !isOurs() || (await answers(urlOf(readPostmaster(data)?.port ?? seen.port)));
  if (!(await becomesTrue(isSettled, 60_000))) {
    throw new Error(
      `the PostgreSQL left running in ${data} (process ${seen.pid}) does not answer: end it, then try again`,
    );
  }
  if (isOurs()) return readPostmaster(data);
  rmSync(path.join(data, "postmaster.pid"), { force: true });
  return null;
}

/** True when a server accepts a connection at `url`; throws when it refuses the password. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01") throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
