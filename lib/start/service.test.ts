import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAlive } from "./os-processes";
import { endLeftService, startService } from "./service";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "curfew-service-"));
});
afterEach(async () => {
  await endLeftService(folder, "it");
  rmSync(folder, { recursive: true, force: true });
});

const waits = "setInterval(() => {}, 1000); require('fs').writeFileSync('up', '')";
const start = (script: string, startPatienceMs = 20_000) =>
  startService({
    name: "it",
    folder,
    args: ["-e", `process.chdir(${JSON.stringify(folder)}); ${script}`],
    env: process.env,
    isUp: () => Promise.resolve(existsSync(path.join(folder, "up"))),
    startPatienceMs,
  });
const recordedPid = () =>
  (JSON.parse(readFileSync(path.join(folder, "it.pid"), "utf8")) as { pid: number }).pid;

it("is there once it is up, and gone once it is stopped", async () => {
  const service = await start(waits);
  const pid = recordedPid();
  expect(isAlive(pid)).toBe(true);
  await service.stop();
  expect(isAlive(pid)).toBe(false);
});

it("is ended by a later run that finds it left behind", async () => {
  await start(waits);
  const left = recordedPid();
  const later = await start(waits);
  expect(isAlive(left)).toBe(false);
  expect(isAlive(recordedPid())).toBe(true);
  await later.stop();
});

it("shows the end of its log when it dies instead of coming up", async () => {
  await expect(start("console.error('no such port'); process.exit(3)")).rejects.toThrow(
    /did not come up.*\n.*no such port/,
  );
});

it("is ended when it is not up in time", async () => {
  await expect(start("setInterval(() => {}, 1000)", 200)).rejects.toThrow(/did not come up/);
  expect(existsSync(path.join(folder, "it.pid"))).toBe(false);
});

it("tells when it ends by itself", async () => {
  const service = await start(
    "require('fs').writeFileSync('up', ''); setTimeout(() => process.exit(1), 1500)",
  );
  await expect(service.ended).resolves.toBeUndefined();
});
