import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { becomesTrue, endProcess, isAlive, processStart } from "./os-processes";

/** A long-lived Node process that we started; its number is written down, so that a later run can end it. */
export interface Service {
  /** Resolves when it ends, however it ends. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** Holds its log and its number. */
  folder: string;
  /** Arguments for Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Asked until it answers true. */
  isUp(): Promise<boolean>;
  startPatienceMs: number;
  /** Gives up waiting. */
  signal?: AbortSignal;
}

/**
 * Starts a service after ending the one that an earlier run left, and waits until it is up.
 * @throws Error with the end of its log when it ends or is not up in time.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, folder, args, env, isUp, startPatienceMs, signal } = options;
  mkdirSync(folder, { recursive: true });
  await endLeftService(folder, name);
  const logFile = path.join(folder, `${name}.log`);
  const log = openSync(logFile, "w", 0o600);
  // Detached, so that Ctrl-C in a terminal reaches the demo alone, which ends its services in order.
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const { pid } = child;
  if (!pid) throw new Error(`${name} did not start`);
  writeFileSync(recordFile(folder, name), JSON.stringify({ pid, start: processStart(pid) }));

  const stop = async () => {
    await endProcess(pid, "SIGTERM", STOP_PATIENCE_MS);
    rmSync(recordFile(folder, name), { force: true });
  };
  await becomesTrue(async () => signal?.aborted === true || !isAlive(pid) || (await isUp()), startPatienceMs);
  if (isAlive(pid) && (await isUp())) return { ended, stop };
  await stop();
  signal?.throwIfAborted();
  throw new Error(`${name} did not come up. The end of ${logFile}:\n${lastLines(logFile)}`);
}

/** Ends the service that an earlier run left behind, if there is one; tells whether there was. */
export async function endLeftService(folder: string, name: string): Promise<boolean> {
  const file = recordFile(folder, name);
  if (!existsSync(file)) return false;
  const { pid, start } = JSON.parse(readFileSync(file, "utf8")) as { pid: number; start: string | null };
  const isLeft = start !== null && processStart(pid) === start;
  if (isLeft) await endProcess(pid, "SIGTERM", STOP_PATIENCE_MS);
  rmSync(file, { force: true });
  return isLeft;
}

/** The last 15 lines of a log. */
export function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").slice(-15).join("\n") : "";
}

/** True when a GET of `url` is answered with a 2xx status within 2 s. */
export async function answersOk(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

const STOP_PATIENCE_MS = 15_000;

function recordFile(folder: string, name: string): string {
  return path.join(folder, `${name}.pid`);
}
