import { describe, expect, it } from "vitest";
import { queryNumber, queryWhole } from "./query-number";

const read = (text: unknown) => queryNumber(0, 100).safeParse(text).data ?? null;

describe("queryNumber", () => {
  it.each([
    ["8", 8],
    [" 8 ", 8],
    ["0", 0],
    ["1.5", 1.5],
    [".5", 0.5],
    ["1e1", 10],
    ["-0.0", 0],
  ])("reads %j", (text, number) => expect(read(text)).toBeCloseTo(number));

  it.each([
    "",
    " ",
    "-1",
    "101",
    "0x10",
    "1e999",
    "NaN",
    "Infinity",
    "true",
    "1,5",
    "１",
    8,
    null,
    [],
    ["8"],
  ])("takes %j for none", (text) => expect(read(text)).toBeNull());
});

describe("queryWhole", () => {
  it("takes no part of one", () => {
    expect(queryWhole(0, 9).safeParse("1.5").success).toBe(false);
    expect(queryWhole(0, 9).parse("1.0")).toBe(1);
  });
});
