import fc from "fast-check";
import { expect, it } from "vitest";
import { roundTimes } from "./round-times";

const START = Date.parse("2026-12-02T14:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

it("gives ticks at round times of the reader's zone", () => {
  const hours = (offset: number) =>
    roundTimes(START, START + 4 * HOUR_MS, 5, offset).map((atMs) => (atMs - START) / HOUR_MS);
  expect(hours(0)).toEqual([0, 1, 2, 3, 4]);
  expect(hours(330)).toEqual([0.5, 1.5, 2.5, 3.5]);
});

it("gives no more ticks than asked for, in order and within the time", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: MINUTE_MS, max: 60 * 24 * HOUR_MS }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(0, 60, 330, 345, 540, -210, -480),
      (lengthMs, most, offset) => {
        const times = roundTimes(START + 1234, START + 1234 + lengthMs, most, offset);
        expect(times.length).toBeLessThanOrEqual(most);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times.every((at) => at >= START + 1234 && at <= START + 1234 + lengthMs)).toBe(true);
      },
    ),
  );
});
