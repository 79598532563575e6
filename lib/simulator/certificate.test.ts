import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { selfSigned } from "./certificate";

const NOW_MS = Date.UTC(2026, 8, 30, 23, 59, 59);

describe("selfSigned", () => {
  const { cert } = selfSigned(NOW_MS);
  const read = new X509Certificate(cert);

  it("is an authority that vouches for itself", () => {
    expect(read.ca).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
  });

  it("is for loopback and nothing else", () => {
    expect(read.checkIP("127.0.0.1")).toBe("127.0.0.1");
    expect(read.checkHost("localhost")).toBe("localhost");
    expect(read.checkIP("10.0.0.1")).toBeUndefined();
  });

  it("is good from a day before to a year after", () => {
    expect(Date.parse(read.validFrom)).toBe(NOW_MS - 86_400_000);
    expect(Date.parse(read.validTo)).toBe(NOW_MS + 365 * 86_400_000);
  });

  it("has a serial and a key of its own each time", () => {
    const other = new X509Certificate(selfSigned(NOW_MS).cert);
    expect(other.serialNumber).not.toBe(read.serialNumber);
    expect(other.publicKey.equals(read.publicKey)).toBe(false);
  });
});
