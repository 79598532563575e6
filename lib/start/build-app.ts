import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "./run-command";

/**
 * Builds the app where the build is older than its sources; tells whether it had to.
 * @throws Error with the build's output when it fails or when `signal` ends it.
 */
export async function buildApp(signal?: AbortSignal): Promise<boolean> {
  const wanted = hashSources();
  if (existsSync(STANDALONE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return false;
  rmSync(STAMP, { force: true });
  await runBuild(signal);
  // As the image has them: the server alone is traced without what browsers fetch.
  cpSync(".next/static", ".next/standalone/.next/static", { recursive: true });
  writeFileSync(STAMP, wanted);
  return true;
}

/** The program of `next`, for Node itself: a wrapper in between would not pass on signals. */
export const NEXT = "node_modules/next/dist/bin/next";

/** The server as the image has it: one file, with what it was traced to need beside it. */
export const STANDALONE = ".next/standalone/server.js";

/** As in deploy/Dockerfile: Next names server actions by it, so that they are named alike in every build. */
export const ACTION_NAMES_KEY = "Y3VyZmV3IG5hbWVzIGl0cyBhY3Rpb25zIGFsaWtlIDE=";

const STAMP = ".next/built-from";
const FOLDERS = ["app", "components", "lib", "prisma", "public"];
const BESIDE_THE_APP = /^lib\/(start|simulator|cli|db\/generated)\/|\.test\.tsx?$|\.md$/;

function hashSources(): string {
  const top = readdirSync(".").filter((name) => /\.(ts|mjs|json)$/.test(name) && name !== "next-env.d.ts");
  const inside = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => filesBelow(folder));
  const hash = createHash("sha256");
  for (const file of [...top, ...inside].filter((name) => !BESIDE_THE_APP.test(name)).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join("/"));
}

async function runBuild(signal?: AbortSignal): Promise<void> {
  const env = {
    ...{ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", CURFEW_BUILD_WITHOUT_TYPES: "1" },
    ...{ CURFEW_STANDALONE: "1", NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_NAMES_KEY },
  };
  const { status, output } = await runCommand(process.execPath, [NEXT, "build"], { env, signal });
  if (status !== 0) throw new Error(`next build failed:\n${output}`);
}
