import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { endProcess } from "./os-processes";
import { startPostgres } from "./postgres";
import { findPostgresHome, removePostgresData } from "./postgres-home";
import { answers, readPostmaster } from "./postmaster";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "curfew-postgres-"));
});
afterEach(async () => {
  const left = readPostmaster(findPostgresHome(dataDir).data);
  if (left) await endProcess(left.pid, "SIGQUIT", 5_000);
  removePostgresData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startPostgres({ dataDir, hasFsync: false });
const pidFile = () => path.join(findPostgresHome(dataDir).data, "postmaster.pid");

it("takes over the server that a killed run left behind", async () => {
  const first = await start();
  const second = await start();
  expect(second).toMatchObject({ url: first.url, isReused: true });
  await second.stop();
  expect(await answers(first.url)).toBe(false);
});

it("starts again on the same port after its server was killed", async () => {
  const first = await start();
  await endProcess(readPostmaster(findPostgresHome(dataDir).data)?.pid ?? 0, "SIGKILL", 5_000);
  const second = await start();
  expect(second).toMatchObject({ url: first.url, isReused: false });
});

it("tells those who wait that a server was killed, one that it took over too", async () => {
  const [first, second] = [await start(), await start()];
  const told = Promise.all([first.whenEnded(), second.whenEnded()]).then(() => "ended");
  await endProcess(readPostmaster(findPostgresHome(dataDir).data)?.pid ?? 0, "SIGKILL", 5_000);
  expect(await told).toBe("ended");
});

it("is not misled by a pid file whose number went to another process", async () => {
  const first = await start();
  const [, ...rest] = readFileSync(pidFile(), "utf8").split("\n");
  await first.stop();
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    writeFileSync(pidFile(), [stranger.pid, ...rest].join("\n"));
    expect(await start()).toMatchObject({ url: first.url, isReused: false });
  } finally {
    stranger.kill();
  }
});

it("makes the data anew when a first start died half-way", async () => {
  const { data } = findPostgresHome(dataDir);
  writeFileSync(`${data}.new`, "half-made");
  expect(await start()).toMatchObject({ isReused: false });
});

it("keeps its data in its folder where the server's account can reach that, named in full or not", () => {
  chmodSync(dataDir, 0o755);
  expect(findPostgresHome(path.relative(process.cwd(), dataDir)).data).toBe(
    path.join(realpathSync(dataDir), "postgres"),
  );
});

it("keeps the password to the owner", async () => {
  await start();
  const { mode } = statSync(path.join(dataDir, "postgres-password"));
  expect(mode & 0o077).toBe(0);
});
