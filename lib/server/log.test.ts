import { describe, expect, it } from "vitest";
import { errorFields, scrub } from "./log";

describe("scrub", () => {
  it("removes what is named like a secret, at any depth that is logged", () => {
    const scrubbed = scrub({
      session: "abc",
      reapToken: "t0p",
      person: { oldPassword: "pw", Authorization: "Bearer x" },
    });
    expect(scrubbed).toEqual({
      session: "abc",
      reapToken: "[removed]",
      person: { oldPassword: "[removed]", Authorization: "[removed]" },
    });
  });

  it("logs no whole object", () => {
    expect(JSON.stringify(scrub({ vm: { metadata: { labels: { a: "deep" } } } }))).not.toContain("deep");
  });

  it("cuts long texts", () => {
    expect(String(scrub({ text: "x".repeat(9999) }).text).length).toBeLessThan(600);
  });
});

describe("errorFields", () => {
  it("says class, code and status, never the message", () => {
    const error = Object.assign(new TypeError("secret value 'hunter2' is no date"), {
      code: "P2002",
      status: 409,
    });
    const fields = errorFields(error);
    expect(fields).toMatchObject({ class: "TypeError", code: "P2002", status: 409 });
    expect(JSON.stringify(fields)).not.toContain("hunter2");
    expect(fields.at).not.toHaveLength(0);
  });

  it("takes anything that was thrown", () => {
    expect(errorFields("text")).toEqual({ class: "string" });
    expect(errorFields(null)).toEqual({ class: "object" });
  });
});
