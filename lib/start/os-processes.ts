import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** True while a process with this id runs. A zombie, which still answers to signal 0, counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** The command line of a process, its arguments joined by blanks; empty when there is no such process. */
export function commandLine(pid: number): string {
  if (!hasProc)
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/**
 * What tells a process from a later one with the same number: when it began. Null when there is no such process.
 */
export function processStart(pid: number): string | null {
  if (!isAlive(pid)) return null;
  if (!hasProc)
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim() || null;
  return procStat(pid)[19] ?? null;
}

/**
 * Ends a process: `signal` first, SIGKILL after `patienceMs`. Resolves when it is gone, at once when it was not there.
 */
export async function endProcess(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<void> {
  if (!sendSignal(pid, signal)) return;
  if (await becomesTrue(() => !isAlive(pid), patienceMs)) return;
  sendSignal(pid, "SIGKILL");
  await becomesTrue(() => !isAlive(pid), 5_000);
}

/** Resolves once there is no such process. It looks every second, and keeps this process from no end of its own. */
export function whenGone(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(look);
      resolve();
    }, 1000).unref();
  });
}

/** Asks every `everyMs`, for `patienceMs` at most, whether `isTrue`; tells whether it became so. */
export async function becomesTrue(
  isTrue: () => boolean | Promise<boolean>,
  patienceMs: number,
  everyMs = 20,
): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return true;
}

const hasProc = existsSync("/proc/self/stat");

function isZombie(pid: number): boolean {
  return hasProc && (procStat(pid)[0] ?? "Z") === "Z";
}

/** The fields of /proc/PID/stat after the name, which may itself hold blanks: state first, start time as the 20th. */
function procStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
