import { beforeEach, describe, expect, it } from "vitest";
import { ClusterError } from "../cluster-error";
import { type Json, text } from "../translate/fields";
import { HeldObjects } from "./held-objects";

let held: HeldObjects<string>;
const object = (name: string, version: number, spec: string): Json => ({
  metadata: { namespace: "labs", name, resourceVersion: String(version) },
  spec,
});
const line = (type: string, name: string, version: number, spec = name) => ({
  type,
  object: object(name, version, spec),
});

beforeEach(() => {
  held = new HeldObjects(({ spec }) => {
    if (spec === "broken") throw new ClusterError("incomplete", 200, "no such object");
    return spec === "unheard" ? null : text(spec);
  });
  held.replace(
    [object("b", 5, "b"), object("a", 6, "a"), object("c", 7, "unheard")].map((one) => held.entry(one)),
    "10",
  );
});

describe("HeldObjects", () => {
  it("holds a list in the order of names, without what has no word", () => {
    expect(held.items).toEqual(["a", "b"]);
    expect(held.version).toBe("10");
  });

  it("folds what is added, changed and deleted, and keeps the version of the last word", () => {
    expect(held.apply(line("ADDED", "aa", 11))).toBe("sign");
    expect(held.apply(line("MODIFIED", "b", 12, "B"))).toBe("sign");
    expect(held.apply(line("DELETED", "a", 13))).toBe("sign");
    expect(held.items).toEqual(["aa", "B"]);
    expect(held.apply({ type: "BOOKMARK", object: { metadata: { resourceVersion: "20" } } })).toBe("sign");
    expect(held.version).toBe("20");
    expect(held.items).toEqual(["aa", "B"]);
  });

  it("lets go of an object that no longer has a word", () => {
    held.apply(line("MODIFIED", "b", 11, "unheard"));
    expect(held.items).toEqual(["a"]);
  });

  it("answers the same array until something changes", () => {
    const before = held.items;
    held.apply({ type: "BOOKMARK", object: { metadata: { resourceVersion: "20" } } });
    expect(held.items).toBe(before);
  });

  it("takes nothing from a server at an older version than its own", () => {
    expect(held.apply(line("ADDED", "z", 9))).toBe("older");
    expect(held.apply({ type: "BOOKMARK", object: { metadata: { resourceVersion: "9" } } })).toBe("older");
    expect(held.items).toEqual(["a", "b"]);
    expect(held.version).toBe("10");
  });

  it("tells a version that is forgotten from another error and from what is no line of a watch", () => {
    const error = (code: number) => ({ type: "ERROR", object: { kind: "Status", code } });
    expect(held.apply(error(410))).toBe("expired");
    expect(held.apply(error(500))).toBe("refused");
    for (const odd of [null, "x", {}, { type: "ADDED" }, line("NEWS", "a", 11)])
      expect(held.apply(odd)).toBe("unclear");
    expect(held.apply({ type: "ADDED", object: { metadata: { name: "a" } } })).toBe("unclear");
  });

  it("throws for an object that is none, and stays at the version before it", () => {
    expect(() => held.apply(line("MODIFIED", "a", 11, "broken"))).toThrow(ClusterError);
    expect(held.version).toBe("10");
  });
});
