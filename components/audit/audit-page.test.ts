import { describe, expect, it } from "vitest";
import { auditQuery } from "@/lib/contracts/status";
import { auditPage } from "./audit-page";

describe("the page of the audit in an address", () => {
  it.each(["1", "120", "9".repeat(18)])("is %s, as the server takes it", (text) => {
    expect(auditPage.parse(text)).toBe(text);
    expect(auditQuery.safeParse({ before: text }).success).toBe(true);
  });

  it.each(["", "garbage", "-1", "1.5", "9".repeat(19), "1 OR 1"])("is the newest for “%s”", (text) => {
    expect(auditPage.parse(text)).toBeNull();
    expect(auditQuery.safeParse({ before: text }).success).toBe(false);
  });
});
