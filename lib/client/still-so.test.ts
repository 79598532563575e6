import { describe, expect, it } from "vitest";
import { followFailure, type SeenFailure, type Standing } from "./still-so";

const follow = (attempt: number | null, standings: readonly Partial<Standing>[]) =>
  standings.reduce<SeenFailure | null>(
    (seen, standing) =>
      followFailure(seen, attempt, { situation: "a", answers: 0, isLost: false, ...standing }),
    null,
  )?.isSo;

describe("the message of a failed attempt", () => {
  it("is there as long as things stand as they did, however often they are told", () => {
    expect(follow(1, [{}, { answers: 50 }])).toBe(true);
  });

  it("goes once they stand otherwise, and does not come back", () => {
    expect(follow(1, [{}, { situation: "b" }])).toBe(false);
    expect(follow(1, [{}, { situation: "b" }, {}])).toBe(false);
  });

  it("of an attempt that was lost goes some answers after the connection is back", () => {
    const lost = (answers: number) => ({ isLost: true, answers });
    expect(follow(1, [lost(7), lost(8), lost(10)])).toBe(true);
    expect(follow(1, [lost(7), lost(11)])).toBe(false);
  });

  it("is another one's with another attempt, and nobody's without", () => {
    const past = followFailure({ attempt: 1, situation: "a", answers: 0, isSo: false }, 2, {
      ...{ situation: "a", answers: 0, isLost: false },
    });
    expect(past?.isSo).toBe(true);
    expect(followFailure(past, null, { situation: "a", answers: 0, isLost: false })).toBeNull();
  });
});
