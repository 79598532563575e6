import { describe, expect, it } from "vitest";
import { matchesLabels, parseLabelSelector } from "./label-selector";

const MACHINES: Record<string, string>[] = [
  { app: "demo", tier: "web" },
  { app: "demo", tier: "db", beta: "x" },
  { app: "demo", tier: "cache" },
  { app: "other" },
];

function matching(selector: string): number[] {
  const requirements = parseLabelSelector(selector);
  return MACHINES.flatMap((labels, index) => (matchesLabels(requirements, labels) ? [index] : []));
}

describe("label selectors", () => {
  it.each([
    ["", [0, 1, 2, 3]],
    ["tier=web", [0]],
    ["tier==web", [0]],
    ["tier!=web", [1, 2, 3]],
    ["beta", [1]],
    ["!beta", [0, 2, 3]],
    ["tier in (web,cache)", [0, 2]],
    ["tier notin (web)", [1, 2, 3]],
    ["app=demo,tier in (db),!beta", []],
    ["app=demo, tier in ( web , db )", [0, 1]],
  ])("%j selects %j", (selector, expected) => {
    expect(matching(selector)).toEqual(expected);
  });

  it.each([
    ["tier in web", "unable to parse requirement: found 'web' expected: '('"],
    ["=x", "found '=', expected: !, identifier, or 'end of string'"],
    ["tier=web=db", "found '=', expected: ',' or 'end of string'"],
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    [
      "tier=web/../x",
      /^unable to parse requirement: values\[0\]\[tier\]: Invalid value: "web\/..\/x": a valid label/,
    ],
  ])("refuses %j", (selector, message) => {
    expect(() => parseLabelSelector(selector)).toThrow(message);
  });
});
