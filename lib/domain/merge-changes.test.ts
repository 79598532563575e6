import { describe, expect, it } from "vitest";
import { mergeChanges } from "./merge-changes";

const merged = (now: object, seen: object, wanted: object) =>
  Object.fromEntries(
    mergeChanges(
      new Map(Object.entries(now)),
      new Map(Object.entries(seen)),
      new Map(Object.entries(wanted)),
    ),
  );

describe("what a form makes of a list that somebody else changed under it", () => {
  it("adds and takes out what its writer did", () => {
    expect(
      merged({ a: "student", b: "student" }, { a: "student", b: "student" }, { b: "student", c: "student" }),
    ).toEqual({
      b: "student",
      c: "student",
    });
  });

  it("keeps whom somebody else added meanwhile, and lets go whom they took out", () => {
    expect(merged({ b: 1, x: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 })).toEqual({ b: 1, c: 1, x: 1 });
  });

  it("changes an entry that its writer changed, and no other", () => {
    expect(
      merged(
        { a: "instructor", b: "student" },
        { a: "student", b: "student" },
        { a: "student", b: "instructor" },
      ),
    ).toEqual({ a: "instructor", b: "instructor" });
  });

  it("lets the later one hold where both changed the same", () => {
    expect(merged({ a: "instructor" }, { a: "student" }, {})).toEqual({});
  });

  it("makes the list what is wanted where nobody else did anything", () => {
    expect(merged({ a: 1, b: 2 }, { a: 1, b: 2 }, { b: 3, d: 4 })).toEqual({ b: 3, d: 4 });
  });
});
