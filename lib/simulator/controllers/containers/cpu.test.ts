import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareCores, weightOf } from "./cpu";

describe("weightOf", () => {
  it.each([
    [0, 1],
    [5, 2],
    [10, 4],
    [25, 6],
    [100, 17],
    [250, 35],
    [500, 59],
    [1000, 100],
    [2000, 174],
    [8000, 532],
  ])("a request of %im has the weight %i that runc gives it", (milli, weight) => {
    expect(weightOf(milli / 1000)).toBe(weight);
  });
});

const claims = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 10_000 }),
    most: fc.double({ min: 0, max: 8, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

describe("shareCores", () => {
  it("gives everybody what they want while there is enough, and shares by weight once there is not", () => {
    expect(
      shareCores(4, [
        { weight: 1, most: 1 },
        { weight: 9, most: 2 },
      ]),
    ).toEqual([1, 2]);
    expect(
      shareCores(4, [
        { weight: 1, most: 4 },
        { weight: 3, most: 4 },
      ]),
    ).toEqual([1, 3]);
  });
  it("hands on what one leaves over", () => {
    expect(
      shareCores(4, [
        { weight: 1, most: 0.5 },
        { weight: 1, most: 4 },
      ]),
    ).toEqual([0.5, 3.5]);
  });
  it("never gives more than there is or than one can use, and leaves nothing idle while somebody wants", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 16, noNaN: true }), claims, (cores, wants) => {
        const shares = shareCores(cores, wants);
        const sum = shares.reduce((a, b) => a + b, 0);
        const wanted = wants.reduce((a, { most }) => a + most, 0);
        expect(sum).toBeCloseTo(Math.min(cores, wanted), 6);
        shares.forEach((share, index) => expect(share).toBeLessThanOrEqual((wants[index]?.most ?? 0) + 1e-9));
      }),
    );
  });
});
