import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runCommand } from "./run-command";

/** Path of an installed Chromium or Chrome that runs; null leaves the choice to Playwright's own. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...PLACES].find((place) => existsSync(place) && doesRun(place)) ?? null;
}

/**
 * Makes sure that the tests have a browser: one that is there, else Debian's by apt-get where we are root, else
 * Playwright's own. Asked again it answers the same. @throws Error with what was tried when there is none in the end.
 */
export function installChromium(signal: AbortSignal): Promise<void> {
  return (installation ??= install(signal));
}

let installation: Promise<void> | undefined;

async function install(signal: AbortSignal): Promise<void> {
  if (findChromium() !== null) return;
  const attempts =
    process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") ? [APT, PLAYWRIGHT] : [PLAYWRIGHT];
  const failures: string[] = [];
  for (const commands of attempts) {
    const failure = await runAll(commands, signal);
    if (failure === null && (commands === PLAYWRIGHT || findChromium() !== null)) return;
    failures.push(failure ?? `${commands.flat().join(" ")} brought no browser that runs`);
  }
  throw new Error(`no browser, and none could be installed:\n${failures.join("\n")}`);
}

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const APT = [
  ["apt-get", "update", "-q"],
  ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
];
const PLAYWRIGHT = [["npx", "playwright", "install", "chromium"]];

/** Ubuntu's chromium is a stub that only names a snap. */
function doesRun(place: string): boolean {
  return spawnSync(place, ["--version"], { timeout: 20_000 }).status === 0;
}

/** What the first command that failed had to say; null when all went well. */
async function runAll(commands: string[][], signal: AbortSignal): Promise<string | null> {
  for (const command of commands) {
    const [program = "", ...args] = command;
    const result = await runCommand(program, args, { env: { DEBIAN_FRONTEND: "noninteractive" }, signal });
    if (result.status !== 0) return `${command.join(" ")}:\n${result.output.slice(-2_000)}`;
  }
  return null;
}
