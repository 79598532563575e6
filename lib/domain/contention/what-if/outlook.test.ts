import { describe, expect, it } from "vitest";
import { incident } from "./incident";
import { type CaseChange, outlookOf, whatIf } from "./outlook";

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
