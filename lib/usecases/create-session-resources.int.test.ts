import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { FaultOrder } from "@/lib/simulator/faults";
import { endSessions } from "./end-sessions";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 9 });
});
afterAll(() => world.close());
afterEach(() => world.sim.clearFaults());

const KINDS = [
  "jobs.batch",
  "networkpolicies.networking.k8s.io",
  "services",
  "secrets",
  "virtualmachines.kubevirt.io",
  "virtualmachineinstances.kubevirt.io",
  "pods",
];
/** What the cluster has that bears this session's id in its name. */
function objectsOf(id: string): string[] {
  return KINDS.flatMap((key) => world.sim.cluster.store.list(key, NAMESPACE))
    .map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    .filter((name) => name.includes(id));
}

async function startGroup(options: { limitMs?: number } = {}, machineCount = 3) {
  const student = await world.addStudent();
  const lab = await world.addLab({ machineCount });
  const result = await startSession(world.context, student, { labId: lab.id }, options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { id: result.value.id, student };
}

/** Everything is gone, and the row says why. */
async function expectRemoved(id: string, code: string) {
  await world.settled();
  world.sim.advance(120_000);
  expect(objectsOf(id)).toEqual([]);
  expect(await world.row(id)).toMatchObject({
    status: "failed",
    endReason: "launch-failed",
    reason: { code },
    createdAtMs: null,
    blocks: false,
  });
}

describe("a launch that fails removes what it made", () => {
  const third = (act: FaultOrder["act"]): FaultOrder => ({
    match: { method: "POST", path: "/virtualmachines", namePattern: "-3$" },
    act,
  });

  it("whole, where the third machine of a group is refused", async () => {
    world.sim.fault(third({ status: 500 }));
    const { id } = await startGroup();
    await expectRemoved(id, "cluster-refused");
  });

  it("also the machine whose create was carried out but never answered", async () => {
    world.sim.fault(third({ dropAfterHandling: true }));
    const { id } = await startGroup();
    await expectRemoved(id, "cluster-unreachable");
  });

  it("past its time, where a create hangs", async () => {
    world.sim.fault(third({ hang: true }));
    const { id } = await startGroup({ limitMs: 400 });
    await expectRemoved(id, "cluster-timeout");
  });

  it("past its time, where the slow create is carried out after the removal", async () => {
    world.sim.fault(third({ waitMs: 1500 }));
    const since = world.sim.requests().length;
    const { id } = await startGroup({ limitMs: 400 });
    await world.settled();
    const late = () =>
      world.sim
        .requests(since)
        .some(
          ({ method, path, status }) => method === "POST" && /virtualmachines/.test(path) && status === 201,
        );
    await vi.waitFor(() => expect(late()).toBe(true), { timeout: 4000 });
    await expectRemoved(id, "cluster-timeout");
  });

  it("with the key, used and hard, where the quota is full", async () => {
    const hard = { "count/virtualmachines.kubevirt.io": "2" };
    const quota = {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "small", namespace: NAMESPACE },
    };
    world.sim.seed([{ ...quota, spec: { hard }, status: {} }]);
    const { id } = await startGroup();
    await expectRemoved(id, "quota-exceeded");
    expect((await world.row(id)).reason?.params).toMatchObject({
      quota: "small",
      key: "count/virtualmachines.kubevirt.io",
      hard: "2",
    });
    const stored = world.sim.cluster.store.get("resourcequotas", NAMESPACE, "small");
    if (stored) world.sim.cluster.store.remove(stored);
  });
});

describe("a session that is ended while it is made", () => {
  it("keeps its own reason, and nothing of it stays", async () => {
    world.sim.fault({
      match: { method: "POST", path: "/secrets", namePattern: "-2-init$" },
      act: { waitMs: 600 },
    });
    const { id, student } = await startGroup();
    await vi.waitFor(() => expect(objectsOf(id)).toContain(`Secret/lab-${id}-1-init`), { timeout: 4000 });
    const ended = await endSessions(world.context, student, { ids: [id] });
    expect(ended).toMatchObject({ value: [{ id, result: { value: { status: "ended" } } }] });
    await world.settled();
    world.sim.advance(120_000);
    expect(objectsOf(id)).toEqual([]);
    expect(await world.row(id)).toMatchObject({ status: "ended", endReason: "returned", createdAtMs: null });
  });
});

describe("a process that is told to stop while it makes a session", () => {
  it("leaves the row to the next pass", async () => {
    const stop = new AbortController();
    const context = world.contextWith({ signal: stop.signal });
    world.sim.fault({ match: { method: "POST", path: "/virtualmachines" }, act: { hang: true } });
    const result = await startSession(context, await world.addStudent(), { labId: world.lab.id });
    const id = result.ok ? result.value.id : "";
    await vi.waitFor(() => expect(objectsOf(id)).toContain(`Secret/lab-${id}-1-init`), { timeout: 4000 });
    stop.abort();
    await world.settled();
    expect(await world.row(id)).toMatchObject({ status: "provisioning", createdAtMs: null });
    expect(objectsOf(id)).toContain(`Job/lab-${id}`);
  });
});
