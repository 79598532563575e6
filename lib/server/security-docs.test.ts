import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (?!threat |-)/.test(line));
/** `file.test.ts` "a part of a test's title", and of the same file perhaps: and "another". */
const NAMED = /`([\w/.-]+\.(?:test|spec)\.tsx?)` ("[^"]+"(?: and "[^"]+")*)/g;
const threats = rows.map((row) => {
  const tests = row.split("|")[3] ?? "";
  const named = [...tests.matchAll(NAMED)].map(([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }));
  return { threat: row.split("|")[1]?.trim() ?? "", named, files: tests.match(/`/g)?.length ?? 0 };
});

it("docs/security.md has a page of threats", () => {
  expect(threats.length).toBeGreaterThan(20);
});

it.each(threats)("a test that is there tries: $threat", ({ named, files }) => {
  expect(named).not.toEqual([]);
  expect(named.length * 2, "a file is named without a title").toBe(files);
  for (const { file, titles } of named) {
    expect(existsSync(file), file).toBe(true);
    const source = readFileSync(file, "utf8");
    expect(
      titles.filter((title) => !source.includes(title)),
      file,
    ).toEqual([]);
  }
});
