import { describe, expect, it } from "vitest";
import { mergeFields } from "./merge-fields";

const SEEN = { name: "Linux", memoryMiB: 1024, cloudInit: { a: 1, b: { c: 2, d: 3 } } };

describe("a record that two people change at once", () => {
  it("keeps what the other changed, and takes what its writer changed", () => {
    const now = { ...SEEN, name: "Linux II" };
    expect(mergeFields(now, SEEN, { ...SEEN, memoryMiB: 2048 })).toEqual({ ...now, memoryMiB: 2048 });
  });

  it("is a conflict where both changed the same field to different values", () => {
    expect(mergeFields({ ...SEEN, name: "A" }, SEEN, { ...SEEN, name: "B" })).toBeNull();
    expect(mergeFields({ ...SEEN, name: "A" }, SEEN, { ...SEEN, name: "A" })).toEqual({ ...SEEN, name: "A" });
  });

  it("takes an object whose keys stand in another order for the same", () => {
    const now = { ...SEEN, cloudInit: { b: { d: 3, c: 2 }, a: 1 } };
    const wanted = { ...SEEN, cloudInit: { a: 1, b: { c: 2, d: 4 } } };
    expect(mergeFields(now, SEEN, wanted)).toEqual(wanted);
  });
});
