import { describe, expect, it } from "vitest";
import { capacityNode, capacityPod, nano } from "../testing/capacity-samples";
import { absent, known, unknown } from "../testing/samples";
import { demandOf, isEligible, occupiedNodes, placeOnNodes } from "./placement";

const vm = (memory: string, cpu = "100m") =>
  demandOf("vm", {
    ...{ "requests.memory": nano(memory), "requests.cpu": nano(cpu), pods: nano("1") },
    "requests.devices.kubevirt.io/kvm": nano("1"),
  });
const small = (name: string, changes = {}) => capacityNode(name, { memory: "8Gi", cpu: "4" }, changes);
const occupied = (
  nodes: ReturnType<typeof capacityNode>[],
  pods: ReturnType<typeof capacityPod>[] = [],
  waiting: ReturnType<typeof vm>[] = [],
) => {
  const found = occupiedNodes({ node: known(...nodes), pod: known(...pods) }, waiting);
  if (found === null) throw new Error("not known");
  return found;
};

describe("demandOf", () => {
  it("takes the requests of a charge, under either name, and leaves out what is not asked for", () => {
    expect(demandOf("pod", { "requests.memory": nano("1Gi"), cpu: nano("2"), "limits.cpu": 5n })).toEqual({
      kind: "pod",
      amounts: { memory: nano("1Gi"), cpu: nano("2") },
    });
  });
});

describe("isEligible", () => {
  const taint = (effect: string) => ({ taints: [{ key: "k", value: "", effect }] });
  it.each<[string, object, boolean, boolean]>([
    ["a node that is well", {}, true, true],
    ["one that is not ready", { isReady: false }, false, false],
    ["one that is cordoned", { isCordoned: true }, false, false],
    ["one with a taint that keeps pods out", taint("NoSchedule"), false, false],
    ["one with a taint that drives pods out", taint("NoExecute"), false, false],
    ["one with a taint that only advises", taint("PreferNoSchedule"), true, true],
    ["one that virt-handler gave up", { labels: { "kubevirt.io/schedulable": "false" } }, false, true],
    ["one without KubeVirt", { labels: {} }, false, true],
  ])("%s", (_, changes, forVm, forPod) => {
    const node = capacityNode("n", {}, changes);
    expect([isEligible(node, "vm"), isEligible(node, "pod")]).toEqual([forVm, forPod]);
  });
});

describe("placeOnNodes", () => {
  it("adds up what each node takes whole: two halves make no machine", () => {
    const pods = [
      capacityPod("a", { memory: "5Gi" }, { nodeName: "n1" }),
      capacityPod("b", { memory: "5Gi" }, { nodeName: "n2" }),
    ];
    expect(placeOnNodes(occupied([small("n1"), small("n2")], pods), vm("4Gi"))).toEqual({
      ...{ machines: 0, bound: "node-memory" },
    });
    expect(placeOnNodes(occupied([small("n1"), small("n2")], pods), vm("3Gi")).machines).toBe(2);
  });
  it("counts no finished pod, and none of a node that is not there", () => {
    const pods = [
      capacityPod("done", { memory: "8Gi" }, { nodeName: "n1", phase: "Succeeded" }),
      capacityPod("failed", { memory: "8Gi" }, { nodeName: "n1", phase: "Failed" }),
      capacityPod("elsewhere", { memory: "8Gi" }, { nodeName: "gone" }),
    ];
    expect(placeOnNodes(occupied([small("n1")], pods), vm("4Gi")).machines).toBe(2);
  });
  it("gives those that wait a place first, the largest first, where most is free", () => {
    const nodes = [small("n1"), small("n2")];
    const homeless = capacityPod("waits", { memory: "3Gi" }, { nodeName: null, phase: "Pending" });
    // 6Gi goes to one node and 3Gi to the other: 2Gi and 5Gi are left.
    const left = occupied(nodes, [homeless], [vm("6Gi")]);
    expect(left.map(({ free }) => free.memory).sort()).toEqual([nano("2Gi"), nano("5Gi")]);
    // What fits nowhere takes nothing.
    expect(placeOnNodes(occupied(nodes, [], [vm("9Gi")]), vm("4Gi")).machines).toBe(4);
  });
  it("spoils no room by taking the small ones first, or a node that is fuller", () => {
    const free = (nodes: ReturnType<typeof small>[], waiting: ReturnType<typeof vm>[]) =>
      occupied(nodes, [], waiting).map((each) => each.free.memory);
    const of = (name: string, memory: string) => capacityNode(name, { memory });
    expect(free([of("n1", "8Gi"), of("n2", "5Gi")], [vm("4Gi"), vm("7Gi")])).toEqual([
      nano("1Gi"),
      nano("1Gi"),
    ]);
    expect(free([of("n1", "4Gi"), of("n2", "8Gi")], [vm("3Gi")])).toEqual([nano("4Gi"), nano("5Gi")]);
  });
  it("names what most more would fit without, and where nothing helps alone what is scarcest", () => {
    const node = (name: string, memory: string, cpu: string, kvm: string) =>
      capacityNode(name, { memory, cpu, "devices.kubevirt.io/kvm": kvm });
    const bound = (...nodes: ReturnType<typeof node>[]) => placeOnNodes(occupied(nodes), vm("1Gi", "1"));
    // The first node has neither memory nor CPU for more; on the second only devices stop fifty more.
    expect(bound(node("n1", "2Gi", "2", "100"), node("n2", "100Gi", "100", "50"))).toEqual({
      ...{ machines: 52, bound: "node-kvm" },
    });
    expect(bound(node("n1", "2Gi", "2", "100"), node("n2", "10Gi", "0", "0"))).toEqual({
      ...{ machines: 2, bound: "node-cpu" },
    });
  });
  it("is stopped where more was promised than there is", () => {
    const pods = [capacityPod("a", { memory: "9Gi" }, { nodeName: "n1" })];
    expect(placeOnNodes(occupied([small("n1")], pods), vm("1Mi")).machines).toBe(0);
  });
  it("counts a resource that a node has not as none, and pods as one each", () => {
    const bare = capacityNode("n1", { "devices.kubevirt.io/kvm": "0" });
    expect(placeOnNodes(occupied([bare]), vm("1Gi"))).toEqual({ machines: 0, bound: "node-kvm" });
    const three = capacityNode("n1", { pods: "3" });
    const pods = [capacityPod("a", {}, { nodeName: "n1" })];
    expect(placeOnNodes(occupied([three], pods), vm("1Mi"))).toEqual({ machines: 2, bound: "node-pods" });
  });
  it("says that no node may take it", () => {
    const given = occupied([small("n1", { isCordoned: true })]);
    expect(placeOnNodes(given, vm("1Gi"))).toEqual({ machines: 0, bound: "no-node" });
  });
});

describe("occupiedNodes", () => {
  it("is unknown where nodes or pods are, or where a placed pod asks for no quantity", () => {
    const node = known(small("n1"));
    expect(occupiedNodes({ node: unknown, pod: known() }, [])).toBeNull();
    expect(occupiedNodes({ node, pod: absent }, [])).toBeNull();
    const odd = capacityPod("odd", {}, { nodeName: "n1", requests: null });
    expect(occupiedNodes({ node, pod: known(odd) }, [])).toBeNull();
    expect(occupiedNodes({ node, pod: known({ ...odd, phase: "Failed" }) }, [])).not.toBeNull();
    expect(occupiedNodes({ node, pod: known({ ...odd, nodeName: null }) }, [])).not.toBeNull();
  });
});
