import { afterEach, beforeEach, expect, it } from "vitest";
import { machineOf, NAMESPACE, PATHS, podOf, startTestCluster } from "./test-client";
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

interface Told {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}
const conditionsOf = async (path: string) => (await get(path)).status.conditions as Told[];
const podPath = async () => `${PATHS.pods}/${(await get(PATHS.pods)).items[0]?.metadata.name}`;
/** Events of a reason, wherever they are: those about nodes are in `default`. */
async function told(reason: string) {
  const { items } = await get("/api/v1/events");
  return items.filter((event) => event.reason === reason);
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

it("says of a silent node what a node controller says: every condition, both taints, and an event for it and its pods", async () => {
  cluster.sim.setNode("node-1", false);
  const lease = (await get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1")).spec;
  cluster.sim.advance(51_000);
  expect(
    (await get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1")).spec.renewTime,
  ).toBe(lease.renewTime);
  const node = await get("/api/v1/nodes/node-1");
  const unknown = { status: "Unknown", reason: "NodeStatusUnknown" };
  expect(node.status.conditions).toEqual(
    ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"].map((type) =>
      expect.objectContaining({ type, ...unknown, message: "Kubelet stopped posting node status." }),
    ),
  );
  const at = expect.stringMatching(/^2026-12-01T10:01:\d\dZ$/) as string;
  expect(node.spec.taints).toEqual(
    ["NoSchedule", "NoExecute"].map((effect) => {
      return { key: "node.kubernetes.io/unreachable", effect, timeAdded: at };
    }),
  );
  expect(await told("NodeNotReady")).toEqual([
    expect.objectContaining({
      ...{ type: "Warning", message: "Node is not ready", source: { component: "node-controller" } },
      involvedObject: expect.objectContaining({ kind: "Pod" }) as object,
    }),
    expect.objectContaining({ type: "Normal", message: "Node node-1 status is now: NodeNotReady" }),
  ]);
});

it("deletes a pod after the time for which it tolerates the taint, says why, and not one that tolerates it for ever", async () => {
  const unreachable = { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" };
  const short = { tolerations: [{ ...unreachable, tolerationSeconds: 20 }] };
  await cluster.call("POST", PATHS.pods, podOf("short", short));
  await cluster.call("POST", PATHS.pods, podOf("ever", { tolerations: [{ operator: "Exists" }] }));
  cluster.sim.advance(10_000);
  cluster.sim.setNode("node-1", false);
  cluster.sim.advance(60_000);
  const isGoing = async (name: string) =>
    (await get(`${PATHS.pods}/${name}`)).metadata.deletionTimestamp !== undefined;
  expect(await isGoing("short")).toBe(false);
  cluster.sim.advance(20_000);
  expect(await isGoing("short")).toBe(true);
  expect(await conditionsOf(`${PATHS.pods}/short`)).toContainEqual(
    expect.objectContaining({
      ...{ type: "DisruptionTarget", status: "True", reason: "DeletionByTaintManager" },
      message: "Taint manager: deleting due to NoExecute taint",
    }),
  );
  expect((await told("TaintManagerEviction")).map(({ message }) => message)).toEqual([
    `Marking for deletion Pod ${NAMESPACE}/short`,
  ]);
  cluster.sim.advance(3_600_000);
  expect(await isGoing("ever")).toBe(false);
  expect((await get(`${PATHS.pods}/short`)).status.phase).toBe("Running");
});

it("is as it was when it comes back in time: conditions in a kubelet's words, its pods ready, nothing deleted", async () => {
  const before = (await conditionsOf("/api/v1/nodes/node-1")).map(wording);
  cluster.sim.setNode("node-1", false);
  cluster.sim.advance(120_000);
  expect(await readyOf(await podPath())).toBe("False");
  cluster.sim.setNode("node-1", true);
  cluster.sim.advance(1_000);
  expect((await conditionsOf("/api/v1/nodes/node-1")).map(wording)).toEqual(before);
  expect(await readyOf(await podPath())).toBe("True");
  expect(await readyOf(`${PATHS.vmis}/lab`)).toBe("True");
  expect((await told("NodeReady")).map(({ message }) => message)).toEqual([
    "Node node-1 status is now: NodeReady",
  ]);
  expect((await told("TaintManagerEviction")).map(({ message }) => message)).toEqual([
    expect.stringMatching(new RegExp(`^Cancelling deletion of Pod ${NAMESPACE}/virt-launcher-lab-`)),
  ]);
  cluster.sim.advance(600_000);
  expect((await get(PATHS.pods)).items[0]?.metadata.deletionTimestamp).toBeUndefined();
});

function wording({ type, status, reason, message }: Told) {
  return { type, status, reason, message };
}
