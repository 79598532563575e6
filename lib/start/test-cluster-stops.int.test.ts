import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RunningSimulator, startSimulator } from "@/lib/simulator/server";

/** A cold start of npm, the tests' database and the tests themselves, on a machine that has other things to do. */
const PATIENCE_MS = 150_000;
const NAME = "curfew-test-stops";
const OURS = [NAME, `${NAME}-pods`];

let sim: RunningSimulator;
let home: string;
let kubeconfig: string;
let started: ChildProcess | undefined;
beforeEach(async () => {
  sim = await startSimulator({ namespaces: ["theirs"], speed: 50 });
  // All temporary files of the run go here, so that what it leaves is seen. The database's server has another account.
  home = mkdtempSync(path.join(tmpdir(), "curfew-stops-"));
  chmodSync(home, 0o755);
  kubeconfig = path.join(mkdtempSync(path.join(tmpdir(), "curfew-stops-kubeconfig-")), "kubeconfig");
  const named = { name: "c", cluster: { server: sim.url }, user: { token: sim.token } };
  const contexts = [{ name: "c", context: { cluster: "c", user: "c" } }];
  const config = { apiVersion: "v1", kind: "Config", clusters: [named], users: [named], contexts };
  writeFileSync(kubeconfig, JSON.stringify({ ...config, "current-context": "c" }));
});
afterEach(async () => {
  if (started?.pid !== undefined && isGroupAlive(started.pid)) process.kill(-started.pid, "SIGKILL");
  started = undefined;
  await sim.close();
  rmSync(home, { recursive: true, force: true });
  rmSync(path.dirname(kubeconfig), { recursive: true });
});

/** As somebody does in a terminal: npm, in a process group of its own. */
function testCluster(): { child: ChildProcess; output: () => string } {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|NODE_|CURFEW_)/.test(name),
  );
  const env = { KUBECONFIG: kubeconfig, CURFEW_TEST_NAMESPACE: NAME, TMPDIR: home };
  const child = spawn("npm", ["run", "test:cluster"], {
    detached: true,
    env: { ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  return { child, output: () => output };
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

const namespaces = () => sim.cluster.store.list("namespaces").map(({ metadata }) => metadata.name);
/** What Node and npm keep for the next time is no leftover. */
const leftFiles = () => readdirSync(home).filter((name) => !/^(tsx-|node-compile-cache)/.test(name));

it.each([
  ["Ctrl-C, which every process of the terminal gets", (pid: number) => process.kill(-pid, "SIGINT")],
  ["SIGTERM, which npm alone gets", (pid: number) => process.kill(pid, "SIGTERM")],
])(
  "npm run test:cluster leaves nothing behind after %s",
  async (_, stop) => {
    const before = namespaces();
    const { child, output } = testCluster();
    const isMade = ({ method, path: asked }: { method: string; path: string }) =>
      method === "POST" && OURS.some((name) => asked.includes(`/namespaces/${name}/jobs`));
    await vi.waitUntil(() => sim.requests(0).some(isMade) || child.exitCode !== null, {
      timeout: PATIENCE_MS,
      interval: 50,
    });
    expect(child.exitCode, output()).toBeNull();
    expect(namespaces()).toEqual(expect.arrayContaining(OURS));
    expect(leftFiles()).not.toEqual([]);

    const pid = child.pid ?? 0;
    stop(pid);
    await once(child, "close");
    await vi.waitUntil(() => !isGroupAlive(pid), { timeout: PATIENCE_MS, interval: 50 });
    expect(namespaces(), output()).toEqual(before);
    expect(leftFiles()).toEqual([]);
  },
  2 * PATIENCE_MS,
);

it(
  "npm run test:cluster does nothing where the namespace is there and does not bear its label",
  async () => {
    const metadata = { name: `${NAME}-pods`, labels: { "app.kubernetes.io/managed-by": "curfew" } };
    sim.seed([{ apiVersion: "v1", kind: "Namespace", metadata }]);
    const before = namespaces();
    const { child, output } = testCluster();
    const [status] = (await once(child, "close")) as [number];
    expect(status).toBe(1);
    expect(output()).toMatch(
      /The namespace curfew-test-stops-pods on \S+ is there already and was not made by these tests/,
    );
    expect(namespaces()).toEqual(before);
    const inTheirs = sim.requests(0).filter(({ path: asked }) => asked.includes(`${NAME}-pods/`));
    expect(inTheirs).toEqual([]);
  },
  PATIENCE_MS,
);
