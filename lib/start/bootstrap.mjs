// The first thing that runs on a fresh clone: plain JavaScript, Node's own modules, nothing installed yet.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { bundleEntry } from "./bundle-entry.mjs";

const ENTRIES = {
  demo: "lib/start/demo.ts",
  test: "lib/start/test.ts",
  cli: "lib/cli/main.ts",
  migration: "lib/start/new-migration.ts",
  drift: "lib/start/check-drift.ts",
  render: "lib/start/render-manifests.ts",
  replay: "lib/simulator/replay/main.ts",
  "bench-store": "lib/start/bench/bench-store.ts",
  "bench-pass": "lib/start/bench/bench-pass.ts",
  "bench-view": "lib/start/bench/bench-view.ts",
  "bench-contention": "lib/start/bench/bench-contention.ts",
};
const MUST_BE_QUICK = ["cli", "demo"];
const INSTALL_STAMP = "node_modules/.curfew-installed";
const GENERATED = "lib/db/generated";
const GENERATE_STAMP = `${GENERATED}/.made-from`;
const SCHEMA = "prisma/schema.prisma";
/** npm's shell, where npm started this. */
const PARENT = process.ppid;
const PARENT_LOOK_MS = 250;

await main(process.argv[2], process.argv.slice(3));

async function main(name, args) {
  const entry = ENTRIES[name];
  if (!entry)
    stopWith(2, `usage: node lib/start/bootstrap.mjs ${Object.keys(ENTRIES).join("|")} [arguments]`);
  requireNode(process.versions.node);
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  install();
  generate();
  if (name === "cli" && !process.env.DATABASE_URL) Object.assign(process.env, demoEnvironment());
  const bundle = MUST_BE_QUICK.includes(name) ? await bundleEntry(entry) : null;
  runEntry(bundle ? [bundle] : ["--import", tsxLoader(), entry], args);
}

/** Everything is said on stderr: stdout belongs to what is started. */
function say(text) {
  process.stderr.write(`${text}\n`);
}

function stopWith(status, text) {
  say(text);
  process.exit(status);
}

function requireNode(version) {
  const [major, minor] = version.split(".").map(Number);
  const isFit = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (!isFit)
    stopWith(1, `Curfew needs Node 20.19 or later, 22.12 or later, or 24 and up; this is Node ${version}.`);
}

function install() {
  const wanted = hashOf("package-lock.json");
  if (readIfThere(INSTALL_STAMP) === wanted) return;
  if (!wasInstalledByHand()) {
    say("Installing packages (npm ci, about a minute) ...");
    // stdout goes to stderr (2), so that the command line stays fit for pipes. Errors alone: npm would warn that a package
    // within Prisma, of which nothing is used here, wants another runtime than the Node that we ask for.
    const isWindows = process.platform === "win32";
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      stdio: ["ignore", 2, 2],
      shell: isWindows,
    });
    if (npm.status !== 0) stopWith(1, "npm ci failed: see its message above.");
  }
  writeFileSync(INSTALL_STAMP, wanted);
}

/** npm leaves its own lock file in node_modules; one newer than ours belongs to an install of ours. */
function wasInstalledByHand() {
  const inner = "node_modules/.package-lock.json";
  return (
    !existsSync(INSTALL_STAMP) &&
    existsSync(inner) &&
    statSync(inner).mtimeMs >= statSync("package-lock.json").mtimeMs
  );
}

function generate() {
  const wanted = hashOf(SCHEMA, "package-lock.json");
  if (readIfThere(GENERATE_STAMP) === wanted) return;
  say("Generating the database client ...");
  const prisma = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
  if (prisma.status !== 0) stopWith(1, `${prisma.stdout}${prisma.stderr}prisma generate failed.`);
  writeFileSync(GENERATE_STAMP, wanted);
}

/** What the demo wrote down for those who work beside it. All of it counts: its database goes with its cluster. */
function demoEnvironment() {
  const file = path.join(process.env.DATA_DIR || ".data", "demo", "env");
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

/** What Node's --import needs to run TypeScript. */
function tsxLoader() {
  return pathToFileURL(path.resolve("node_modules/tsx/dist/loader.mjs")).href;
}

function runEntry(program, args) {
  // The channel tells the child when this process is killed, which no signal could.
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const watch = onOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => stopWith(1, `${program.at(-1)} did not start: ${error.message}`));
  child.on("exit", (status, signal) => {
    clearInterval(watch);
    for (const each of signals) process.removeAllListeners(each);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = status ?? 1;
  });
}

/** SIGTERM to npm ends npm and its shell, which does not pass it on: all that is seen here is another parent. */
function onOrphaned(act) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    act();
  }, PARENT_LOOK_MS);
  return watch;
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function hashOf(...files) {
  const hash = createHash("sha256");
  for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest("hex");
}
