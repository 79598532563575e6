import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let project: string;
/** A project of its own, whose packages are this one's, and whose command line only shows what it was given. */
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), "curfew-bootstrap-"));
  for (const folder of ["lib/start", "lib/cli", "lib/db/generated", "node_modules"]) {
    mkdirSync(path.join(project, folder), { recursive: true });
  }
  for (const name of ["bootstrap.mjs", "bundle-entry.mjs"]) {
    cpSync(path.join("lib/start", name), path.join(project, "lib/start", name));
  }
  for (const name of ["tsx", "esbuild", "@esbuild", "get-tsconfig", "resolve-pkg-maps"]) link(name);
  writeFileSync(path.join(project, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(project, "package-lock.json"), "{}");
  // As if `npm ci` and `prisma generate` had just run: their stamps are hashes of "{}" and of the schema with it.
  const hash = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
  writeFileSync(path.join(project, "node_modules/.curfew-installed"), hash);
  writeFileSync(path.join(project, "lib/db/generated/.made-from"), hash);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function link(name: string) {
  symlinkSync(path.resolve("node_modules", name), path.join(project, "node_modules", name));
}

function runCli(script: string, args: string[] = [], env: Record<string, string> = {}) {
  writeFileSync(path.join(project, "lib/cli/main.ts"), script);
  const given = { PATH: process.env.PATH ?? "", NODE_ENV: "test" as const, ...env };
  const all = [path.join(project, "lib/start/bootstrap.mjs"), "cli", ...args];
  return spawnSync(process.execPath, all, { encoding: "utf8", env: given, cwd: tmpdir() });
}

it.each([0, 1, 2])("hands on exit status %i, and its arguments, and says nothing itself", (status) => {
  const script = `const told: string[] = process.argv.slice(2); console.log(told.join("|")); process.exit(${status});`;
  expect(runCli(script, ["end", "--json", "a b"])).toMatchObject({
    status,
    stdout: "end|--json|a b\n",
    stderr: "",
  });
});

it("gives the command line the demo's whole environment where no database is named", () => {
  mkdirSync(path.join(project, ".data/demo"), { recursive: true });
  writeFileSync(
    path.join(project, ".data/demo/env"),
    'DATABASE_URL="postgresql://demo"\nKUBECONFIG="/demo"\n',
  );
  const script = "console.log(process.env.DATABASE_URL, process.env.KUBECONFIG)";
  expect(runCli(script, [], { KUBECONFIG: "/real" }).stdout).toBe("postgresql://demo /demo\n");
  const named = { DATABASE_URL: "postgresql://mine", KUBECONFIG: "/real" };
  expect(runCli(script, [], named).stdout).toBe("postgresql://mine /real\n");
});

it("ends by the signal that ended what it started", () => {
  expect(runCli("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);").signal).toBe("SIGTERM");
});

it("runs what the sources say now, not what they said", () => {
  expect(runCli('console.log("before")').stdout).toBe("before\n");
  expect(runCli('console.log("after")').stdout).toBe("after\n");
});

it("refuses a word that it does not know", () => {
  const result = spawnSync(process.execPath, ["lib/start/bootstrap.mjs", "dance"], { encoding: "utf8" });
  expect(result).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("usage:") as string,
  });
});
