import fc from "fast-check";
import { expect, it } from "vitest";
import { shareCores } from "./share-cores";

const claims = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 10_000 }),
    most: fc.double({ min: 0, max: 8, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

it("shares by weight what is too little, and hands on what one leaves", () => {
  const share = (cores: number, ...wants: [number, number][]) =>
    shareCores(
      cores,
      wants.map(([weight, most]) => ({ weight, most })),
    );
  expect(share(4, [1, 4], [3, 4])).toEqual([1, 3]);
  expect(share(4, [1, 0.5], [1, 4])).toEqual([0.5, 3.5]);
  expect(share(4, [1, 1], [1, 1])).toEqual([1, 1]);
});

it("conserves work: all that is wanted is given or all there is, and nobody gets more than they can use", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 16, noNaN: true }), claims, (cores, wants) => {
      const shares = shareCores(cores, wants);
      const wanted = wants.reduce((sum, { most }) => sum + most, 0);
      expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(Math.min(cores, wanted), 6);
      shares.forEach((share, index) => expect(share).toBeLessThanOrEqual((wants[index]?.most ?? 0) + 1e-9));
    }),
  );
});

it("treats equals equally, in whatever order they come", () => {
  fc.assert(
    fc.property(claims, fc.double({ min: 0.1, max: 16, noNaN: true }), (wants, cores) => {
      const twice = shareCores(cores, [...wants, ...wants]);
      wants.forEach((_, index) => expect(twice[index]).toBeCloseTo(twice[index + wants.length] ?? -1, 6));
    }),
  );
});
