import { describe, expect, it } from "vitest";
import { clampWindow, OVERSCAN, rowsInSight } from "./row-window";

describe("rowsInSight", () => {
  it("begins at the first row and covers the height with some to spare", () => {
    const { first, end } = rowsInSight(0, 360, 36);
    expect(first).toBe(0);
    expect(end).toBeGreaterThanOrEqual(10 + OVERSCAN);
  });

  it("covers what is in sight wherever it is scrolled to, with few rows", () => {
    for (let top = 0; top < 360_000; top += 1234) {
      const { first, end } = rowsInSight(top, 700, 36);
      expect(first * 36).toBeLessThanOrEqual(top);
      expect(end * 36).toBeGreaterThanOrEqual(top + 700);
      expect(end - first).toBeLessThan(60);
    }
  });
});

describe("clampWindow", () => {
  it.each([
    [{ first: 0, end: 40 }, 3, { first: 0, end: 3 }],
    [{ first: 0, end: 40 }, 0, { first: 0, end: 0 }],
    [{ first: 100, end: 140 }, 1000, { first: 100, end: 140 }],
    [{ first: 100, end: 140 }, 120, { first: 80, end: 120 }],
    [{ first: 100, end: 140 }, 10, { first: 0, end: 10 }],
  ])("%o of %i rows is %o", (window, count, clamped) => {
    expect(clampWindow(window, count)).toEqual(clamped);
  });
});
