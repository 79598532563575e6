import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { selfSigned } from "@/lib/simulator/certificate";
import { type RunningSimulator, startSimulator } from "@/lib/simulator/server";
import { ApiClient } from "./api-request";
import type { ClusterError } from "./cluster-error";
import { loadKubeConfig } from "./kube-config";

const folder = mkdtempSync(join(tmpdir(), "curfew-tls-"));
const tokenFile = join(folder, "token");
let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator({
    tlsPort: 0,
    tokens: [{ token: "second-token", user: "second", rules: "admin" }],
  });
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => void vi.useRealTimers());

const NODES = { method: "GET", path: "/api/v1/nodes" } as const;

/** As a pod sees its cluster: an address, an authority in a file, and a token in a file. */
function clientOf(ca: string, user: object): ApiClient {
  const file = join(folder, "config");
  writeFileSync(join(folder, "ca.crt"), ca);
  const cluster = { server: simulator.secure?.url, "certificate-authority": join(folder, "ca.crt") };
  const config = {
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    "current-context": "c",
  };
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "Config", ...config }));
  return new ApiClient(loadKubeConfig({ path: file }), 5000);
}

const fromFile = { "auth-provider": { name: "tokenFile", config: { tokenFile } } };
const authority = () => simulator.secure?.ca ?? "";

describe("by TLS", () => {
  it("trusts the authority that the kubeconfig names, at an address, and signs in", async () => {
    const { body } = await clientOf(authority(), { token: simulator.token }).send(NODES);
    expect((body as { items: unknown[] }).items).toHaveLength(5);
  });

  it("takes the token of a file, and the next one once the file has it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    writeFileSync(tokenFile, simulator.token);
    const api = clientOf(authority(), fromFile);
    await api.send(NODES);
    writeFileSync(tokenFile, "second-token");
    // The kubelet writes a new one long before the old one expires; a minute is how long the SDK keeps one.
    vi.advanceTimersByTime(61_000);
    await api.send(NODES);
    const users = simulator
      .requests()
      .filter(({ path }) => path === NODES.path)
      .map(({ user }) => user);
    expect(users.slice(-2)).toEqual(["admin", "second"]);
  });

  it("opens a stream", async () => {
    const ending = new AbortController();
    const api = clientOf(authority(), { token: simulator.token });
    const query = { watch: "true" };
    const { chunks } = await api.open({ ...NODES, query, signal: ending.signal });
    const first = await chunks[Symbol.asyncIterator]().next();
    expect(Buffer.from(first.value as Uint8Array).toString()).toContain('"type":"ADDED"');
    ending.abort();
  });

  it("sends nothing to whom another authority vouches for", async () => {
    const before = simulator.requests().length;
    const call = clientOf(selfSigned(Date.now()).cert, { token: simulator.token }).send(NODES);
    const failure = await call.then(
      () => null,
      (error: unknown) => error as ClusterError,
    );
    expect(failure).toMatchObject({ code: "network", status: null });
    expect(failure?.message).toMatch(/certificate|SIGNATURE/i);
    expect(simulator.requests().length).toBe(before);
  });
});
