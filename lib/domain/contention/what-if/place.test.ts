import { describe, expect, it } from "vitest";
import type { CaseNode, CasePod } from "./case";
import { incident } from "./incident";
import { place } from "./place";

const node = (name: string, requestedMilli: number, allocatableMilli = 4000): CaseNode => ({
  ...{ name, cores: 4, requestedMilli, allocatableMilli },
});
const pod = (requestMilli: number, where: string | null = null): CasePod => ({
  ...{ node: where, requestMilli, limitCores: null, liveness: null, startup: null },
});
const counts = (where: readonly number[], nodes: number) =>
  Array.from({ length: nodes }, (_, node) => where.filter((each) => each === node).length);

describe("place", () => {
  it("puts the incident's pods where they were, for it goes by requests alone", () => {
    expect(counts(place(incident()), 5)).toEqual([12, 5, 3, 2, 1]);
  });
  it("fills the node that looks empty, and evens out once a request is as big as the difference", () => {
    const nodes = [node("a", 0), node("b", 1000)];
    const of = (milli: number) =>
      place({ nodes, pods: Array.from({ length: 8 }, () => pod(milli)), maxSkew: null });
    expect(counts(of(25), 2)).toEqual([8, 0]);
    expect(counts(of(500), 2)).toEqual([5, 3]);
  });
  it("counts a pod without a request as 100m when it scores, as the scheduler does", () => {
    const nodes = [node("a", 0), node("b", 150)];
    expect(place({ nodes, pods: [pod(0), pod(0), pod(0)], maxSkew: null })).toEqual([0, 0, 1]);
  });
  it("keeps within maxSkew whatever the requests say", () => {
    const nodes = [node("a", 0), node("b", 3000), node("c", 3500)];
    const where = place({ nodes, pods: Array.from({ length: 9 }, () => pod(25)), maxSkew: 1 });
    expect(counts(where, 3)).toEqual([3, 3, 3]);
  });
  it("leaves out what no node can take, and leaves a pod where it already is", () => {
    const nodes = [node("a", 3900), node("b", 0, 1000)];
    expect(place({ nodes, pods: [pod(1100), pod(500, "a"), pod(900)], maxSkew: null })).toEqual([-1, 0, 1]);
  });
});
