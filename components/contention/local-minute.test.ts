import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localMinute, momentOf } from "./local-minute";

afterEach(() => vi.unstubAllEnvs());

describe.each([
  ["UTC", "2026-12-02T14:05"],
  ["Asia/Seoul", "2026-12-02T23:05"],
  ["America/New_York", "2026-12-02T09:05"],
])("in %s", (zone, written) => {
  beforeEach(() => vi.stubEnv("TZ", zone));

  it("writes a moment in the reader's own zone and reads it back to the minute", () => {
    const atMs = Date.parse("2026-12-02T14:05:59.999Z");
    expect(localMinute(atMs)).toBe(written);
    expect(momentOf(written)).toBe(Date.parse("2026-12-02T14:05:00.000Z"));
  });
});

it("pads what is short, a year that is still being typed too", () => {
  vi.stubEnv("TZ", "UTC");
  expect(localMinute(Date.parse("2027-01-02T03:04:00Z"))).toBe("2027-01-02T03:04");
  expect(localMinute(Date.parse("0202-01-02T03:04:00Z"))).toBe("0202-01-02T03:04");
});

it.each(["", "2026-13-01T00:00", "soon"])("takes %j for no moment", (text) => {
  expect(momentOf(text)).toBeNull();
});
