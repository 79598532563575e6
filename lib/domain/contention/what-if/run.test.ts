import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CasePod, ColdStartCase } from "./case";
import { incident } from "./incident";
import { runColdStart } from "./run";

const POD: CasePod = { node: null, requestMilli: 100, limitCores: null, liveness: null, startup: null };
const LIVENESS = { initialDelay: 40, period: 5, failureThreshold: 3 };

function caseOf(pods: readonly CasePod[], more: Partial<ColdStartCase> = {}): ColdStartCase {
  return {
    nodes: [{ name: "a", cores: 4, allocatableMilli: 4000, requestedMilli: 0 }],
    pods,
    boot: { coreSeconds: 40, spread: 0, parallelism: 4 },
    ...{ createdWithin: 0, waveSize: null, maxSkew: null, stopSeconds: 1, horizonSeconds: 7200 },
    backOff: { first: 10, most: 300, late: 0 },
    ...more,
  };
}
const pods = (count: number, more: Partial<CasePod> = {}) =>
  Array.from({ length: count }, () => ({ ...POD, ...more }));

describe("runColdStart", () => {
  it("boots one pod in its work by the cores it can use, its limit included", () => {
    expect(runColdStart(caseOf(pods(1)), 1).readyAt).toBeCloseTo(10, 6);
    expect(runColdStart(caseOf(pods(1, { limitCores: 2 })), 1).readyAt).toBeCloseTo(20, 6);
  });
  it("shares a node by weight: the heavier is up first, and all the work is done in the same time", () => {
    const [light, heavy] = [
      { ...POD, requestMilli: 25 },
      { ...POD, requestMilli: 1000 },
    ];
    const { podReadyAt, readyAt } = runColdStart(caseOf([light, heavy]), 1);
    expect(podReadyAt[1]).toBeLessThan(12);
    expect(readyAt).toBeCloseTo(20, 6);
  });
  it("kills between I+(F-1)P and I+FP, and waits 0, 10, 20 s after that", () => {
    // Alone it needs 100 s, which no budget of 55 s allows: it is killed for ever.
    const one = caseOf(pods(1, { liveness: LIVENESS }), {
      ...{ boot: { coreSeconds: 400, spread: 0, parallelism: 4 }, horizonSeconds: 250 },
    });
    const run = runColdStart(one, 1);
    expect(run.readyAt).toBeNull();
    // Kills at 50, 105 (51 + 50, on a tick), 165 or so, 240 or so.
    expect(run.podRestarts).toEqual([4]);
  });
  it("lets a startup probe wait, and a boot that ends by the last failure live", () => {
    const startup = { initialDelay: 0, period: 10, failureThreshold: 30 };
    const slow = { boot: { coreSeconds: 400, spread: 0, parallelism: 4 } };
    expect(runColdStart(caseOf(pods(1, { liveness: LIVENESS, startup }), slow), 1)).toMatchObject({
      ...{ podRestarts: [0] },
    });
    const just = { boot: { coreSeconds: 200, spread: 0, parallelism: 4 } };
    expect(runColdStart(caseOf(pods(1, { liveness: LIVENESS }), just), 1).podRestarts).toEqual([0]);
  });
  it("starts a wave once the one before is ready", () => {
    const { podReadyAt } = runColdStart(caseOf(pods(4), { waveSize: 2 }), 1);
    expect(podReadyAt.map((at) => Math.round(at ?? -1))).toEqual([20, 20, 40, 40]);
  });
  it("tells of pods that no node can take, and waits for none of them", () => {
    const run = runColdStart(caseOf([{ ...POD, requestMilli: 5000 }, POD]), 1);
    expect(run).toMatchObject({ unplaced: 1, readyAt: null, podReadyAt: [null, 10] });
  });
  it("pods that die together restart together for ever, where nothing pulls them apart", () => {
    const given = { ...incident(), boot: { coreSeconds: 45, spread: 0, parallelism: 4 }, createdWithin: 0 };
    const run = runColdStart({ ...given, backOff: { first: 10, most: 300, late: 0 } }, 1);
    expect(run.readyAt).toBeNull();
    expect(run.restarts[0]).toBeGreaterThan(12 * 10);
  });
  it("gives the same result for the same seed, and another for another", () => {
    const runs = [1, 1, 2, 3].map((seed) => runColdStart(incident(), seed));
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs.map(({ readyAt }) => readyAt)).size).toBeGreaterThan(1);
  });
  it("refuses what cannot be reckoned, by name", () => {
    const odd = [
      { nodes: [] },
      { boot: { coreSeconds: -1, spread: 0, parallelism: 4 } },
      { boot: { coreSeconds: 1, spread: 2, parallelism: 4 } },
      { waveSize: 0 },
      { maxSkew: 1.5 },
      { horizonSeconds: Number.NaN },
      { pods: [{ ...POD, node: "none" }] },
      { pods: [{ ...POD, liveness: { ...LIVENESS, period: 0 } }] },
    ];
    for (const more of odd) expect(() => runColdStart(caseOf(pods(1), more), 1)).toThrow(RangeError);
  });
});

const cases = fc.record({
  seed: fc.integer({ min: 1, max: 1000 }),
  requests: fc.array(fc.integer({ min: 5, max: 2000 }), { minLength: 1, maxLength: 12 }),
  cores: fc.double({ min: 0.5, max: 8, noNaN: true }),
  spread: fc.double({ min: 0, max: 1, noNaN: true }),
});
const arbitrary = ({ requests, cores, spread }: { requests: number[]; cores: number; spread: number }) =>
  caseOf(
    requests.map((requestMilli) => ({ ...POD, node: "a", requestMilli })),
    {
      nodes: [{ name: "a", cores, allocatableMilli: 8000, requestedMilli: 0 }],
      boot: { coreSeconds: 40, spread, parallelism: 2 },
    },
  );

describe("a start that nothing kills", () => {
  it("is never slower with more CPU", () => {
    fc.assert(
      fc.property(cases, fc.double({ min: 1, max: 4, noNaN: true }), (each, factor) => {
        const less = arbitrary(each);
        const more = arbitrary({ ...each, cores: each.cores * factor });
        const [before, after] = [less, more].map(
          (given) => runColdStart(given, each.seed).readyAt ?? Infinity,
        );
        expect(after).toBeLessThanOrEqual((before ?? 0) + 1e-6);
      }),
    );
  });
  it("treats equal pods equally: without spread they are up at the same moment", () => {
    fc.assert(
      fc.property(cases, (each) => {
        const given = arbitrary({ ...each, spread: 0, requests: each.requests.map(() => 100) });
        const { podReadyAt } = runColdStart(given, each.seed);
        for (const at of podReadyAt) expect(at).toBeCloseTo(podReadyAt[0] ?? -1, 6);
      }),
    );
  });
  it("kills equal pods alike: created at once, without spread and lateness, each as often as the others", () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { cores, seed, requests } = each;
        const given = arbitrary({ requests: requests.map(() => 100), cores, spread: 0 });
        const killed = { ...given, pods: given.pods.map((pod) => ({ ...pod, liveness: LIVENESS })) };
        const { podRestarts } = runColdStart({ ...killed, horizonSeconds: 900 }, seed);
        for (const restarts of podRestarts) expect(restarts).toBe(podRestarts[0]);
      }),
    );
  });
  it("conserves work: while all want all they can use, the end is work by cores", () => {
    fc.assert(
      fc.property(cases, (each) => {
        const given = arbitrary({ ...each, spread: 0 });
        const speed = Math.min(each.cores, 2 * each.requests.length);
        const least = (40 * each.requests.length) / speed;
        const { readyAt } = runColdStart(given, each.seed);
        expect(readyAt).toBeGreaterThanOrEqual(least - 1e-6);
        // The last one alone can use two cores only.
        expect(readyAt).toBeLessThanOrEqual(least + 40 / Math.min(2, each.cores) + 1e-6);
      }),
    );
  });
});
