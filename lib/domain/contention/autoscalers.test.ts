import { describe, expect, it } from "vitest";
import { autoscalersOf } from "./autoscalers";
import type {
  ClusterAutoscaler,
  ContendedPod,
  ContentionWorld,
  HorizontalAutoscaler,
  PodEvent,
  VerticalAutoscaler,
} from "./contention-world";
import { analyse } from "./report";
import { INCIDENT_NOW, incidentWorld, known, START, testPod, unknown } from "./test-incident";

const pods = (): readonly ContendedPod[] => {
  const { pod } = incidentWorld();
  return pod.state === "known" ? pod.items.filter(({ namespace }) => namespace === "shop") : [];
};
const found = (changes: Partial<ContentionWorld>, chosen = pods()) =>
  autoscalersOf(incidentWorld(changes), chosen);
const vpa = (changes: Partial<VerticalAutoscaler> = {}): VerticalAutoscaler => ({
  ...{ namespace: "shop", name: "svc-01", target: "svc-01", updateMode: "Recreate" },
  recommendations: [{ container: "app", target: 0.5, lowerBound: 0.1 }],
  ...changes,
});
const scaleEvent = (reason: string, podName: string): PodEvent => ({
  ...{ namespace: "shop", podName, podUid: null, container: null, type: "Normal", reason, message: "" },
  ...{ count: 1, firstAtMs: START - 60_000, lastAtMs: START - 60_000 },
});
const linkOf = (changes: Partial<ContentionWorld>, code: string) => {
  const choice = { namespaces: ["shop"], selector: "", fromMs: null, toMs: null, rollout: null };
  const { links, alternatives } = analyse(incidentWorld(changes), { ...choice, only: "all" }, INCIDENT_NOW);
  return [...links, ...alternatives].find((each) => each.code === code);
};

describe("a cluster autoscaler", () => {
  it("saw nothing in the incident: no pod waited for its node", () => {
    expect(found({})[0]).toMatchObject({
      code: "nothing-was-pending",
      couldAct: false,
      params: { seconds: 0 },
    });
    expect(linkOf({}, "crowded-placement")?.figures).toContainEqual({
      ...{ code: "none-was-pending", params: { seconds: 0 } },
    });
  });
  it.each<[string, readonly ContendedPod[], string]>([
    ["one is Pending", [testPod("w", { nodeName: null, phase: "Pending" })], "pods-were-pending"],
    [
      "one waited longer than it looks",
      [testPod("w", { scheduledAtMs: START + 10_000 })],
      "pods-were-pending",
    ],
    ["one waited less", [testPod("w", { scheduledAtMs: START + 9000 })], "nothing-was-pending"],
    ["none is, and what was is not told", [testPod("w", { scheduledAtMs: null })], "nothing-pending-now"],
  ])("%s", (_name, chosen, code) => expect(found({}, chosen)[0]?.code).toBe(code));
  it("is told by events of the scheduler and of itself", () => {
    const [pod] = pods();
    const event = (reason: string) => ({ event: known([scaleEvent(reason, pod?.name ?? "")]) });
    expect(found(event("FailedScheduling"))[0]).toMatchObject({ params: { pending: 0, refused: 1 } });
    expect(linkOf(event("FailedScheduling"), "pending-pods")).toMatchObject({ state: "shown" });
    expect(found(event("TriggeredScaleUp"))[1]).toMatchObject({ code: "cluster-autoscaler-scaled-up" });
    expect(found(event("NotTriggerScaleUp"))[1]).toMatchObject({ code: "cluster-autoscaler-refused" });
    const removed = { event: known([scaleEvent("ScaleDown", "old-1"), scaleEvent("ScaleDown", "old-2")]) };
    expect(linkOf(removed, "simultaneous-cold-start")?.figures).toContainEqual({
      ...{ code: "removed-by-scale-down", params: { pods: 2 } },
    });
  });
  const status = (changes: Partial<ClusterAutoscaler>) => ({
    clusterAutoscaler: known([
      { state: "Running", scaleUp: "NoActivity", writtenAtMs: START, groups: [], ...changes },
    ]),
  });
  const group = { name: "a", target: 3, most: 3, scaleUp: null };
  it.each<[string, Partial<ContentionWorld>, readonly string[]]>([
    ["its own words", status({}), ["cluster-autoscaler-status"]],
    [
      "every group at its most",
      status({ groups: [group] }),
      ["cluster-autoscaler-status", "cluster-autoscaler-at-most"],
    ],
    ["one group has room", status({ groups: [group, { ...group, most: 4 }] }), ["cluster-autoscaler-status"]],
    ["no status", { clusterAutoscaler: { state: "absent" } }, ["cluster-autoscaler-no-status"]],
    ["another ConfigMap only", { clusterAutoscaler: known([]) }, ["cluster-autoscaler-no-status"]],
    ["not read", { clusterAutoscaler: unknown }, ["cluster-autoscaler-not-read"]],
  ])("%s", (_name, changes, codes) => {
    const told = found(changes).map(({ code }) => code);
    expect(told.filter((code) => code.startsWith("cluster-autoscaler"))).toEqual(codes);
  });
});

describe("autoscalers of pods", () => {
  const hpa = (changes: Partial<HorizontalAutoscaler> = {}): HorizontalAutoscaler => ({
    ...{ namespace: "shop", name: "a", target: "svc-01", minReplicas: 1, maxReplicas: 3 },
    currentReplicas: 2,
    ...changes,
  });
  it.each<[string, Partial<ContentionWorld>, string, boolean | null]>([
    ["HPA with room", { horizontalAutoscaler: known([hpa()]) }, "hpa-adds-cold-pods", true],
    ["HPA at its most", { horizontalAutoscaler: known([hpa({ currentReplicas: 3 })]) }, "hpa-at-most", false],
    ["HPA of another", { horizontalAutoscaler: known([hpa({ target: "x" })]) }, "hpa-none", false],
    ["HPAs not read", { horizontalAutoscaler: unknown }, "hpa-not-read", null],
    ["VPA Off", { verticalAutoscaler: known([vpa({ updateMode: "Off" })]) }, "vpa-only-recommends", false],
    [
      "VPA Initial",
      { verticalAutoscaler: known([vpa({ updateMode: "Initial" })]) },
      "vpa-new-pods-only",
      false,
    ],
    ["VPA that asks for more", { verticalAutoscaler: known([vpa()]) }, "vpa-may-raise", true],
    [
      "VPA without an opinion",
      { verticalAutoscaler: known([vpa({ recommendations: [] })]) },
      "vpa-may-raise",
      null,
    ],
    [
      "VPA that asks for what they have",
      {
        verticalAutoscaler: known([
          vpa({ recommendations: [{ container: "app", target: 0.025, lowerBound: null }] }),
        ]),
      },
      "vpa-keeps-low",
      false,
    ],
    ["VPA of another", { verticalAutoscaler: known([vpa({ target: null })]) }, "vpa-none", false],
    ["no VPA API", {}, "vpa-not-installed", false],
    ["VPAs not read", { verticalAutoscaler: unknown }, "vpa-not-read", null],
  ])("%s", (_name, changes, code, couldAct) =>
    expect(found(changes)).toContainEqual(expect.objectContaining({ code, couldAct })),
  );
  it("are one line where the same is true of many", () => {
    const verticalAutoscaler = known([
      vpa({ updateMode: "Off" }),
      vpa({ updateMode: "Off", name: "svc-02", target: "svc-02" }),
    ]);
    const only = found({ verticalAutoscaler }).filter(({ code }) => code === "vpa-only-recommends");
    expect(only).toMatchObject([{ autoscaler: "shop/svc-01", others: 1 }]);
  });
});

describe("a request that was lowered after the template", () => {
  /** The templates ask for 500m as before, and the pods for 25m. */
  const resized = (annotations: Record<string, string>, more: Partial<ContentionWorld> = {}) => {
    const { pod, replicaSet } = incidentWorld();
    if (pod.state !== "known" || replicaSet.state !== "known") throw new Error("sample");
    return linkOf(
      {
        pod: known(pod.items.map((each) => ({ ...each, annotations }))),
        replicaSet: known(replicaSet.items.map((set) => ({ ...set, requestCpu: 0.5 }))),
        ...more,
      },
      "request-lowered",
    );
  };
  const MARK = { vpaUpdates: "Pod resources updated by svc: container 0: cpu request, memory request" };
  const params = { deployments: 20, of: 20, fromMilli: 500, toMilli: 25 };
  it.each<[string, Record<string, string>, Partial<ContentionWorld>, string]>([
    ["its mark of an admission", MARK, {}, "lowered-by-vpa"],
    ["its mark of a resize in place", { vpaInPlaceUpdated: "true" }, {}, "lowered-by-vpa"],
    ["a mark of memory alone", { vpaUpdates: "container 0: memory request" }, {}, "lowered-after-template"],
    ["nothing", {}, {}, "lowered-after-template"],
  ])("is shown, by whom as %s says", (_name, annotations, more, code) => {
    const link = resized(annotations, more);
    expect(link?.state).toBe("shown");
    expect(link?.figures).toContainEqual({ code, params });
  });
  it("is by the autoscaler that acts on it where there is no mark", () => {
    const link = resized({}, { verticalAutoscaler: known([vpa()]) });
    expect(link?.figures).toContainEqual({ code: "lowered-by-vpa", params: { ...params, deployments: 1 } });
    const off = resized({}, { verticalAutoscaler: known([vpa({ updateMode: "Off" })]) });
    expect(off?.figures.map(({ code }) => code)).not.toContain("lowered-by-vpa");
  });
  it("is unmeasured where pods do not tell what they ask for", () => {
    const { pod } = incidentWorld();
    if (pod.state !== "known") throw new Error("sample");
    expect(resized({}, { pod: known(pod.items.map((each) => ({ ...each, requestCpu: null }))) })?.state).toBe(
      "unmeasured",
    );
  });
  it("is compared with what an autoscaler recommends", () => {
    const codes = (changes: Partial<ContentionWorld>) => linkOf(changes, "request-lowered")?.figures;
    const low = vpa({
      updateMode: "Off",
      recommendations: [{ container: "app", target: 0.025, lowerBound: 0.025 }],
    });
    expect(codes({ verticalAutoscaler: known([low]) })).toContainEqual({
      ...{ code: "vpa-recommends", params: { autoscalers: 1, same: 1, milli: 25 } },
    });
    expect(codes({ verticalAutoscaler: known([vpa({ recommendations: [] })]) })).toContainEqual({
      ...{ code: "vpa-undecided", params: { autoscalers: 1 } },
    });
    expect(codes({ verticalAutoscaler: known([]) })).toContainEqual({ code: "vpa-none", params: {} });
    expect(codes({})).toContainEqual({ code: "vpa-not-installed", params: {} });
    expect(codes({ verticalAutoscaler: unknown })).toContainEqual({
      ...{ code: "not-read", params: { kind: "verticalAutoscaler" } },
    });
  });
});
