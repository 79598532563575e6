import { describe, expect, it } from "vitest";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { withoutSecrets } from "./span-scrub";

const span = (given: Partial<ReadableSpan>): ReadableSpan =>
  ({ name: "GET /", attributes: {}, events: [], status: { code: 0 }, ...given }) as ReadableSpan;

describe("withoutSecrets", () => {
  it.each([
    ["GET /api/auth/callback/oidc?code=abc&state=d", "GET /api/auth/callback/oidc"],
    ["fetch GET https://id.test/token?client_secret=abc", "fetch GET https://id.test/token"],
    ["/setup#abc", "/setup"],
    ["GET /api/sessions", "GET /api/sessions"],
    ["is it on? yes", "is it on? yes"],
  ])("leaves of %s no query: %s", (given, left) => {
    const cleaned = withoutSecrets(span({ name: given, attributes: { "http.target": given, n: 3 } }));
    expect(cleaned.name).toBe(left);
    expect(cleaned.attributes).toEqual({ "http.target": left, n: 3 });
  });

  it("takes out what an error says, and leaves its class and the span's code", () => {
    const cleaned = withoutSecrets(
      span({
        status: { code: 2, message: "relation with value hunter2" },
        attributes: { "error.type": "unavailable", "error.message": "hunter2" },
        events: [
          {
            name: "exception",
            time: [0, 0],
            attributes: {
              "exception.type": "Error",
              "exception.message": "hunter2",
              "exception.stacktrace": "hunter2",
            },
          },
        ],
      }),
    );
    expect(JSON.stringify([cleaned.status, cleaned.attributes, cleaned.events])).not.toContain("hunter2");
    expect(cleaned.status).toEqual({ code: 2 });
    expect(cleaned.attributes).toEqual({ "error.type": "unavailable" });
    expect(cleaned.events[0]?.attributes).toEqual({ "exception.type": "Error" });
  });
});
