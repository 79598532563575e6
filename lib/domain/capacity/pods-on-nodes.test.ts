import { describe, expect, it } from "vitest";
import { capacityPod, nano } from "../testing/capacity-samples";
import { NO_PODS, podsOnNodes } from "./pods-on-nodes";

const on = (nodeName: string | null, name: string, requests: Record<string, string>, changes = {}) =>
  capacityPod(name, requests, { nodeName, ...changes });

describe("podsOnNodes", () => {
  it("sums what the pods of each node ask for, exactly, without the finished ones", () => {
    const { byNode, homeless } = podsOnNodes([
      on("n1", "vm", { memory: "4372Mi", cpu: "205m", "devices.kubevirt.io/kvm": "1" }, { isLauncher: true }),
      on("n1", "lab", { memory: "1n", "ephemeral-storage": "50M" }, { isManaged: true }),
      on("n1", "done", { memory: "1Ti" }, { phase: "Succeeded" }),
      on("n2", "app", { cpu: "1" }),
      on(null, "waits", { cpu: "1" }, { phase: "Pending" }),
      on(null, "never", { cpu: "1" }, { phase: "Failed" }),
    ]);
    expect(byNode.get("n1")).toMatchObject({
      requested: {
        ...{ memory: nano("4372Mi") + 1n, cpu: nano("205m"), pods: nano("2") },
        ...{ "devices.kubevirt.io/kvm": nano("1"), "ephemeral-storage": nano("50M") },
      },
      ...{ launcherCpu: nano("205m"), machines: 2 },
    });
    expect(byNode.get("n2")).toMatchObject({ launcherCpu: 0n, machines: 0, requested: { cpu: nano("1") } });
    expect(homeless.map(({ name }) => name)).toEqual(["waits"]);
    expect(NO_PODS).toMatchObject({ requested: { memory: 0n, pods: 0n }, machines: 0 });
  });

  it("has no sum where one asks for no quantity, but still counts", () => {
    const odd = (isLauncher: boolean) => [
      on("n1", "odd", {}, { requests: null, isLauncher }),
      on("n1", "vm", { cpu: "205m" }, { isLauncher: true }),
    ];
    expect(podsOnNodes(odd(false)).byNode.get("n1")).toMatchObject({
      ...{ requested: null, launcherCpu: nano("205m"), machines: 1 },
    });
    expect(podsOnNodes(odd(true)).byNode.get("n1")).toMatchObject({ launcherCpu: null, machines: 2 });
  });

  it("does it once for one array, and anew for another", () => {
    const pods = [on("n1", "a", { cpu: "1" })];
    expect(podsOnNodes(pods)).toBe(podsOnNodes(pods));
    expect(podsOnNodes([...pods, on("n1", "b", { cpu: "1" })]).byNode.get("n1")?.requested?.cpu).toBe(
      nano("2"),
    );
  });

  it("keeps what it told of a node until one of its pods is another", () => {
    const [first, second, other] = [
      on("n1", "a", { cpu: "1" }),
      on("n1", "b", { cpu: "1" }),
      on("n2", "c", { cpu: "1" }),
    ];
    const before = podsOnNodes([first, second, other]).byNode;
    const changed = { ...second, requests: { cpu: nano("3") } };
    const after = podsOnNodes([first, changed, other]).byNode;
    expect(after.get("n2")).toBe(before.get("n2"));
    expect(after.get("n1")?.requested?.cpu).toBe(nano("4"));
    expect(podsOnNodes([first, other]).byNode.get("n1")?.requested?.cpu).toBe(nano("1"));
  });
});
