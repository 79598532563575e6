import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subsetSums } from "./subset-sums";

/** The same by drawing up every subset. */
function byHand(numbers: readonly number[], size: number, atLeast: number): number {
  let [all, good] = [0, 0];
  for (let mask = 0; mask < 1 << numbers.length; mask++) {
    const drawn = numbers.filter((_number, i) => mask & (1 << i));
    if (drawn.length !== size) continue;
    all += 1;
    if (drawn.reduce((sum, number) => sum + number, 0) >= atLeast) good += 1;
  }
  return good / all;
}

describe("subsetSums", () => {
  it("counts what drawing up every subset counts", () => {
    const drawn = fc.record({
      numbers: fc.array(fc.nat(6), { minLength: 1, maxLength: 9 }),
      size: fc.nat(9),
      atLeast: fc.integer({ min: -2, max: 40 }),
    });
    fc.assert(
      fc.property(drawn, ({ numbers, size, atLeast }) => {
        const k = Math.min(size, numbers.length);
        const { tail, method } = subsetSums(numbers, [k]);
        expect(method).toBe("exact");
        expect(tail(k, atLeast)).toBeCloseTo(byHand(numbers, k, atLeast), 12);
      }),
    );
  });
  it("gives the one draw in 1,352,078 that has all", () => {
    const restarts = [
      ...Array<number>(8).fill(4),
      ...Array<number>(4).fill(3),
      1,
      1,
      ...Array<number>(9).fill(0),
    ];
    const sums = subsetSums(restarts, [12, 5]);
    expect(sums.tail(12, 44)).toBeCloseTo(1 / 1_352_078, 15);
    expect(sums.greatest(12)).toBe(44);
    expect(sums.tail(12, 45)).toBe(0);
    expect(sums.tail(5, 0)).toBeCloseTo(1, 12);
  });
  it("says where it could only be estimated, and is near where both can be had", () => {
    const many = Array.from({ length: 1200 }, (_none, i) => 1 + (i % 5));
    const sums = subsetSums(many, [300]);
    expect(sums.method).toBe("approximate");
    expect(sums.tail(300, 900)).toBeGreaterThan(0.45);
    expect(sums.tail(300, 900)).toBeLessThan(0.55);
    expect(sums.tail(300, 1000)).toBeLessThan(1e-4);
    const even = subsetSums(Array<number>(2000).fill(3), [10]);
    expect([even.tail(10, 30), even.tail(10, 31)]).toEqual([1, 0]);
  });
});
