import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSimulator } from "./server";
import { clientFor, jobOf, machineOf, ownedBy, PATHS, secretOf } from "./test-client";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

/** Random tokens begin with a dash now and then. */
const TOKEN = "-t";

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simulator-"));
  writeFileSync(join(folder, "token"), TOKEN);
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function startProcess(): Promise<ChildProcess> {
  const args = [
    "--import",
    "tsx",
    MAIN,
    "--port",
    "0",
    "--state",
    join(folder, "state.json"),
    "--token-file",
    join(folder, "token"),
    "--seed",
    "demo",
  ];
  child = spawn(process.execPath, [...args, "--ready-file", join(folder, "ready")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  expect(line.toString()).toMatch(/^curfew-simulator listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  return child;
}

function clientOfReady() {
  const { url } = JSON.parse(readFileSync(join(folder, "ready"), "utf8")) as { url: string };
  return clientFor({ url } as Parameters<typeof clientFor>[0], TOKEN);
}

it("keeps its state through SIGKILL and SIGTERM", async () => {
  const first = await startProcess();
  const made = await clientOfReady()("POST", PATHS.secrets, secretOf("kept"));
  const isSaved = () =>
    existsSync(join(folder, "state.json")) &&
    readFileSync(join(folder, "state.json"), "utf8").includes('"kept"');
  await vi.waitFor(() => expect(isSaved()).toBe(true), { timeout: 5_000 });
  first.kill("SIGKILL");
  await once(first, "exit");
  const second = await startProcess();
  const found = await clientOfReady()("GET", `${PATHS.secrets}/kept`);
  expect(found.body.metadata.uid).toBe(made.body.metadata.uid);
  expect((await clientOfReady()("GET", PATHS.quotas)).body.items).toHaveLength(1);
  const next = await clientOfReady()("POST", PATHS.secrets, secretOf("last"));
  expect(Number(next.body.metadata.resourceVersion)).toBeGreaterThan(
    Number(made.body.metadata.resourceVersion),
  );
  second.kill("SIGTERM");
  expect(await once(second, "exit")).toEqual([0, null]);
  expect(readFileSync(join(folder, "state.json"), "utf8")).toContain('"last"');
});

it("fires deadlines that passed while it was down", async () => {
  let nowMs = Date.parse("2026-12-01T10:00:00Z");
  const options = { stateFile: join(folder, "state.json"), token: "t", clock: () => nowMs };
  const before = await startSimulator(options);
  const call = clientFor(before, "t");
  const job = (await call("POST", PATHS.jobs, jobOf("lab", 60))).body;
  await call("POST", PATHS.vms, machineOf("lab", ownedBy(job)));
  before.advance(30_000);
  nowMs += 30_000;
  await before.close();
  nowMs += 3_600_000;
  const after = await startSimulator(options);
  const again = clientFor(after, "t");
  expect((await again("GET", `${PATHS.jobs}/lab`)).status).toBe(404);
  expect((await again("GET", `${PATHS.vms}/lab`)).body.status.printableStatus).toBe("Terminating");
  after.advance(10_000);
  expect((await again("GET", `${PATHS.vms}/lab`)).status).toBe(404);
  await after.close();
});
