import { describe, expect, it } from "vitest";
import { unexplained } from "./audit-step";

const advisory = (severity: string, id: string) => ({
  severity,
  title: `Hole ${id}`,
  url: `https://github.com/advisories/${id}`,
});
const report = (...via: unknown[]) => JSON.stringify({ vulnerabilities: { "a-package": { via } } });

describe("unexplained", () => {
  it.each([
    [
      "a high one",
      report(advisory("high", "GHSA-1")),
      "",
      ["high: Hole GHSA-1 (https://github.com/advisories/GHSA-1)"],
    ],
    [
      "a critical one, found on two ways, once",
      report(advisory("critical", "GHSA-1"), advisory("critical", "GHSA-1")),
      "",
      ["critical: Hole GHSA-1 (https://github.com/advisories/GHSA-1)"],
    ],
    [
      "one that the document explains",
      report(advisory("high", "GHSA-1")),
      "GHSA-1: no request reaches it",
      [],
    ],
    ["a moderate one", report(advisory("moderate", "GHSA-1")), "", []],
    ["a package that is named as the way to another", report("a-package"), "", []],
    ["nothing", report(), "", []],
    [
      "a report behind a warning",
      `npm warn old\n${report(advisory("high", "GHSA-2"))}`,
      "",
      ["high: Hole GHSA-2 (https://github.com/advisories/GHSA-2)"],
    ],
  ])("of %s", (_, given, explanations, lines) => {
    expect(unexplained(given, explanations)).toEqual(lines);
  });

  it.each([
    ["words", "npm error audit endpoint returned an error"],
    ["an error as JSON", '{"error": {"code": "E405"}}'],
    ["nothing", ""],
  ])("is null for %s in place of a report: that is not the same as no hole", (_, given) => {
    expect(unexplained(given, "")).toBeNull();
  });
});
