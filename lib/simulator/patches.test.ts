import { describe, expect, it } from "vitest";
import { jsonPatch } from "./json-patch";
import { mergePatch } from "./merge-patch";
import { strategicPatch } from "./strategic-patch";

describe("patches", () => {
  it("merges objects, removes with null and replaces lists whole", () => {
    const target = { metadata: { labels: { a: "1", b: "2" }, finalizers: ["x", "y"] } };
    const patch = { metadata: { labels: { a: null, c: "3" }, finalizers: ["z"] } };
    expect(mergePatch(target, patch)).toEqual({
      metadata: { labels: { b: "2", c: "3" }, finalizers: ["z"] },
    });
    expect(target.metadata.labels).toEqual({ a: "1", b: "2" });
  });

  it("merges finalizers strategically, new ones first", () => {
    const merged = strategicPatch({ finalizers: ["a"], other: [1] }, { finalizers: ["b"], other: [2] });
    expect(merged).toEqual({ finalizers: ["b", "a"], other: [2] });
  });

  it("applies operations in order and adds what replace does not find", () => {
    const operations = [
      { op: "test", path: "/a", value: 1 },
      { op: "replace", path: "/b", value: 2 },
      { op: "add", path: "/list/-", value: "x" },
      { op: "remove", path: "/a" },
    ];
    expect(jsonPatch({ a: 1, list: [] }, operations)).toEqual({ b: 2, list: ["x"] });
  });

  it("moves and copies what is there, and refuses to where nothing is", () => {
    expect(jsonPatch({ a: { b: 1 }, list: [1, 2, 3] }, [{ op: "move", from: "/a/b", path: "/c" }])).toEqual({
      ...{ a: {}, c: 1, list: [1, 2, 3] },
    });
    expect(jsonPatch({ list: [1, 2, 3] }, [{ op: "move", from: "/list/0", path: "/list/-" }])).toEqual({
      list: [2, 3, 1],
    });
    expect(jsonPatch({ a: { b: 1 } }, [{ op: "copy", from: "/a", path: "/c" }])).toEqual({
      a: { b: 1 },
      c: { b: 1 },
    });
    for (const op of ["move", "copy"])
      expect(() => jsonPatch({}, [{ op, from: "/a", path: "/b" }])).toThrow();
  });

  it("compares by value in a test, whatever the order of the members", () => {
    const test = { op: "test", path: "/a", value: { y: 2, x: 1 } };
    expect(jsonPatch({ a: { x: 1, y: 2 } }, [test])).toEqual({ a: { x: 1, y: 2 } });
    expect(jsonPatch({}, [{ op: "test", path: "/none", value: null }])).toEqual({});
  });

  it("takes names for names, also those that every object of JavaScript has", () => {
    const evil = JSON.parse('{"__proto__": {"polluted": true}}') as object;
    for (const apply of [mergePatch, strategicPatch]) {
      const result = apply({}, evil) as object;
      expect(Object.keys(result)).toEqual(["__proto__"]);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    }
    expect(() => jsonPatch({}, [{ op: "add", path: "/__proto__/polluted", value: true }])).toThrow();
    expect(() => jsonPatch({}, [{ op: "remove", path: "/constructor" }])).toThrow();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("refuses more operations, and larger copies, than a server allows", () => {
    const many = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/a", value: 1 }));
    expect(() => jsonPatch({ a: 1 }, many)).toThrow(
      "The allowed maximum operations in a JSON patch is 10000, got 10001",
    );
    const doubling = Array.from({ length: 40 }, (_, n) => ({ op: "copy", from: "", path: `/${n}` }));
    expect(() => jsonPatch({ a: "x".repeat(100) }, doubling)).toThrow(
      /accumulated size increase of copy is \d+/,
    );
  });

  it("refuses a failed test, a missing path and what is no list", () => {
    const rejected = "the server rejected our request due to an error in our request";
    expect(() => jsonPatch({ a: 1 }, [{ op: "test", path: "/a", value: 2 }])).toThrow(rejected);
    expect(() => jsonPatch({}, [{ op: "remove", path: "/a" }])).toThrow(rejected);
    expect(() => jsonPatch({}, { a: 1 })).toThrow(
      "cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    );
  });
});
