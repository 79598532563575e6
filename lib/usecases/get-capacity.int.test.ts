import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CapacityAnswer, CapacityQuery, FitQuery } from "@/lib/contracts/capacity";
import type { Actor } from "@/lib/domain/person";
import { getCapacity } from "./get-capacity";
import { getLabFit } from "./get-lab-fit";
import { runReapPass } from "./run-reap-pass";
import { startSession } from "./start-session";
import { type LabWorld, NAMESPACE, openLabWorld } from "./test-lab-world";

const SIZE: FitQuery = {
  ...{ kind: "vm", cpus: 1, memoryMiB: 512, machineCount: 1, diskMiB: 0, ephemeralMiB: 64 },
  ...{ sourcePvc: "", sourceNamespace: "" },
};
let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
  world.sim.seed([
    {
      ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "team", namespace: NAMESPACE } },
      spec: { hard: { "requests.memory": "8Gi", "count/virtualmachines.kubevirt.io": "4" } },
    },
  ]);
  const started = await startSession(world.context, world.student, { labId: world.lab.id });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  await world.settled();
  world.sim.advance(60_000);
});
afterAll(() => world.close());

async function seen(query: CapacityQuery = {}, actor: Actor = world.admin): Promise<CapacityAnswer> {
  // A context of its own looks afresh: its view begins with a list.
  const result = await getCapacity(world.contextWith({ config: { machineCap: 8 } }), actor, query);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe("getCapacity", () => {
  it("is not for students", async () => {
    expect(await getCapacity(world.context, world.student)).toMatchObject({ error: { code: "forbidden" } });
    expect(await getLabFit(world.context, world.student, SIZE)).toMatchObject({
      error: { code: "forbidden" },
    });
  });

  it("shows seats, quotas and nodes with what a session takes of them", async () => {
    const { seats, gauges, nodes, unread, hasMetrics } = await seen();
    expect(seats).toMatchObject({ taken: 1, cap: 8, releasing: 0, freeByMs: null });
    expect(gauges).toMatchObject([
      { of: { type: "cap" }, used: "1", hard: "8" },
      { of: { quota: "team", key: "count/virtualmachines.kubevirt.io" }, used: "1", hard: "4", percent: 25 },
      { of: { key: "requests.memory" }, hard: "8589934592", reserved: "0" },
    ]);
    expect(nodes?.reduce((sum, node) => sum + (node.machines ?? 0), 0)).toBe(1);
    expect({ unread, hasMetrics }).toEqual({ unread: [], hasMetrics: false });
  });

  it("says what stops the next session, and what would if something were another", async () => {
    const bound = { type: "quota", key: "count/virtualmachines.kubevirt.io" };
    expect((await seen()).labs).toMatchObject([{ room: { sessions: 3, binds: bound } }]);
    expect((await seen({ cap: 3 })).labs).toMatchObject([{ room: { sessions: 2, binds: { type: "cap" } } }]);
    const larger = await seen({ memoryMiB: 4096 });
    expect(larger.labs).toMatchObject([
      { room: { sessions: 1, binds: { key: "requests.memory" } }, guestMiB: 4096 },
    ]);
    const quota = `${NAMESPACE}/team/count/virtualmachines.kubevirt.io`;
    expect((await seen({ quota, hard: "100" })).labs).toMatchObject([
      { room: { binds: { key: "requests.memory" } } },
    ]);
  });

  it("shows instructors the labs of their courses only", async () => {
    expect((await seen({}, world.instructor)).labs).toHaveLength(1);
    const other = await world.addStranger("member");
    const elsewhere: Actor = { ...other, instructs: ["another-course"] };
    expect((await seen({}, elsewhere)).labs).toEqual([]);
  });
});

describe("its history", () => {
  it("has a sample of each pass, with the starts refused for want of a seat", async () => {
    const full = world.contextWith({ config: { machineCap: 1 } });
    const refused = await startSession(full, await world.addStudent(), { labId: world.lab.id });
    expect(refused).toMatchObject({ error: { reason: { code: "no-seat" } } });
    await runReapPass(full, world.admin, { trigger: "person" });
    await runReapPass(full, world.admin, { trigger: "person" });
    expect((await seen()).history).toMatchObject([
      { taken: 1, cap: 1, releasing: 0, refused: 1 },
      { taken: 1, refused: 0 },
    ]);
  });
});

describe("getLabFit", () => {
  it("tells the charge, and whether as many as the cap would fit in an empty cluster", async () => {
    const context = world.contextWith({ config: { machineCap: 8 } });
    const { cluster } = context;
    const { view } = cluster;
    // KubeVirt's release is not told, so that the dearest is taken.
    const capacity = async (patienceMs: number) => {
      const viewed = await view.capacity(patienceMs);
      return { ...viewed, world: { ...viewed.world, kubevirtRelease: null } };
    };
    const silent = { ...context, cluster: { ...cluster, view: { ...view, capacity } } };
    const result = await getLabFit(silent, world.admin, { ...SIZE, cpus: 2, memoryMiB: 4096 });
    expect(result).toMatchObject({
      value: { wanted: 8, charge: { "requests.memory": "4641345792", "requests.cpu": "206m" } },
    });
    expect(result).toMatchObject({ value: { room: { sessions: 1, binds: { key: "requests.memory" } } } });
  });

  it("keeps the seats and the share of the quota that machines of others hold", async () => {
    const template = {
      metadata: { labels: { app: "billing" } },
      spec: { domain: { memory: { guest: "1Gi" }, devices: {} }, volumes: [] },
    };
    const metadata = { name: "billing", namespace: NAMESPACE };
    const spec = { runStrategy: "Always", template };
    world.sim.seed([{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", metadata, spec }]);
    world.sim.advance(60_000);
    const context = world.contextWith({ config: { machineCap: 4 } });
    const result = await getLabFit(context, world.admin, SIZE);
    // One of four VMs of the quota is theirs, and so is one of four seats: three of ours fit, not four.
    expect(result).toMatchObject({ value: { wanted: 3, foreignSeats: 1, room: { sessions: 3 } } });
  });

  it("charges the copy to the storage class of the volume, as a launch would be", async () => {
    const prefix = "fast.storageclass.storage.k8s.io";
    const metadata = (name: string) => ({ name, namespace: NAMESPACE });
    world.sim.seed([
      {
        ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: metadata("golden") },
        spec: { storageClassName: "fast", resources: { requests: { storage: "10Gi" } } },
      },
      {
        ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: metadata("fast-disks") },
        spec: { hard: { [`${prefix}/requests.storage`]: "25Gi" } },
      },
    ]);
    world.sim.advance(60_000);
    const fit = async (changes: Partial<FitQuery>) => {
      const context = world.contextWith({ config: { machineCap: 8 } });
      const result = await getLabFit(context, world.admin, { ...SIZE, diskMiB: 10_240, ...changes });
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    };
    expect(await fit({ sourcePvc: "golden" })).toMatchObject({
      ...{ rules: { storageClass: "fast" }, source: { state: "found", name: "golden" } },
      charge: { [`${prefix}/requests.storage`]: "10737418240" },
      room: { sessions: 1, isAtMost: false, binds: { key: `${prefix}/requests.storage` } },
    });
    expect(await fit({ sourcePvc: "golden", diskMiB: 5120 })).toMatchObject({ source: { state: "small" } });
    expect(await fit({ sourcePvc: "silver" })).toMatchObject({
      ...{ source: { state: "missing" }, room: { isAtMost: true } },
    });
    expect(await fit({})).toMatchObject({ source: null });
  });
});
