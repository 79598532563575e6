import { describe, expect, it } from "vitest";
import { matches, parseSelector } from "./selector";

const labels = { app: "web", tier: "", "app.kubernetes.io/part-of": "shop" };
const holds = (text: string) => {
  const read = parseSelector(text);
  return "selector" in read ? matches(read.selector, labels) : read.code;
};

describe("a label selector", () => {
  it.each([
    ["", true],
    ["  ", true],
    ["app=web", true],
    ["app==web", true],
    ["app = web", true],
    ["app=other", false],
    ["app!=web", false],
    ["app!=other", true],
    ["missing!=x", true],
    ["tier=", true],
    ["app", true],
    ["missing", false],
    ["!app", false],
    ["! missing", true],
    ["app in (web,api)", true],
    ["app in ( api , web )", true],
    ["app in(web)", true],
    ["app in (api)", false],
    ["app notin (web,api)", false],
    ["app notin (api)", true],
    ["missing notin (api)", true],
    ["missing in (api)", false],
    ["app.kubernetes.io/part-of=shop,app in (web,api),!missing", true],
    ["app=web,tier=front", false],
    ["toString", false],
    // A key may be called as an operator is.
    ["in", false],
  ])("%s: %s", (text, expected) => expect(holds(text)).toBe(expected));

  it.each([
    ["app=web,", "selector-empty-part", ""],
    [",app", "selector-empty-part", ""],
    ["app=web,,tier", "selector-empty-part", ""],
    ["=web", "selector-bad-operator", "=web"],
    ["-app=web", "selector-bad-key", "-app=web"],
    ["a/b/c=1", "selector-bad-key", "a/b/c=1"],
    ["Up.Per/app=1", "selector-bad-key", "Up.Per/app=1"],
    ["!", "selector-bad-key", "!"],
    ["app=we b", "selector-bad-value", "app=we b"],
    [`app=${"x".repeat(64)}`, "selector-bad-value", `app=${"x".repeat(64)}`],
    ["app in (web,a b)", "selector-bad-value", "app in (web,a b)"],
    ["app in ()", "selector-no-values", "app in ()"],
    ["app in web", "selector-no-values", "app in web"],
    ["app in (web", "selector-no-values", "app in (web"],
    ["app=a=b", "selector-bad-operator", "app=a=b"],
    ["size>3", "selector-bad-operator", "size>3"],
    ["app web", "selector-bad-operator", "app web"],
  ])("%s is refused: %s", (text, code, part) =>
    expect(parseSelector(text)).toEqual({ code, params: { part } }),
  );
});
