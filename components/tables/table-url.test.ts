import { describe, expect, it } from "vitest";
import { formatSort, parsePage, parseSort, shownColumns } from "./table-url";

describe("sort in the URL", () => {
  it.each([
    ["expires", [{ id: "expires", desc: false }]],
    ["-expires", [{ id: "expires", desc: true }]],
    ["gone-column", []],
    ["", []],
  ])("reads %s", (text, sorting) => {
    expect(parseSort(text, ["expires", "student"])).toEqual(sorting);
  });

  it("writes what it reads", () => {
    for (const text of ["expires", "-student", ""])
      expect(formatSort(parseSort(text, ["expires", "student"]))).toBe(text);
  });
});

describe("page in the URL", () => {
  it.each([
    [1, 100, 250, { pageIndex: 0, pageSize: 100 }],
    [3, 100, 250, { pageIndex: 2, pageSize: 100 }],
    [9, 100, 250, { pageIndex: 2, pageSize: 100 }],
    [0, 100, 250, { pageIndex: 0, pageSize: 100 }],
    [-4, 50, 0, { pageIndex: 0, pageSize: 50 }],
    [1, 7, 250, { pageIndex: 0, pageSize: 100 }],
  ])("page %i of %i rows each, %i in all", (page, size, rows, pagination) => {
    expect(parsePage(page, size, rows)).toEqual(pagination);
  });
});

describe("columns in the URL", () => {
  const all = ["a", "b", "c"];
  it("shows the table's own choice where none is named, or none that exists", () => {
    expect(shownColumns(null, all, ["a"])).toEqual({ a: true, b: false, c: false });
    expect(shownColumns(["x"], all, ["a"])).toEqual({ a: true, b: false, c: false });
  });
  it("shows those named", () => {
    expect(shownColumns(["c", "x"], all, ["a"])).toEqual({ a: false, b: false, c: true });
  });
});
