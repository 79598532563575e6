import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const ENVIRONMENT = {
  ...{ DATABASE_URL: "postgresql://curfew@127.0.0.1/curfew", KUBECONFIG: "kubeconfig" },
  ...{ AUTH_SECRET: "a".repeat(44), CURFEW_REAP_TOKEN: "b".repeat(44) },
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** The environment is read once, so each test has modules of its own. */
async function headersWith(appUrl: string): Promise<Headers> {
  for (const [name, value] of Object.entries({ ...ENVIRONMENT, APP_URL: appUrl })) vi.stubEnv(name, value);
  const { proxy } = await import("@/proxy");
  return proxy(new NextRequest("http://127.0.0.1:3000/overview")).headers;
}

describe("a page's headers", () => {
  it.each([
    ["https://curfew.example.org", "max-age=31536000"],
    ["http://127.0.0.1:3000", null],
  ])("at %s hold browsers to https: %s", async (appUrl, told) => {
    const headers = await headersWith(appUrl);
    expect(headers.get("Strict-Transport-Security")).toBe(told);
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Content-Security-Policy")).toMatch(/'nonce-[^']+'.*frame-ancestors 'none'/);
  });
});
