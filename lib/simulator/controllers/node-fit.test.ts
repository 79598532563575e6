import { describe, expect, it } from "vitest";
import type { Node, Pod, Toleration } from "../objects";
import { podAmounts } from "../pod-resources";
import { isTolerated, judgeNode, scoreNode } from "./node-fit";

const METADATA = { name: "x", uid: "u", resourceVersion: "1", creationTimestamp: "" };

function node(name: string, spec: Node["spec"] = {}, labels: Record<string, string> = {}): Node {
  const allocatable = { cpu: "2", memory: "4Gi", pods: "3", "devices.kubevirt.io/kvm": "1k" };
  const metadata = { ...METADATA, name, labels };
  return { apiVersion: "v1", kind: "Node", metadata, spec, status: { allocatable, conditions: [] } };
}

function pod(requests: Record<string, string>, spec: Partial<Pod["spec"]> = {}): Pod {
  const containers = [{ name: "app", resources: { requests } }];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: METADATA,
    spec: { containers, ...spec },
    status: { phase: "Pending" },
  };
}

function judge(wanted: Pod, on: Node, others: Pod[] = []) {
  return judgeNode(wanted, podAmounts(wanted, "requests"), on, others);
}

describe("the scheduler's filters", () => {
  const small = pod({ cpu: "1", memory: "1Gi" });

  it("takes a pod that fits", () => expect(judge(small, node("a"))).toBeNull());

  it.each<[string, Pod, Node, Pod[]]>([
    ["node(s) were unschedulable", small, node("a", { unschedulable: true }), []],
    [
      "node(s) had untolerated taint(s)",
      small,
      node("a", { taints: [{ key: "k", effect: "NoSchedule" }] }),
      [],
    ],
    [
      "node(s) didn't match Pod's node affinity/selector",
      pod({}, { nodeSelector: { kvm: "true" } }),
      node("a"),
      [],
    ],
    ["Insufficient cpu", small, node("a"), [pod({ cpu: "1500m" }, { nodeName: "a" })]],
    ["Insufficient memory", pod({ memory: "5Gi" }), node("a"), []],
    [
      "Insufficient devices.kubevirt.io/kvm",
      pod({ "devices.kubevirt.io/kvm": "1" }),
      node("a"),
      [pod({ "devices.kubevirt.io/kvm": "1000" }, { nodeName: "a" })],
    ],
    ["Too many pods", pod({}), node("a"), [1, 2, 3].map(() => pod({}, { nodeName: "a" }))],
  ])("says %s", (reason, wanted, on, others) => {
    expect(judge(wanted, on, others)?.reasons).toEqual([reason]);
  });

  it("does not count what runs elsewhere", () => {
    expect(judge(small, node("a"), [pod({ cpu: "2" }, { nodeName: "b" })])).toBeNull();
  });

  it("prefers the emptier node", () => {
    const others = [pod({ cpu: "1" }, { nodeName: "a" })];
    expect(scoreNode(small, node("b"), others)).toBeGreaterThan(scoreNode(small, node("a"), others));
  });

  it("scores what is left of CPU and memory, each by its share of what the node gives", () => {
    // 2 CPU and 4Gi: half of the CPU and a quarter of the memory are asked for.
    expect(scoreNode(small, node("a"), [])).toBe((50 + 75) / 2);
    expect(scoreNode(pod({ cpu: "3", memory: "8Gi" }), node("a"), [])).toBe(0);
  });
  it("counts 100m and 200Mi for a container that asks for nothing, and a request of 25m for no more", () => {
    const asking = (cpu: string, memory: string) => scoreNode(pod({ cpu, memory }), node("a"), []);
    expect(scoreNode(pod({}), node("a"), [])).toBe(asking("100m", "200Mi"));
    expect(scoreNode(pod({ cpu: "25m" }), node("a"), [])).toBe(asking("25m", "200Mi"));
    expect(asking("25m", "200Mi")).toBeGreaterThan(asking("100m", "200Mi"));
  });

  it.each<[boolean, Toleration]>([
    [true, { key: "k", operator: "Exists" }],
    [true, { operator: "Exists" }],
    [true, { key: "k", value: "v", effect: "NoSchedule" }],
    [false, { key: "k", value: "w" }],
    [false, { key: "k", operator: "Exists", effect: "NoExecute" }],
  ])("tolerates: %s for %j", (expected, toleration) => {
    expect(isTolerated({ key: "k", value: "v", effect: "NoSchedule" }, [toleration])).toBe(expected);
  });
});
