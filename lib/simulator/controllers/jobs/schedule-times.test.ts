import { describe, expect, it } from "vitest";
import { nextTimeMs, zonedTime } from "./schedule-times";

const next = (schedule: string, after: string, zone?: string) => {
  const ms = nextTimeMs(schedule, zone, Date.parse(after));
  return ms === undefined ? "never" : new Date(ms).toISOString();
};

describe("the next time of a schedule", () => {
  it.each([
    ["* * * * *", "2026-12-01T10:00:00Z", "2026-12-01T10:01:00.000Z"],
    ["* * * * *", "2026-12-01T10:00:59.999Z", "2026-12-01T10:01:00.000Z"],
    ["*/15 * * * *", "2026-12-01T10:46:00Z", "2026-12-01T11:00:00.000Z"],
    ["7/20 * * * *", "2026-12-01T10:30:00Z", "2026-12-01T10:47:00.000Z"],
    ["0 9-17/4 * * *", "2026-12-01T13:00:00Z", "2026-12-01T17:00:00.000Z"],
    ["30 6 * * mon-fri", "2026-12-04T07:00:00Z", "2026-12-07T06:30:00.000Z"],
    ["0 0 13 * fri", "2026-12-02T00:00:00Z", "2026-12-04T00:00:00.000Z"],
    ["0 0 13 * *", "2026-12-02T00:00:00Z", "2026-12-13T00:00:00.000Z"],
    ["0 0 */2 * tue", "2026-12-02T00:00:00Z", "2026-12-15T00:00:00.000Z"],
    ["0 0 29 2 *", "2026-12-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["0 0 30 2 *", "2026-12-01T00:00:00Z", "never"],
    ["1,2,3 4 5 jan,jul ?", "2026-12-01T00:00:00Z", "2027-01-05T04:01:00.000Z"],
    ["@hourly", "2026-12-01T10:00:00Z", "2026-12-01T11:00:00.000Z"],
    ["@weekly", "2026-12-01T10:00:00Z", "2026-12-06T00:00:00.000Z"],
    ["@yearly", "2026-12-01T10:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["@every 90s", "2026-12-01T10:00:00.400Z", "2026-12-01T10:01:30.000Z"],
    ["@every 1h30m", "2026-12-01T10:00:00Z", "2026-12-01T11:30:00.000Z"],
  ])("%s after %s is %s", (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it.each([
    ["0 9 * * *", "2026-12-01T00:30:00Z", "Asia/Seoul", "2026-12-02T00:00:00.000Z"],
    ["0 9 * * *", "2026-07-01T00:00:00Z", "Europe/Zurich", "2026-07-01T07:00:00.000Z"],
    ["30 5 * * *", "2026-12-01T00:00:00Z", "Asia/Kolkata", "2026-12-02T00:00:00.000Z"],
    ["30 2 * * *", "2027-03-28T00:00:00Z", "Europe/Zurich", "2027-03-29T00:30:00.000Z"],
  ])("%s after %s in %s is %s", (schedule, after, zone, expected) => {
    expect(next(schedule, after, zone)).toBe(expected);
  });

  it("is written with the offset of its zone, as recorded", () => {
    const ms = Date.parse("2026-11-30T13:59:00Z");
    expect(zonedTime(ms, "Europe/Zurich")).toBe("2026-11-30T14:59:00+01:00");
    expect(zonedTime(ms, "America/St_Johns")).toBe("2026-11-30T10:29:00-03:30");
    expect(zonedTime(ms, undefined)).toBe("2026-11-30T13:59:00Z");
  });
});
