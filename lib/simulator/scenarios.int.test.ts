import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SCENARIOS } from "./scenarios";
import { clientFor, machineOf, NAMESPACE, PATHS, startTestCluster } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
  await cluster.call("POST", PATHS.vms, machineOf("lab"));
  cluster.sim.advance(20_000);
});
afterEach(() => cluster.sim.close());

const play = (name: string) => cluster.call("POST", `/simulator/scenarios/${name}?namespace=${NAMESPACE}`);
const names = async () =>
  (await cluster.call("GET", PATHS.vms)).body.items.map(({ metadata }) => metadata.name);

describe("a scenario", () => {
  it("is played by name, by an admin, and one that is not there is refused with those that are", async () => {
    expect((await play("calm")).status).toBe(200);
    expect(await names()).toEqual(["lab"]);
    const refused = await play("nonsense");
    expect(refused.status).toBe(400);
    for (const name of Object.keys(SCENARIOS)) expect(refused.body.message).toContain(name);
    expect((await clientFor(cluster.sim)("POST", "/simulator/scenarios/full")).status).toBe(403);
  });
  it("full: as many machines as there are seats, whatever was there", async () => {
    await play("full");
    cluster.sim.advance(60_000);
    expect(await names()).toHaveLength(8);
    const { items } = (await cluster.call("GET", PATHS.vmis)).body;
    expect(items.map(({ status }) => status.phase)).toEqual(Array.from({ length: 8 }, () => "Running"));
    await play("full");
    expect(await names()).toHaveLength(8);
  });
  it("full: a lab's pod has a seat, and the pod of a VM has none of its own", async () => {
    const labels = { "app.kubernetes.io/managed-by": "curfew" };
    const pod = {
      metadata: { name: "lab-pod", labels },
      spec: { containers: [{ name: "lab", image: "lab:1" }] },
    };
    expect((await cluster.call("POST", PATHS.pods, pod)).status).toBe(201);
    const launcher = { ...labels, "kubevirt.io": "virt-launcher" };
    await cluster.call("POST", PATHS.pods, {
      ...pod,
      metadata: { name: "virt-launcher-x", labels: launcher },
    });
    await play("full");
    expect(await names()).toHaveLength(7);
  });
  it("stuck: one terminates for ever, and so will the one that runs", async () => {
    await play("stuck");
    await cluster.call("DELETE", `${PATHS.vms}/lab`);
    cluster.sim.advance(3_600_000);
    expect(await names()).toEqual(["lab", "old-backup"]);
    const { items } = (await cluster.call("GET", PATHS.vms)).body;
    expect(items.every(({ metadata }) => metadata.deletionTimestamp !== undefined)).toBe(true);
  });
  it("node-lost: the node of the machine that runs is not Ready", async () => {
    const { nodeName } = (await cluster.call("GET", `${PATHS.vmis}/lab`)).body.status as { nodeName: string };
    await play("node-lost");
    cluster.sim.advance(120_000);
    const { conditions } = (await cluster.call("GET", `/api/v1/nodes/${nodeName}`)).body.status;
    expect(conditions).toContainEqual(expect.objectContaining({ type: "Ready", status: "Unknown" }));
  });
  it("cold-start: the crowded node's pods have restarted, and the lab's machine is untouched", async () => {
    await play("cold-start");
    expect(await names()).toEqual(["lab"]);
    interface Seen {
      spec: { nodeName: string };
      status: { containerStatuses: { restartCount: number }[] };
    }
    const pods = (await cluster.call("GET", "/api/v1/namespaces/shop/pods")).body.items as unknown as Seen[];
    const restarted = pods.filter(({ status }) =>
      status.containerStatuses.some(({ restartCount }) => restartCount > 0),
    );
    expect(restarted.filter(({ spec }) => spec.nodeName === "services-1").length).toBeGreaterThan(6);
    const events = (await cluster.call("GET", "/api/v1/namespaces/shop/events")).body.items as {
      reason?: string;
    }[];
    expect(events.some(({ reason }) => reason === "Killing")).toBe(true);
  });
  it("cold-start is the same in a cluster that runs a hundred times as fast", async () => {
    const fast = await startTestCluster({ speed: 100 });
    expect((await fast.call("POST", `/simulator/scenarios/cold-start?namespace=${NAMESPACE}`)).status).toBe(
      200,
    );
    fast.sim.advance(1000.5);
    const pods = (await fast.call("GET", "/api/v1/namespaces/shop/pods")).body.items as unknown as {
      status: { containerStatuses: { restartCount: number }[] };
    }[];
    const restarts = pods.flatMap(({ status }) =>
      status.containerStatuses.map(({ restartCount }) => restartCount),
    );
    expect(restarts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(15);
    await fast.sim.close();
  });
  it("wrong-cluster: the namespace is another one, and empty", async () => {
    const uid = async () => (await cluster.call("GET", `/api/v1/namespaces/${NAMESPACE}`)).body.metadata.uid;
    const before = await uid();
    await play("wrong-cluster");
    expect(await uid()).not.toBe(before);
    expect(await names()).toEqual([]);
  });
  it("two-environments: machines of another installation run beside ours", async () => {
    await play("two-environments");
    const { items } = (await cluster.call("GET", `${PATHS.vms}?labelSelector=curfew.dev/environment=prod`))
      .body;
    expect(items).toHaveLength(2);
  });
  it("restored-database: the Lease is ahead of what was written to it", async () => {
    const metadata = { name: "curfew-abc", annotations: { "curfew.dev/pass-number": "7" } };
    await cluster.call("POST", PATHS.leases, {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata,
      spec: {},
    });
    await play("restored-database");
    const lease = await cluster.call("GET", `${PATHS.leases}/curfew-abc`);
    expect(lease.body.metadata).toMatchObject({ annotations: { "curfew.dev/pass-number": "57" } });
  });
});
