import { describe, expect, it } from "vitest";
import type { LabSpec } from "../lab";
import { capacityNode, capacityPod, capacityWorld, nano } from "../testing/capacity-samples";
import { known, NS, SPEC, unknown } from "../testing/samples";
import { type BindingInput, labRoom } from "./binding";
import type { CapacityWorld, Claim } from "./capacity-world";
import { parseQuantity } from "./quantity";
import type { Quota, QuotaScope } from "./quota";

const quota = (
  resources: Readonly<Record<string, readonly [hard: string, used: string | null]>>,
  scopes: readonly QuotaScope[] = [],
): Quota => ({
  namespace: NS,
  name: "team",
  scopes,
  resources: Object.entries(resources).map(([key, [hard, used]]) => ({
    ...{ key, hard: parseQuantity(hard), used: used === null ? null : parseQuantity(used) },
  })),
});
const input = (world: Partial<CapacityWorld> = {}, changes: Partial<BindingInput> = {}): BindingInput => ({
  seats: { taken: 0, cap: 100 },
  world: capacityWorld(world),
  underWay: [],
  ...changes,
});
/** A VM of 2 vCPUs and 4Gi asks for 4619374272 bytes: seven of them in 32Gi. */
const room = (given: BindingInput, spec: Partial<LabSpec> = {}) => labRoom({ ...SPEC, ...spec }, NS, given);
const GOLDEN: Claim = {
  ...{ namespace: NS, name: "golden", phase: "Bound", size: parseQuantity("10Gi"), storageClass: "fast" },
  ...{ deletingAtMs: null, finalizers: [], isOwned: false },
};
const nodes = (...memory: string[]) =>
  known(...memory.map((each, i) => capacityNode(`n${i}`, { memory: each })));

describe("labRoom", () => {
  it("is stopped by the cap where that is the scarcest", () => {
    expect(room(input({}, { seats: { taken: 6, cap: 8 } }))).toMatchObject({
      ...{ sessions: 2, isAtMost: false, binds: { type: "cap" } },
      next: { bound: { type: "node-memory" }, sessions: 14 },
    });
    expect(room(input({}, { seats: { taken: 9, cap: 8 } })).sessions).toBe(0);
    expect(room(input({}, { seats: { taken: 1, cap: 8 } }), { machineCount: 3 }).sessions).toBe(2);
  });

  it("is stopped by the scarcest key of the quotas", () => {
    const scarce = quota({
      "requests.memory": ["48Gi", "30Gi"],
      "count/virtualmachines.kubevirt.io": ["8", "5"],
    });
    expect(room(input({ quota: known(scarce) }))).toMatchObject({
      sessions: 3,
      binds: { type: "quota", quota: "team", key: "count/virtualmachines.kubevirt.io" },
      allowances: [{ sessions: 3 }, { sessions: 4, bound: { key: "requests.memory" } }, {}, {}],
      next: { bound: { type: "node-memory" }, sessions: 14 },
    });
  });
  it("counts what launches under way will take of a quota, and of the nodes", () => {
    const full = known(quota({ "requests.memory": ["48Gi", "30Gi"] }));
    const underWay = [{ namespace: NS, spec: { ...SPEC, machineCount: 3 }, isMade: false }];
    expect(room(input({ quota: full }, { underWay }))).toMatchObject({
      ...{ sessions: 1, next: { bound: { type: "node-memory" }, sessions: 11 } },
    });
  });
  it("counts nothing twice of a launch whose VM is there and whose pod is still to come", () => {
    const counts = known(quota({ "count/virtualmachines.kubevirt.io": ["4", "1"], pods: ["4", "0"] }));
    const sessions = (isMade: boolean) =>
      room(input({ quota: counts }, { underWay: [{ namespace: NS, spec: SPEC, isMade }] })).allowances.map(
        ({ bound, sessions: each }) => ("key" in bound ? [bound.key, each] : []),
      );
    expect(sessions(true)).toContainEqual(["count/virtualmachines.kubevirt.io", 3]);
    expect(sessions(true)).toContainEqual(["pods", 3]);
    expect(sessions(false)).toContainEqual(["count/virtualmachines.kubevirt.io", 2]);
  });
  it("takes no quota of another namespace, of other objects or of a scope that passes it by", () => {
    const none = quota({ pods: ["0", "0"], "count/virtualmachines.kubevirt.io": ["0", "0"] }, [
      { name: "Terminating" },
    ]);
    const quotas = known(
      { ...quota({ pods: ["0", "0"] }), namespace: "other" },
      quota({ configmaps: ["0", "0"] }),
      none,
    );
    expect(room(input({ quota: quotas })).binds).toEqual({ type: "node-memory" });
  });
  it("is not stopped by a scoped quota's count of VMs, which counts none", () => {
    const scoped = quota({ "count/virtualmachines.kubevirt.io": ["0", "0"], pods: ["3", "0"] }, [
      { name: "NotTerminating" },
    ]);
    expect(room(input({ quota: known(scoped) }))).toMatchObject({ sessions: 3, binds: { key: "pods" } });
  });
  it("is stopped by the quota of the storage class that a disk is copied in, and of no other", () => {
    const key = (name: string) => `${name}.storageclass.storage.k8s.io/requests.storage`;
    const disks = quota({ [key("fast")]: ["45Gi", "10Gi"], [key("slow")]: ["0", "0"] });
    const claim = known(
      { ...GOLDEN, namespace: "images", storageClass: "slow" },
      { ...GOLDEN, name: "other", storageClass: "slow" },
      GOLDEN,
    );
    const disk = { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 10_240 } as const;
    const given = input({ quota: known(disks), claim });
    expect(room(given, { disk })).toMatchObject({ sessions: 3, binds: { key: key("fast") } });
    expect(room(given).binds).toEqual({ type: "node-memory" });
    const elsewhere = { ...disk, sourceNamespace: "images" };
    expect(room(given, { disk: elsewhere })).toMatchObject({ sessions: 0, binds: { key: key("slow") } });
    // The cluster's default goes before the class of the volume, for the copy names none.
    const bySlow = input({ quota: known(disks), claim, defaultStorageClass: "slow" });
    expect(room(bySlow, { disk })).toMatchObject({ sessions: 0, binds: { key: key("slow") } });
    // A volume that is not seen is of no class that we know: any of them may stop it.
    expect(room(given, { disk: { ...disk, sourcePvc: "unseen" } })).toMatchObject({
      ...{ binds: { type: "node-memory" }, isAtMost: true },
      allowances: [{}, {}, { sessions: null }, { sessions: null }],
    });
    expect(room(given).isAtMost).toBe(false);
  });
  it("charges CPU by the ratio of the cluster's KubeVirt", () => {
    const cpu = known(quota({ "requests.cpu": ["2", "0"] }));
    const sessions = (cpuAllocationRatio: number | null) =>
      room(input({ quota: cpu, cpuAllocationRatio })).sessions;
    expect([sessions(10), sessions(2), sessions(null)]).toEqual([9, 1, 9]);
  });
  it("charges limits where a quota asks for them", () => {
    const limits = known(quota({ "limits.memory": ["32Gi", "0"] }));
    expect(room(input({ quota: limits }))).toMatchObject({ sessions: 3, binds: { key: "limits.memory" } });
  });
  it("allows nothing while a quota has no status, for then everything is refused", () => {
    const fresh = known(quota({ pods: ["8", null] }));
    expect(room(input({ quota: fresh }))).toMatchObject({ sessions: 0, binds: { key: "pods" } });
  });

  it("places machine by machine: what is left over on two nodes makes no place on either", () => {
    expect(room(input({ node: nodes("8Gi", "8Gi") }))).toMatchObject({
      sessions: 2,
      binds: { type: "node-memory" },
    });
    expect(room(input({ node: nodes("3Gi", "3Gi", "3Gi") })).sessions).toBe(0);
  });
  it("needs places for all machines of a group", () => {
    const node = nodes("9Gi", "5Gi");
    expect([1, 2, 3, 4].map((machineCount) => room(input({ node }), { machineCount }).sessions)).toEqual([
      3, 1, 1, 0,
    ]);
  });
  it.each([
    ["CPU", { cpu: "300m" }, "node-cpu", 1],
    ["KVM devices", { "devices.kubevirt.io/kvm": "2" }, "node-kvm", 2],
    ["pods", { pods: "3" }, "node-pods", 3],
    ["memory", { memory: "10Gi" }, "node-memory", 2],
  ])("names a node's %s", (_name, allocatable, type, sessions) => {
    const node = known(capacityNode("n", allocatable));
    expect(room(input({ node }))).toMatchObject({ sessions, binds: { type } });
  });
  it.each([
    ["not ready", { isReady: false }],
    ["cordoned", { isCordoned: true }],
    ["tainted", { taints: [{ key: "gpu", value: "", effect: "NoSchedule" }] }],
    ["without virt-handler", { labels: { "kubevirt.io/schedulable": "false" } }],
  ])("takes no node that is %s", (_name, changes) => {
    const node = known(capacityNode("n", {}, changes));
    expect(room(input({ node }))).toMatchObject({ sessions: 0, binds: { type: "no-node" } });
  });
  it("gives a lab pod a node that takes no VM, but not one that prefers others", () => {
    const taints = [{ key: "slow", value: "", effect: "PreferNoSchedule" }];
    const node = known(capacityNode("n", { memory: "9Gi" }, { labels: {}, taints }));
    expect(room(input({ node }), { kind: "pod" }).sessions).toBe(0 + 2);
  });
  it("counts what runs and what waits for a node, not what is finished", () => {
    const pod = known(
      capacityPod("a", { memory: "20Gi" }, { nodeName: "n0" }),
      capacityPod("done", { memory: "20Gi" }, { nodeName: "n0", phase: "Succeeded" }),
      capacityPod("waits", { memory: "7Gi" }, { nodeName: null, phase: "Pending" }),
      capacityPod("never", { memory: "70Gi" }, { nodeName: null, phase: "Pending" }),
    );
    expect(room(input({ node: nodes("32Gi"), pod })).sessions).toBe(1);
  });

  it("says at most where something could not be measured, and nothing of what it does not know", () => {
    const unread = { sessions: 100, isAtMost: true, binds: { type: "cap" } };
    expect(room(input({ node: unknown }))).toMatchObject({ ...unread, next: null });
    expect(room(input({ pod: unknown }))).toMatchObject(unread);
    const odd = known(capacityPod("odd", {}, { requests: null }));
    expect(room(input({ pod: odd }))).toMatchObject(unread);
    expect(room(input({ quota: unknown }))).toMatchObject({ sessions: 14, isAtMost: true });
    expect(room(input({}, { seats: { taken: 1, cap: 8, isRowsOnly: true } }))).toMatchObject({
      ...{ sessions: 7, isAtMost: true },
    });
    const text = known(quota({ pods: ["some", "1"] }));
    expect(room(input({ quota: text }))).toMatchObject({ sessions: 14, isAtMost: true });
  });
});

describe("what if", () => {
  const tight = input(
    { quota: known(quota({ "requests.memory": ["48Gi", "40Gi"] })) },
    { seats: { taken: 8, cap: 8 } },
  );
  it("another cap shows what would bind then", () => {
    expect(room(tight)).toMatchObject({ sessions: 0, binds: { type: "cap" } });
    const raised = { ...tight, whatIf: { cap: 20 } };
    expect(room(raised)).toMatchObject({ sessions: 1, binds: { type: "quota" }, next: { sessions: 12 } });
  });
  it("another quota too", () => {
    const quotas = [{ namespace: NS, quota: "team", key: "requests.memory", hard: nano("480Gi") }];
    expect(room({ ...tight, whatIf: { cap: 100, quotas } })).toMatchObject({
      ...{ sessions: 14, binds: { type: "node-memory" } },
    });
  });
  it("and another size of the lab", () => {
    expect(room({ ...tight, whatIf: { cap: 20, size: { memoryMiB: 1024 } } }).sessions).toBe(6);
    expect(room({ ...tight, whatIf: { cap: 20, size: { machineCount: 2 } } }).sessions).toBe(0);
  });
});
