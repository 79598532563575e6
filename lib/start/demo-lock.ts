import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { processStart } from "./os-processes";

export interface DemoLock {
  /** Says where the demo is, for a second one that is started meanwhile. */
  announce(url: string): void;
  release(): void;
}

export const LOCK_FILE = "running.json";

interface Holder {
  pid: number;
  start: string | null;
  url: string | null;
}

/** Takes the folder for this process, or tells who has it. A holder that died does not count. */
export function lockDemo(folder: string): DemoLock | { heldBy: number; url: string | null } {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, LOCK_FILE);
  const mine: Holder = { pid: process.pid, start: processStart(process.pid), url: null };
  const holder = readHolder(file);
  if (holder && holder.start !== null && processStart(holder.pid) === holder.start) {
    return { heldBy: holder.pid, url: holder.url };
  }
  rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(mine), { flag: "wx" });
  } catch {
    const winner = readHolder(file);
    return { heldBy: winner?.pid ?? 0, url: null };
  }
  return {
    announce: (url) => writeFileSync(file, JSON.stringify({ ...mine, url })),
    release: () => rmSync(file, { force: true }),
  };
}

function readHolder(file: string): Holder | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}
