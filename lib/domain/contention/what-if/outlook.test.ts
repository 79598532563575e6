import { describe, expect, it } from "vitest";
import { incident } from "./incident";
import { type CaseChange, changed, outlookOf, whatIf } from "./outlook";

const medians = (outlook: ReturnType<typeof outlookOf>) =>
  outlook.nodes.map(({ restarts }) => restarts.median);

describe("the incident, over 48 seeds", () => {
  const now = outlookOf(incident());
  it("has the table's shape: 12, 5, 3, 2, 1 pods and about 44, 2, 0, 0, 0 restarts", () => {
    expect(now.nodes.map(({ pods }) => pods)).toEqual([12, 5, 3, 2, 1]);
    const [first = 0, second = 0, ...others] = medians(now);
    expect(Math.abs(first - 44)).toBeLessThanOrEqual(3);
    expect(Math.abs(second - 2)).toBeLessThanOrEqual(1);
    expect(others).toEqual([0, 0, 0]);
  });
  it("heals itself within 7 to 30 minutes in most runs", () => {
    expect(now.ready?.median).toBeGreaterThan(7 * 60);
    expect(now.ready?.high).toBeLessThan(30 * 60);
    expect(now.unfinished).toBe(0);
  });
});

describe("with any one counter-measure", () => {
  const startup = { initialDelay: 0, period: 10, failureThreshold: 30 };
  it.each<[string, CaseChange]>([
    ["the request at the boot peak", { requestMilli: 500 }],
    ["a spread over the nodes", { maxSkew: 1 }],
    ["waves of four", { waveSize: 4 }],
    ["a startup probe", { startup }],
    ["nodes three times as big", { nodeFactor: 3 }],
  ])("%s, none or nearly none restart", (_, change) => {
    const { before, after } = whatIf(incident(), change);
    expect(before.restarts.median).toBeGreaterThan(40);
    expect(after.restarts.median).toBeLessThanOrEqual(6);
    expect(after.unplaced).toBe(0);
    expect(after.ready?.median).toBeLessThan(before.ready?.median ?? 0);
  });
});

describe("a CPU limit alone", () => {
  it("helps nobody where each of a crowd gets less than it anyway", () => {
    const { before, after } = whatIf(incident(), { limitCores: 2 }, 12);
    expect(after.restarts.median).toBeGreaterThan(before.restarts.median / 2);
  });
  it("is lifted to the request, below which the API takes none", () => {
    const limited = { ...incident(), pods: incident().pods.map((pod) => ({ ...pod, limitCores: 1 })) };
    const limits = (change: CaseChange) => changed(limited, change).pods[0]?.limitCores;
    expect([limits({ requestMilli: 1500 }), limits({ requestMilli: 500 })]).toEqual([1.5, 1]);
    expect(changed(incident(), { requestMilli: 1500 }).pods[0]?.limitCores).toBeNull();
  });
});

it("a bigger node has all that is added to give away: what others use stays", () => {
  const [node] = incident().nodes;
  const busy = {
    ...incident(),
    nodes: [{ ...node, name: "a", cores: 1, allocatableMilli: 4000, requestedMilli: 0 }],
  };
  const cores = (nodeFactor: number) => changed(busy, { nodeFactor }).nodes[0]?.cores;
  expect([cores(2), cores(1), cores(0.5)]).toEqual([5, 1, 0.05]);
});

describe("with the kills", () => {
  it("more CPU on each node never makes more restarts or a later end, over the seeds", () => {
    const factors = [0.75, 1, 1.25, 1.5, 2, 4];
    const outlooks = factors.map((factor) => {
      const given = incident();
      const nodes = given.nodes.map((node) => ({ ...node, cores: node.cores * factor }));
      return outlookOf({ ...given, nodes }, 24);
    });
    for (const [place, { restarts, ready }] of outlooks.entries()) {
      const less = outlooks[place - 1];
      if (!less) continue;
      expect(restarts.median).toBeLessThanOrEqual(less.restarts.median);
      expect(ready?.median ?? Infinity).toBeLessThanOrEqual(less.ready?.median ?? Infinity);
    }
  });
});
