import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (?!threat |-)/.test(line));
const threats = rows.map((row) => ({
  threat: row.split("|")[1]?.trim() ?? "",
  files: [...row.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`/g)].map((match) => match[1] ?? ""),
}));

it("docs/security.md has a page of threats", () => {
  expect(threats.length).toBeGreaterThan(12);
});

it.each(threats)("a test that is there watches over: $threat", ({ files }) => {
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
