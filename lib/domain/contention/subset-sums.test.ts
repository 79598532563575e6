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
    if (sum(drawn) >= atLeast) good += 1;
  }
  return good / all;
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const times = (count: number, number: number) => Array<number>(count).fill(number);

describe("subsetSums", () => {
  it("counts what drawing up every subset counts, for each group", () => {
    const drawn = fc.array(fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(drawn, (groups) => {
        const { tail, least, step } = subsetSums(groups);
        expect(step).toBe(1);
        const all = groups.flat();
        const sorted = [...all].sort((a, b) => b - a);
        for (const group of groups) {
          expect(tail(group)).toBeCloseTo(byHand(all, group.length, sum(group)), 12);
          const greatest = sum(sorted.slice(0, group.length));
          expect(least(group.length)).toBeCloseTo(byHand(all, group.length, greatest), 12);
        }
      }),
    );
  });
  it("gives the one draw in 1,352,078 that has all, to ten digits", () => {
    const node = [...times(8, 4), ...times(4, 3)];
    const sums = subsetSums([node, [1, 1, 0, 0, 0], times(3, 0), times(3, 0)]);
    expect(sums.tail(node) * 1_352_078).toBeCloseTo(1, 10);
    expect(sums.least(12) * 1_352_078).toBeCloseTo(1, 10);
    expect(sums.tail(times(3, 0))).toBe(1);
  });
  it("is exact for more pods than a double can count the subsets of", () => {
    // One of 20 groups of 100 has its 100 of all 200 that restarted: C(200,100) / C(2000,100) of them.
    const groups = [times(100, 1), times(100, 1), ...Array.from({ length: 18 }, () => times(100, 0))];
    const sums = subsetSums(groups);
    expect(sums.step).toBe(1);
    const log = (n: number) =>
      Array.from({ length: n }, (_none, i) => Math.log(i + 1)).reduce((a, b) => a + b, 0);
    const expected = log(200) - log(100) - (log(2000) - log(1900));
    expect(Math.log(sums.tail(times(100, 1)))).toBeCloseTo(expected, 8);
  });
  it("says in which steps it counts where there is too much to count, and is exact for those", () => {
    const counts = Array.from({ length: 110 }, (_none, i) => 1500 + 7 * i);
    const groups = [counts, ...Array.from({ length: 20 }, () => times(110, 3))];
    const { step, tail } = subsetSums(groups);
    expect(step).toBeGreaterThan(1);
    const rounded = groups.map((group) => group.map((each) => Math.round(each / step)));
    expect(subsetSums(rounded).tail(rounded[0] ?? [])).toBeCloseTo(tail(counts), 12);
    expect(tail(counts)).toBeLessThan(1e-100);
    expect(tail(times(110, 3))).toBe(1);
  });
  it.each([
    ["one group", [times(3, 9)], 1],
    ["all alike", [times(1000, 3), times(1000, 3)], 1],
    ["a count beyond all bounds", [[Number.MAX_SAFE_INTEGER - 1], [0], [0], [0]], 0.25],
  ])("does not overflow: %s", (_name, groups, expected) =>
    expect(subsetSums(groups).tail(groups[0] ?? [])).toBeCloseTo(expected, 9),
  );
});
