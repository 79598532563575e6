import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./csp";

const directives = (policy: string) =>
  new Map(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)] as const));

describe("contentSecurityPolicy", () => {
  it("runs no script without the nonce, in production", () => {
    const policy = directives(contentSecurityPolicy("abc", false));
    expect(policy.get("script-src")).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"]);
    expect(policy.get("style-src")).not.toContain("'unsafe-inline'");
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  });

  it("lets the development build evaluate, and only that", () => {
    expect(contentSecurityPolicy("abc", true)).toContain("'unsafe-eval'");
    expect(contentSecurityPolicy("abc", false)).not.toContain("unsafe-eval");
  });
});

describe("the other headers", () => {
  it("hold browsers to https where people come by it, and nowhere else", () => {
    expect(securityHeaders(true)).toMatchObject({ "Strict-Transport-Security": "max-age=31536000" });
    expect(securityHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
    expect(securityHeaders(false)).toMatchObject({ "X-Frame-Options": "DENY" });
  });
});
