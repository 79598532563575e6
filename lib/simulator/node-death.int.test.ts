import { afterEach, beforeEach, expect, it } from "vitest";
import { machineOf, PATHS, startTestCluster } from "./test-client";
import type { Body } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster({ nodes: 1 });
  await cluster.call("POST", PATHS.vms, machineOf("lab"));
  cluster.sim.advance(30_000);
});
afterEach(() => cluster.sim.close());

async function get(path: string): Promise<Body> {
  return (await cluster.call("GET", path)).body;
}

async function readyOf(path: string): Promise<string | undefined> {
  const conditions = (await get(path)).status.conditions as { type: string; status: string }[];
  return conditions.find((condition) => condition.type === "Ready")?.status;
}

it("renews the Lease of a live node every 10 s", async () => {
  const path = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1";
  const first = (await get(path)).spec.renewTime;
  expect(first).toMatch(/\.\d{6}Z$/);
  cluster.sim.advance(10_000);
  expect(Date.parse(String((await get(path)).spec.renewTime)) - Date.parse(String(first))).toBe(10_000);
});

it("is Unknown after 50 s; after 300 s more its pods are Terminating, for ever", async () => {
  cluster.sim.setNode("node-1", false);
  cluster.sim.advance(39_000);
  expect(await readyOf("/api/v1/nodes/node-1")).toBe("True");
  cluster.sim.advance(11_000);
  expect(await readyOf("/api/v1/nodes/node-1")).toBe("Unknown");
  expect((await get("/api/v1/nodes/node-1")).spec.taints).toHaveLength(2);
  const [pod] = (await get(PATHS.pods)).items;
  expect(pod?.status.phase).toBe("Running");
  expect(await readyOf(`${PATHS.pods}/${pod?.metadata.name}`)).toBe("False");
  expect(await readyOf(`${PATHS.vmis}/lab`)).toBe("False");
  expect((await get(`${PATHS.vmis}/lab`)).status.phase).toBe("Running");
  cluster.sim.advance(301_000);
  expect((await get(PATHS.pods)).items[0]?.metadata.deletionTimestamp).toBeDefined();
  await cluster.call("DELETE", `${PATHS.vms}/lab`);
  cluster.sim.advance(3 * 3_600_000);
  expect((await get(`${PATHS.vms}/lab`)).status.printableStatus).toBe("Terminating");
  expect((await get(PATHS.pods)).items).toHaveLength(1);
});

it("ends what was being deleted as soon as it is back", async () => {
  cluster.sim.setNode("node-1", false);
  await cluster.call("DELETE", `${PATHS.vms}/lab`);
  cluster.sim.advance(600_000);
  expect((await cluster.call("GET", `${PATHS.vms}/lab`)).status).toBe(200);
  cluster.sim.setNode("node-1", true);
  cluster.sim.advance(1_000);
  expect(await readyOf("/api/v1/nodes/node-1")).toBe("True");
  expect((await get("/api/v1/nodes/node-1")).spec.taints).toEqual([]);
  expect((await cluster.call("GET", `${PATHS.vms}/lab`)).status).toBe(404);
});
