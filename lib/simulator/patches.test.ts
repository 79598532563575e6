import { describe, expect, it } from "vitest";
import { jsonPatch, mergePatch, strategicPatch } from "./patch";

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

  it("refuses a failed test, a missing path and what is no list", () => {
    const rejected = "the server rejected our request due to an error in our request";
    expect(() => jsonPatch({ a: 1 }, [{ op: "test", path: "/a", value: 2 }])).toThrow(rejected);
    expect(() => jsonPatch({}, [{ op: "remove", path: "/a" }])).toThrow(rejected);
    expect(() => jsonPatch({}, { a: 1 })).toThrow(
      "cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    );
  });
});
