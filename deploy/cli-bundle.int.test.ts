import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createDatabase, dropDatabase } from "@/lib/start/postgres";

let folder: string;
let url: string;
const name = `bundle_${randomBytes(6).toString("hex")}`;

/** As in the image: a folder with the bundle and the migrations, no packages, and no sources. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "curfew-bundle-"));
  execFileSync(process.execPath, ["lib/start/bundle-cli.mjs", path.join(folder, "curfew.mjs")]);
  cpSync("prisma/migrations", path.join(folder, "prisma/migrations"), { recursive: true });
  url = await createDatabase(inject("postgres").url, name);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await dropDatabase(inject("postgres").url, name);
});

function curfew(words: readonly string[], environment = "prod") {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATABASE_URL: url,
    CURFEW_ENVIRONMENT: environment,
    // A pod without the token of a service account, as the migration's is.
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: "1",
  } as NodeJS.ProcessEnv;
  return spawnSync(process.execPath, ["curfew.mjs", ...words], { cwd: folder, env, encoding: "utf8" });
}

describe("the command line as one file", () => {
  it("tells how it is called where it lies", () => {
    expect(curfew(["--help"]).stdout).toContain("Usage: node curfew.mjs COMMAND");
    expect(curfew(["doctor", "--help"]).stdout).toMatch(/^Usage: node curfew\.mjs doctor/);
  });

  it("migrates an empty database, twice alike, and then works on it", () => {
    const first = curfew(["migrate", "--json"]);
    expect([first.stderr, first.status]).toEqual(["", 0]);
    expect(JSON.parse(first.stdout)).toMatchObject({ environment: "prod", id: expect.any(String) });
    expect(curfew(["migrate", "--json"]).stdout).toBe(first.stdout);
    expect(curfew(["labs"])).toMatchObject({ status: 0, stdout: "There is no lab yet.\n" });
  });

  it("stops where the database serves another environment", () => {
    const { status, stderr } = curfew(["migrate"], "dev");
    expect(status).toBe(1);
    expect(stderr).toMatch(/prod/);
  });
});
