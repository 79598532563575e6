import { describe, expect, it } from "vitest";
import { csvCell, toCsv } from "./csv";

describe("csvCell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+82", "'+82"],
    ["-2", "'-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\r=1", `"'\r=1"`],
    ["a=b", "a=b"],
    ['=cmd|" /c"', `"'=cmd|"" /c"""`],
    ["a,b", '"a,b"'],
    ["a\nb", '"a\nb"'],
    ["박미나", "박미나"],
    ["", ""],
    [-5, "-5"],
    [0, "0"],
    [false, "false"],
    [null, ""],
    [undefined, ""],
  ])("writes %j as %j", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

describe("toCsv", () => {
  it("guards headings too, ends every line with CRLF and begins with a byte order mark", () => {
    expect(toCsv(["=a", "b"], [["x", null]])).toBe("\uFEFF'=a,b\r\nx,\r\n");
  });
});
