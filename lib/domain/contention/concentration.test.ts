import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concentrationOf, type CountedPod } from "./concentration";

/** Restarts of the pods of each node. */
const pods = (nodes: Readonly<Record<string, readonly (number | null)[]>>): CountedPod[] =>
  Object.entries(nodes).flatMap(([node, counts]) => counts.map((restarts) => ({ node, restarts })));
const times = (count: number, restarts: number) => Array<number>(count).fill(restarts);

describe("concentrationOf", () => {
  it("finds Node 1 of the incident: expected 24, seen 44", () => {
    const incident = pods({
      "Node 1": [...times(8, 4), ...times(4, 3)],
      "Node 2": [1, 1, 0, 0, 0],
      "Node 3": times(3, 0),
      "Node 4": times(2, 0),
      "Node 5": [0],
    });
    const found = concentrationOf(incident);
    expect(found).toMatchObject({
      ...{ state: "concentrated", node: "Node 1", expected: 24, seen: 44, pods: 12 },
      ...{ allPods: 23, allRestarts: 46, nodes: 5, chance: "under-1-in-10000", step: 1, restartedPods: 14 },
    });
    expect(found.p).toBeCloseTo(5 / 1_352_078, 12);
    expect(found.share).toBeCloseTo(44 / 46, 12);
  });

  it.each<[string, Record<string, (number | null)[]>, object]>([
    ["no pods", {}, { state: "no-pods", p: null, node: null }],
    ["nothing told", { a: [null, null] }, { state: "untold", unmeasuredPods: 2, allRestarts: 0 }],
    ["no restarts", { a: [0, 0], b: [0] }, { state: "no-restarts", p: null, node: null, allPods: 3 }],
    ["one node", { a: [9, 9, 9] }, { state: "one-node", node: "a", expected: 27, seen: 27, p: 1 }],
    ["two pods", { a: [9], b: [0] }, { state: "too-few-pods", node: "a", p: 1 }],
    ["one bad pod of many", { a: [40, 0, 0, 0], b: times(4, 0) }, { state: "too-few-pods", node: "a" }],
    ["every pod alike", { a: times(12, 3), b: times(5, 3), c: times(6, 3) }, { state: "spread" }],
    ["every pod nearly alike", { a: [3, 3, 4, 3], b: [3, 3, 3, 3] }, { state: "spread" }],
    ["two pods, both", { a: [9], b: [9] }, { state: "spread" }],
    ["many pods, even", { a: [3, 2, 4, 3, 3, 2], b: [3, 4, 2, 3, 2, 3] }, { state: "spread" }],
    ["four of eight", { a: [2, 2, 2, 2], b: [0, 0, 0, 0] }, { state: "unclear", node: "a" }],
    ["six of twelve", { a: times(6, 2), b: times(6, 0) }, { state: "concentrated", node: "a", expected: 6 }],
    [
      "a pod not told",
      { a: [...times(6, 2), null], b: times(6, 0) },
      { seen: 12, pods: 6, unmeasuredPods: 1 },
    ],
  ])("%s", (_name, nodes, expected) => expect(concentrationOf(pods(nodes))).toMatchObject(expected));

  it("names the node with the most beyond what is expected, whatever the order of the pods", () => {
    const drawn = fc.array(fc.record({ node: fc.constantFrom("a", "b", "c"), restarts: fc.nat(5) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(drawn, (all) => {
        const found = concentrationOf(all);
        expect(concentrationOf([...all].reverse())).toEqual(found);
        if (found.p === null) return;
        expect(found.p).toBeGreaterThan(0);
        expect(found.p).toBeLessThanOrEqual(1);
        if (found.state === "concentrated") expect(found.seen).toBeGreaterThan(found.expected ?? Infinity);
      }),
    );
  });

  it("tells pods that wait for a node from none", () => {
    expect(concentrationOf([], 1)).toMatchObject({ state: "no-node", waitingPods: 1 });
    expect(concentrationOf(pods({ a: [null] }), 1).state).toBe("untold");
    expect(concentrationOf(pods({ a: [0] }), 1).state).toBe("no-restarts");
  });

  it("is rare seldom where nodes do not matter", () => {
    // Each way to deal 3 of 9 pods to a node is as likely as any other: count those that would be called rare.
    const restarts = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let [all, rare] = [0, 0];
    for (let mask = 0; mask < 512; mask++) {
      const dealt = restarts.map((count, i) => ({ node: mask & (1 << i) ? "a" : "b", restarts: count }));
      if (dealt.filter(({ node }) => node === "a").length !== 3) continue;
      all += 1;
      if ((concentrationOf(dealt).p ?? 1) < 0.05) rare += 1;
    }
    expect(all).toBe(84);
    expect(rare / all).toBeLessThanOrEqual(0.05);
  });
});
