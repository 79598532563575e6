import { describe, expect, it } from "vitest";
import { itemsOf } from "../../world-index";
import { incidentWorld, known, testNode, unknown } from "../test-incident";
import { caseOf, MOST_PODS } from "./case-of-world";
import { outlookOf } from "./outlook";

const world = incidentWorld();
const chosen = itemsOf(world.pod).filter(({ namespace }) => namespace === "shop");
const reckoned = (given = world, pods = chosen) => {
  const found = caseOf(given, pods);
  if ("problem" in found) throw new Error(found.problem);
  return found;
};

describe("caseOf", () => {
  it("takes pods, requests, probes and nodes as they are, and what others ask for there", () => {
    const { nodes, pods, createdWithin } = reckoned();
    expect(pods).toHaveLength(23);
    expect(pods[0]).toMatchObject({
      requestMilli: 25,
      startup: null,
      liveness: { initialDelay: 40, period: 5 },
    });
    expect(createdWithin).toBeCloseTo(13, 0);
    expect(nodes.map(({ name }) => name)).toEqual(["node-1", "node-2", "node-3", "node-4", "node-5"]);
    expect(nodes[0]?.requestedMilli).toBeLessThan(nodes[4]?.requestedMilli ?? 0);
  });
  it("can be run as it is, each pod where it was", () => {
    const { nodes, unplaced } = outlookOf(reckoned(), 4);
    expect(nodes.map(({ pods }) => pods)).toEqual([12, 5, 3, 2, 1]);
    expect(unplaced).toBe(0);
  });
  it("leaves to the pods what others do not use, and never less than something", () => {
    const use = (cpu: number) =>
      reckoned({ ...world, nodeUsage: known([{ name: "node-1", cpu, memory: null }]) });
    const free = reckoned({ ...world, nodeUsage: unknown, podUsage: unknown }).nodes[0]?.cores ?? 0;
    expect(use(1).nodes[0]?.cores).toBeLessThanOrEqual(free);
    expect(use(1000).nodes[0]?.cores).toBeGreaterThan(0);
  });
  it("reckons with a node that holds none and could, and with none that its selector rules out", () => {
    const spare = testNode("node-6", { labels: { pool: "b" } });
    const more = { ...world, node: known([...itemsOf(world.node), spare]) };
    expect(reckoned(more).nodes.map(({ name }) => name)).toContain("node-6");
    const selective = chosen.map((pod) => ({ ...pod, nodeSelector: { pool: "a" } }));
    expect(reckoned(more, selective).nodes.map(({ name }) => name)).not.toContain("node-6");
  });
  it("says why there is nothing to reckon", () => {
    expect(caseOf(world, [])).toEqual({ problem: "no-pods" });
    expect(caseOf({ ...world, node: unknown }, chosen)).toEqual({ problem: "nodes-unknown" });
    const many = Array.from({ length: MOST_PODS + 1 }, () => chosen[0]).flatMap((pod) => pod ?? []);
    expect(caseOf(world, many)).toEqual({ problem: "too-many-pods" });
  });
});
