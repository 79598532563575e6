import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuShares, curvedWeight, linearWeight } from "./cpu-weight";

describe("the weight of a CPU request", () => {
  it.each([
    [0, 2, 1, 1],
    [0.005, 5, 1, 2],
    [0.01, 10, 1, 4],
    [0.025, 25, 1, 6],
    [0.057, 58, 3, 12],
    [0.1, 102, 4, 17],
    [0.2, 204, 8, 29],
    [0.205, 209, 8, 30],
    [0.25, 256, 10, 35],
    [0.5, 512, 20, 59],
    [1, 1024, 39, 100],
    [2, 2048, 79, 174],
    [4, 4096, 157, 303],
    [8, 8192, 313, 532],
    [300, 262_144, 10_000, 10_000],
  ])("%s cores: %s shares, weight %s or %s", (cpu, shares, linear, curved) => {
    expect(cpuShares(cpu)).toBe(shares);
    expect(linearWeight(shares)).toBe(linear);
    expect(curvedWeight(shares)).toBe(curved);
  });
  it("never falls where the request grows, and stays within 1 to 10000", () => {
    fc.assert(
      fc.property(fc.nat(300_000), fc.nat(300_000), (a, b) => {
        const [small, large] = [cpuShares(Math.min(a, b) / 1000), cpuShares(Math.max(a, b) / 1000)];
        for (const weight of [linearWeight, curvedWeight]) {
          expect(weight(small)).toBeLessThanOrEqual(weight(large));
          expect(weight(small)).toBeGreaterThanOrEqual(1);
          expect(weight(large)).toBeLessThanOrEqual(10_000);
        }
      }),
    );
  });
});
