import { describe, expect, it } from "vitest";
import { warningDue, warningFor } from "./expiry-warnings";

const MINUTE = 60_000;

describe("warningFor", () => {
  it.each([
    [10 * MINUTE + 1, null],
    [10 * MINUTE, 10],
    [5 * MINUTE + 1, 10],
    [5 * MINUTE, 5],
    [MINUTE + 1, 5],
    [MINUTE, 1],
    [1, 1],
    [0, null],
  ])("with %i ms left is %s", (leftMs, warning) => {
    expect(warningFor(leftMs)).toBe(warning);
  });
});

describe("warningDue", () => {
  it("gives each warning once while the time runs out", () => {
    let given: 10 | 5 | 1 | null = null;
    const told: number[] = [];
    for (let leftMs = 12 * MINUTE; leftMs >= 0; leftMs -= 1000) {
      const due = warningDue(leftMs, given);
      if (due === null) continue;
      given = due;
      told.push(due);
    }
    expect(told).toEqual([10, 5, 1]);
  });

  it("gives only the latest where a device slept through the others", () => {
    expect(warningDue(30_000, 10)).toBe(1);
    expect(warningDue(30_000, 1)).toBeNull();
  });

  it("does not go back to an earlier one", () => {
    expect(warningDue(8 * MINUTE, 5)).toBeNull();
  });
});
