import { describe, expect, it } from "vitest";
import { pageOfOurs, signInPath } from "./asked-page";

describe("the page to be led on to after the sign-in", () => {
  it.each([
    "/sessions",
    "/sessions?scope=all&sort=-expires",
    "/sessions/abc123",
    "/me",
    "/people?q=%EB%AF%B8",
  ])("is %s, as it was asked for", (page) => {
    expect(pageOfOurs(page)).toBe(page);
    expect(signInPath(page)).toBe(`/sign-in?next=${encodeURIComponent(page)}`);
  });

  it.each([
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test/",
    "/.//evil.test/",
    "\\\\evil.test",
    "javascript:alert(1)",
    "/\tevil",
    "sessions",
    "",
    `/${"x".repeat(3000)}`,
    "/api/sessions",
    "/sign-in?next=/sign-in",
    "/",
    "/setup",
    null,
    undefined,
    ["/sessions"],
  ])("is none for %j", (text) => {
    expect(pageOfOurs(text)).toBeNull();
  });

  it("leaves out what the router asks with", () => {
    expect(pageOfOurs("/sessions?_rsc=1a2b3")).toBe("/sessions");
    expect(signInPath(null)).toBe("/sign-in");
  });
});
