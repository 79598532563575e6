import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CapacitySample, peakOf, refusalsOf, thinHistory } from "./history";

const NOW = Date.parse("2026-12-01T10:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const sample = (ageMs: number, taken = 1, refused = 0): CapacitySample => ({
  ...{ atMs: NOW - ageMs, taken, cap: 8, releasing: 0, refused },
  ...{ refusedByQuota: 2 * refused, refusedByNodes: 3 * refused },
});
const minutely = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / MINUTE }, (_none, i) => sample(fromMs + i * MINUTE));

describe("thinHistory", () => {
  it("keeps all of two hours, one in five minutes of a day, one an hour of seven days, and no more", () => {
    const samples = minutely(0, 8 * 24 * HOUR);
    const kept = thinHistory(samples, NOW);
    const between = (fromMs: number, untilMs: number) =>
      kept.filter(({ atMs }) => NOW - atMs >= fromMs && NOW - atMs < untilMs).length;
    expect(between(0, 2 * HOUR)).toBe(120);
    // One more each: the newest sample of an age stands alone in a stretch that the age has just reached.
    expect(between(2 * HOUR, 24 * HOUR)).toBe(22 * 12 + 1);
    expect(between(24 * HOUR, 7 * 24 * HOUR)).toBe(6 * 24 + 1);
    expect(between(7 * 24 * HOUR, Infinity)).toBe(0);
  });
  it.each([
    ["a sample of two hours less a millisecond", [2 * HOUR - 1, 2 * HOUR - 2], 2],
    ["samples of two hours, in one stretch of five minutes", [2 * HOUR + MINUTE, 2 * HOUR + 2 * MINUTE], 1],
    ["a sample of seven days less a millisecond", [7 * 24 * HOUR - 1], 1],
    ["a sample of seven days", [7 * 24 * HOUR], 0],
  ])("%s", (_name, ages, left) => {
    expect(
      thinHistory(
        ages.map((age) => sample(age)),
        NOW,
      ),
    ).toHaveLength(left);
  });
  it("keeps the peak of a stretch, with the refusals of all", () => {
    const day = 30 * HOUR;
    const samples = [sample(day + 1, 3, 1), sample(day + 2, 8, 2), sample(day + 3, 5)];
    expect(thinHistory(samples, NOW)).toEqual([sample(day + 2, 8, 3)]);
  });

  const histories = fc.array(
    fc.record({
      ...{ ageMs: fc.nat(8 * 24 * HOUR), taken: fc.nat(20), refused: fc.nat(3) },
    }),
    { maxLength: 200 },
  );
  const made = (drawn: readonly { ageMs: number; taken: number; refused: number }[]) => [
    ...new Map(drawn.map((each) => [each.ageMs, sample(each.ageMs, each.taken, each.refused)])).values(),
  ];
  it("changes nothing when done again, and loses no peak and no refusal of the seven days", () => {
    fc.assert(
      fc.property(histories, (drawn) => {
        const samples = made(drawn);
        const young = samples.filter(({ atMs }) => NOW - atMs < 7 * 24 * HOUR);
        const kept = thinHistory(samples, NOW);
        expect(thinHistory(kept, NOW)).toEqual(kept);
        expect(peakOf(kept)?.taken).toBe(peakOf(young)?.taken);
        expect(refusalsOf(kept)).toEqual(refusalsOf(young));
      }),
    );
  });
});

describe("peakOf", () => {
  it("is the fullest, the newest of several, and none of nothing", () => {
    expect(peakOf([sample(3, 4), sample(1, 4), sample(2, 1)])).toEqual(sample(1, 4));
    expect(peakOf([])).toBeNull();
  });
});
