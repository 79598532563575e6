import { describe, expect, it } from "vitest";
import type { DeploymentFacts } from "./contention-world";
import { applicationOf, impactOf } from "./impact";
import { incidentWorld, known, START } from "./test-incident";
import { timelineOf } from "./timeline";

const world = incidentWorld();
const pods =
  world.pod.state === "known" ? world.pod.items.filter(({ namespace }) => namespace === "shop") : [];
const first = world.deployment.state === "known" ? world.deployment.items[0] : undefined;
const deployment = (changes: Partial<DeploymentFacts>): DeploymentFacts => {
  if (!first) throw new Error("sample");
  return { ...first, ...changes };
};

describe("impactOf", () => {
  it.each<[string, Partial<DeploymentFacts>, string, number | null]>([
    ["all", { replicas: 4, availableReplicas: 4 }, "kept", 0],
    ["one less, none allowed", { replicas: 4, availableReplicas: 3 }, "reduced", 0],
    ["one less of 25 %", { replicas: 4, availableReplicas: 3, maxUnavailable: "25%" }, "kept", 1],
    ["25 % of three rounds down", { replicas: 3, availableReplicas: 2, maxUnavailable: "25%" }, "reduced", 0],
    ["none", { replicas: 1, availableReplicas: 0 }, "cut-off", 0],
    ["none, all allowed", { replicas: 1, availableReplicas: 0, maxUnavailable: 1 }, "cut-off", 1],
    ["scaled to none", { replicas: 0, availableReplicas: 0 }, "kept", 0],
    ["not told", { availableReplicas: null }, "unmeasured", 0],
  ])("%s", (_name, changes, state, maxUnavailable) => {
    const found = impactOf({ ...world, deployment: known([deployment(changes)]) }, pods);
    expect(found).toMatchObject([{ state, maxUnavailable, application: "shop" }]);
  });
  it.each<[string, Partial<DeploymentFacts>, string | null]>([
    ["its own id", {}, "shop"],
    ["a copied id", { name: "other" }, null],
    ["the label", { annotations: {}, labels: { "argocd.argoproj.io/instance": "a" } }, "a"],
    ["what may be Helm's", { annotations: {} }, null],
  ])("application: %s", (_name, changes, expected) =>
    expect(applicationOf(deployment(changes))).toBe(expected),
  );
});

describe("timelineOf", () => {
  it("marks creations, last ends, and first kills that events tell, each once", () => {
    const marks = timelineOf(world, pods);
    expect(marks.filter(({ kind }) => kind === "created")).toHaveLength(23);
    const restarts = marks.filter(({ kind }) => kind === "restart");
    // Twelve and two last ends; the first time of Node 1's events, which count more than one kill.
    expect(restarts).toHaveLength(14 + 12);
    expect(marks[0]?.atMs).toBe(START);
  });
});
