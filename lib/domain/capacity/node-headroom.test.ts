import { describe, expect, it } from "vitest";
import { capacityNode, capacityPod, capacityWorld, nano } from "../testing/capacity-samples";
import { known, NOW, unknown } from "../testing/samples";
import type { CapacityWorld } from "./capacity-world";
import { nodeHeadrooms } from "./node-headroom";
import { parseQuantity } from "./quantity";

const first = (changes: Partial<CapacityWorld>) => nodeHeadrooms(capacityWorld(changes))?.[0];
const launcher = (name: string, changes = {}) =>
  capacityPod(
    name,
    { cpu: "205m", memory: "4Gi", "devices.kubevirt.io/kvm": "1" },
    { isLauncher: true, ...changes },
  );

describe("nodeHeadrooms", () => {
  it("is free by request, whatever is used, of pods that have a node and are not finished", () => {
    const pod = known(
      launcher("a"),
      capacityPod("b", { cpu: "1", memory: "2Gi" }, { deletingAtMs: NOW }),
      launcher("over", { phase: "Succeeded" }),
      launcher("elsewhere", { nodeName: "node-2" }),
      launcher("waiting", { nodeName: null }),
    );
    expect(first({ pod })).toMatchObject({
      memory: {
        allocatable: nano("32Gi"),
        requested: nano("6Gi"),
        free: nano("26Gi"),
        used: null,
        outside: null,
      },
      cpu: { requested: nano("1205m"), free: nano("6795m") },
      pods: { requested: nano("2"), free: nano("108") },
      kvm: { requested: nano("1"), free: nano("999") },
      machines: 1,
      vcpusPerCore: 2.05 / 8,
    });
  });
  it("tells vCPUs by the ratio that the cluster's KubeVirt sells them at", () => {
    const sold = (cpuAllocationRatio: number | null) =>
      first({ pod: known(launcher("a")), cpuAllocationRatio })?.vcpusPerCore;
    expect([sold(4), sold(null)]).toEqual([0.82 / 8, 2.05 / 8]);
  });
  it("tells anew what the same pods use once it was measured anew", () => {
    const pod = known(launcher("a"), launcher("b"));
    const using = (name: string, memory: string) =>
      known({ namespace: "labs", name, cpu: nano("1"), memory: nano(memory) });
    const nodeUsage = known({ name: "node-1", cpu: nano("2"), memory: nano("20Gi") });
    const seen = (name: string, memory: string) => first({ pod, nodeUsage, podUsage: using(name, memory) });
    expect(seen("a", "8Gi")).toMatchObject({
      memory: { outside: nano("12Gi") },
      firstToDie: [{ name: "a" }, {}],
    });
    expect(seen("b", "6Gi")).toMatchObject({
      memory: { outside: nano("14Gi") },
      firstToDie: [{ name: "b" }, {}],
    });
    expect(first({ pod, nodeUsage })?.memory.outside).toBeNull();
  });
  it("takes no age for negative where a node's clock is ahead", () => {
    const lease = known({ node: "node-1", renewedAtMs: NOW + 3000 });
    expect(first({ lease })?.leaseAgeMs).toBe(0);
  });
  it("goes below 0 where more is promised than there is", () => {
    const node = known(capacityNode("node-1", { memory: "3Gi" }));
    expect(first({ node, pod: known(launcher("a")) })?.memory.free).toBe(nano("-1Gi"));
  });
  it("knows nothing of requests while pods are unknown, or one asks for no quantity", () => {
    const nothing = { requested: null, free: null };
    expect(first({ pod: unknown })).toMatchObject({
      memory: nothing,
      kvm: nothing,
      vcpusPerCore: null,
      machines: null,
    });
    const pod = known(capacityPod("odd", {}, { requests: null }));
    expect(first({ pod })).toMatchObject({ memory: nothing, pods: { requested: nano("1") } });
  });
  it("is null where nodes are unknown, and no bound where a node's amount is no quantity", () => {
    expect(nodeHeadrooms(capacityWorld({ node: unknown }))).toBeNull();
    const odd = { ...capacityNode("node-1"), allocatable: { memory: parseQuantity("plenty") } };
    expect(first({ node: known(odd) })).toMatchObject({
      memory: { allocatable: null, free: null },
      kvm: null,
    });
  });

  it("tells what no pod uses: the node's use less its pods', never below 0", () => {
    const pod = known(launcher("a"), launcher("b"));
    const podUsage = known({ namespace: "labs", name: "a", cpu: nano("1"), memory: nano("3Gi") });
    const of = (memory: string) => ({ name: "node-1", cpu: nano("1500m"), memory: nano(memory) });
    expect(first({ pod, podUsage, nodeUsage: known(of("20Gi")) })).toMatchObject({
      memory: { used: nano("20Gi"), outside: nano("17Gi") },
      cpu: { used: nano("1500m"), outside: nano("500m") },
    });
    expect(first({ pod, podUsage, nodeUsage: known(of("2Gi")) })?.memory.outside).toBe(0n);
    expect(first({ pod, nodeUsage: known(of("2Gi")) })?.memory).toMatchObject({
      used: nano("2Gi"),
      outside: null,
    });
    expect(first({ pod, podUsage })?.memory).toMatchObject({ used: null, outside: null });
  });

  it("tells ages, marks and what is wrong", () => {
    const conditions = [
      { type: "Ready", status: "Unknown", reason: "NodeStatusUnknown", message: "" },
      { type: "MemoryPressure", status: "True", reason: "", message: "" },
      { type: "DiskPressure", status: "False", reason: "", message: "" },
    ] as const;
    const node = capacityNode("node-1", {}, { conditions, heartbeatAtMs: NOW - 90_000, isCordoned: true });
    const lease = known({ node: "node-1", renewedAtMs: NOW - 7000 });
    expect(first({ node: known(node), lease })).toMatchObject({
      ...{ leaseAgeMs: 7000, heartbeatAgeMs: 90_000, isCordoned: true, isSchedulable: true },
      conditions: [{ type: "Ready" }, { type: "MemoryPressure" }],
    });
    const plain = known(capacityNode("node-1", {}, { labels: {} }));
    expect(first({ node: plain })).toMatchObject({
      leaseAgeMs: null,
      heartbeatAgeMs: null,
      isSchedulable: null,
    });
  });
});

describe("first to die", () => {
  const names = (changes: Partial<CapacityWorld>) => first(changes)?.firstToDie.map(({ name }) => name);
  const pod = known(
    launcher("vm-big", { requests: { memory: nano("8Gi") } }),
    launcher("vm-small"),
    capacityPod("lab", { memory: "1Gi" }, { qos: "Guaranteed", isManaged: true }),
    capacityPod("careless", {}, { qos: "BestEffort", requests: {} }),
    capacityPod("kube-proxy", {}, { qos: "BestEffort", requests: {}, priority: 2_000_001_000 }),
    capacityPod("cheap", { memory: "1Gi" }, { priority: -5 }),
  );
  it("goes by QoS, priority and the smaller request where use is not measured; the system's own are spared", () => {
    expect(names({ pod })).toEqual(["careless", "cheap", "vm-small", "vm-big", "lab"]);
  });
  it("goes by who is above the request where it is measured", () => {
    const use = (name: string, memory: string) => ({
      namespace: "labs",
      name,
      cpu: 0n,
      memory: nano(memory),
    });
    const podUsage = known(
      ...[use("vm-big", "8Gi"), use("vm-small", "5Gi"), use("lab", "512Mi"), use("careless", "1Mi")],
      use("cheap", "1Gi"),
    );
    expect(names({ pod, podUsage })).toEqual(["vm-small", "careless", "cheap", "vm-big", "lab"]);
  });
  it("says what each is", () => {
    expect(first({ pod })?.firstToDie[2]).toMatchObject({ kind: "vm", requested: nano("4Gi"), used: null });
    expect(first({ pod })?.firstToDie[4]).toMatchObject({ kind: "lab" });
  });
});
