import { describe, expect, it } from "vitest";
import { unstorableFields } from "./storable-text";

describe("unstorableFields", () => {
  it.each([
    ["a NUL", { a: { b: ["x", "y\0"] } }, "a.b.1"],
    ["the first half of a character alone", { name: "x\ud83d" }, "name"],
    ["the second half alone", { name: "\ude00x" }, "name"],
    ["halves in the wrong order", { name: "\ude00\ud83d" }, "name"],
    ["a NUL in the name of a property", { spec: { "k\0": 1 } }, "spec"],
  ])("names the field with %s", (_, input, path) => {
    expect(unstorableFields(input)).toEqual([{ path, code: "bad-format" }]);
  });

  it.each([["한글 😀 é \u200d\n\t"], [7], [null], [undefined], [true], [[]], [{ a: [{ b: "x" }] }]])(
    "finds nothing in %j",
    (input) => expect(unstorableFields(input)).toEqual([]),
  );
});
