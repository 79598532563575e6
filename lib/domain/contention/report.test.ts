import { describe, expect, it } from "vitest";
import type { ContentionWorld } from "./contention-world";
import { analyse } from "./report";
import type { ContentionChoice } from "./scope";
import {
  INCIDENT_NOW as NOW,
  incidentWorld,
  known,
  START,
  testNode,
  testPod,
  unknown,
} from "./test-incident";
import { itemsOf } from "../world-index";

const CHOICE: ContentionChoice = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null, only: "all" },
};
const report = (changes: Partial<ContentionWorld> = {}, nowMs = NOW) =>
  analyse(incidentWorld(changes), CHOICE, nowMs);
const states = (found: readonly { readonly code: string; readonly state: string }[]) =>
  Object.fromEntries(found.map(({ code, state }) => [code, state]));
const healed = (): Partial<ContentionWorld> => {
  const { pod } = incidentWorld();
  if (pod.state !== "known") return {};
  const pods = pod.items.map((each) => ({ ...each, isReady: true }));
  return { pod: known(pods), event: known([]), nodeUsage: known([]) };
};

describe("the analysis of the incident", () => {
  const found = report();
  it("names Node 1: expected 24, seen 44", () => {
    expect(found.concentration).toMatchObject({
      state: "concentrated",
      node: "node-1",
      expected: 24,
      seen: 44,
    });
    expect(found.focus).toBe("node-1");
  });
  it("shows every link, with its figures", () => {
    expect(new Set(found.links.map(({ state }) => state))).toEqual(new Set(["shown"]));
    const figures = Object.fromEntries(
      found.links.flatMap((link) => link.figures.map(({ code, params }) => [code, params])),
    );
    expect(figures).toMatchObject({
      "requests-changed": { lowered: 20, known: 20, all: 20, fromMilli: 500, toMilli: 25 },
      "pods-on-node": { node: "node-1", pods: 12, allPods: 23, even: 4.6, nodes: 5 },
      "requested-by-new": { milli: 300 },
      "created-together": { pods: 12, of: 12 },
      "node-cpu-used": { usedMilli: 7900, allocatableMilli: 8000 },
      "killed-by-probe": { shown: 12, likely: 0, of: 12 },
      "probe-budget": { minSeconds: 50, maxSeconds: 56 },
      "ran-for": { minSeconds: 52, maxSeconds: 56 },
      "no-startup-probe": { containers: 12, of: 12 },
      looping: { containers: 12, of: 12, most: 4 },
    });
  });
  it("rules every alternative out", () => {
    expect(states(found.alternatives)).toEqual({
      ...{ oom: "ruled-out", "image-pull": "ruled-out", "crash-everywhere": "ruled-out" },
      ...{ "failing-dependency": "ruled-out", "pending-pods": "ruled-out", "node-pressure": "ruled-out" },
    });
  });
  it("hints at requests too low for agents", () =>
    expect(found.starvedAgents).toEqual({ containers: 23, leastMilli: 25, withoutRequest: 0 }));
  it("counts the pods of each QoS class, and those that do not tell", () => {
    expect(found.qos).toEqual([{ qos: "Burstable", pods: 23 }]);
    const { pod } = incidentWorld();
    const pods =
      pod.state === "known" ? pod.items.map((each, i) => ({ ...each, qos: i === 0 ? null : each.qos })) : [];
    expect(report({ pod: known(pods) }).qos).toEqual([
      { qos: "Burstable", pods: 22 },
      { qos: null, pods: 1 },
    ]);
  });
  it("is plain JSON", () => expect(JSON.parse(JSON.stringify(found))).toEqual(found));
  it("cells tell how pods are", () => {
    const count = (state: string) => found.pods.filter((pod) => pod.state === state).length;
    expect([count("ready"), count("back-off"), count("starting")]).toEqual([13, 6, 4]);
  });
});

describe("an analysis of less", () => {
  it("keeps, once it has healed and its events are gone, what can still be told", () => {
    expect(states(report(healed()).links)).toEqual({
      ...{ "request-lowered": "shown", "crowded-placement": "shown", "simultaneous-cold-start": "shown" },
      ...{
        "starvation-by-weight": "unmeasured",
        "liveness-budget-exceeded": "shown",
        "restart-loop": "shown",
      },
    });
  });
  it("takes nothing unread for none", () => {
    const all = { node: unknown, pod: unknown, event: unknown, replicaSet: unknown, deployment: unknown };
    const scalers = {
      ...{ horizontalAutoscaler: unknown, verticalAutoscaler: unknown, clusterAutoscaler: unknown },
    };
    const blind = report({ ...all, ...scalers, nodeUsage: unknown, podUsage: unknown });
    expect(new Set([...blind.links, ...blind.alternatives].map(({ state }) => state))).toEqual(
      new Set(["unmeasured"]),
    );
    expect(blind.concentration.state).toBe("not-read");
    expect(blind.knowledge.pod).toBe("unknown");
  });
  it("does not know what was requested before without a former ReplicaSet", () => {
    const { replicaSet } = incidentWorld();
    const sets =
      replicaSet.state === "known" ? replicaSet.items.filter(({ revision }) => revision === 5) : [];
    expect(states(report({ replicaSet: known(sets) }).links)["request-lowered"]).toBe("unmeasured");
  });
  it("knows nothing of pods whose node is there and silent: neither how they are nor that they start", () => {
    const node = known([testNode("node-1", { isReady: false }), testNode("node-2")]);
    const { pods, nodes } = report({ node });
    const stateOf = (name: string) =>
      new Set(pods.filter((each) => each.node === name).map(({ state }) => state));
    expect(stateOf("node-1")).toEqual(new Set(["node-lost"]));
    // Not in the cluster at all.
    expect(stateOf("node-5")).toEqual(new Set(["node-lost"]));
    expect(stateOf("node-2")).toEqual(new Set(["ready"]));
    expect(nodes.find(({ name }) => name === "node-1")).toMatchObject({ coldStarting: null, restarts: 44 });
  });
  it("reckons a fair share over the nodes that may take the pods, and have room for them", () => {
    const GI = 2 ** 30;
    const { node, pod } = incidentWorld();
    const open = itemsOf(node);
    const closed = [
      testNode("cordoned", { isCordoned: true }),
      testNode("tainted", { taints: [{ key: "gpu", value: "", effect: "NoSchedule" }] }),
      testNode("silent", { isReady: false }),
      testNode("small", { allocatableCpu: 0.02 }),
      testNode("full", { allocatableMemory: GI }),
    ];
    const filler = testPod("filler", { namespace: "system", nodeName: "full", requestMemory: 0.9 * GI });
    const evenOf = (changes: Partial<ContentionWorld>) =>
      report(changes)
        .links.flatMap(({ figures }) => figures)
        .find(({ code }) => code === "pods-on-node")?.params;
    const pods = known([...itemsOf(pod), filler]);
    expect(evenOf({ node: known([...open, ...closed]), pod: pods })).toMatchObject({ even: 4.6, nodes: 5 });
    const more = [...open, testNode("sixth")];
    expect(evenOf({ node: known(more), pod: pods })).toMatchObject({ nodes: 6 });
    const tolerant = itemsOf(pods).map((each) => ({
      ...each,
      tolerations: [{ key: "gpu", operator: "Exists", value: "", effect: "" }],
    }));
    expect(evenOf({ node: known([...open, ...closed]), pod: known(tolerant) })).toMatchObject({ nodes: 6 });
  });
  it("shows a node under pressure", () => {
    const condition = { type: "MemoryPressure", status: "True", reason: "", message: "" } as const;
    const node = known([testNode("node-1", { conditions: [condition] }), testNode("node-2")]);
    expect(states(report({ node }).alternatives)["node-pressure"]).toBe("shown");
  });
  it("rules starvation out where the weight alone leaves a core", () => {
    const { pod } = incidentWorld();
    const pods = pod.state === "known" ? pod.items.map((each) => ({ ...each, requestCpu: 1 })) : [];
    const node = known([testNode("node-1", { allocatableCpu: 16 })]);
    expect(states(report({ pod: known(pods), node }).links)["starvation-by-weight"]).toBe("ruled-out");
  });
  it("says what is wrong with a choice, and looks at no pod", () => {
    const refused = analyse(incidentWorld(), { ...CHOICE, selector: "a b" }, NOW);
    expect(refused.problem?.code).toBe("selector-bad-operator");
    expect(refused.pods).toEqual([]);
    expect(refused.rollouts).toHaveLength(1);
  });
});
