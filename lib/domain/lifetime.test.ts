import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LifetimePolicy } from "./lab";
import {
  canExtend,
  deadlineSeconds,
  describeRemaining,
  extendableUntilMs,
  extendedExpiry,
  firstExpiry,
  isExpired,
  isPastDeadline,
  latestExpiry,
  remaining,
} from "./lifetime";
import { SESSION_STATUSES } from "./session";

const MIN = 60_000;
const T0 = Date.parse("2026-12-01T09:00:00.000Z");
const house: LifetimePolicy = { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 };
const row = (expiresAtMs: number, lifetime = house, startedAtMs = T0) => ({
  status: "running" as const,
  startedAtMs,
  expiresAtMs,
  lifetime,
});

describe("remaining", () => {
  it.each([
    [T0 + 1, T0, 1, false],
    [T0, T0, 0, true],
    [T0, T0 + 1, 0, true],
    [T0 + 60 * MIN, T0, 60 * MIN, false],
  ])("expires at %d, now %d: %d ms left, expired %s", (expiresAtMs, nowMs, leftMs, expired) => {
    expect(remaining(expiresAtMs, nowMs)).toBe(leftMs);
    expect(isExpired(expiresAtMs, nowMs)).toBe(expired);
  });
});

describe("extendedExpiry", () => {
  it.each([
    ["at once changes nothing", 60, 0, 60],
    ["after 1 min gives 1 min more", 60, 1, 61],
    ["with 1 min left", 60, 59, 119],
    ["just short of the maximum", 130, 119, 179],
    ["reaching the maximum exactly", 130, 120, 180],
    ["cut at the maximum", 170, 150, 180],
    ["at the maximum stays there", 180, 179, 180],
    ["never shorter, though the row's end is beyond its maximum", 200, 10, 200],
  ])("%s", (_, expiresMin, nowMin, expectedMin) => {
    const session = row(T0 + expiresMin * MIN);
    expect(extendedExpiry(session, T0 + nowMin * MIN)).toBe(T0 + expectedMin * MIN);
  });

  const lifetimes = fc.record({
    sessionMinutes: fc.integer({ min: 5, max: 10080 }),
    maxMinutes: fc.integer({ min: 5, max: 10080 }),
    marginMinutes: fc.integer({ min: 1, max: 120 }),
  });
  it("is never shorter and never past the maximum, however often and whenever it is pressed", () => {
    fc.assert(
      fc.property(
        lifetimes,
        fc.array(fc.integer({ min: 0, max: 10080 * MIN }), { maxLength: 20 }),
        (lifetime, at) => {
          let expiresAtMs = firstExpiry(T0, lifetime);
          for (const afterMs of at.sort((a, b) => a - b)) {
            const extended = extendedExpiry(row(expiresAtMs, lifetime), T0 + afterMs);
            expect(extended).toBeGreaterThanOrEqual(expiresAtMs);
            expect(extended).toBeLessThanOrEqual(latestExpiry(T0, lifetime));
            expiresAtMs = extended;
          }
        },
      ),
    );
  });
  it("pressed twice at one moment is as good as once", () => {
    fc.assert(
      fc.property(lifetimes, fc.integer({ min: 0, max: 10080 * MIN }), (lifetime, afterMs) => {
        const once = extendedExpiry(row(firstExpiry(T0, lifetime), lifetime), T0 + afterMs);
        expect(extendedExpiry(row(once, lifetime), T0 + afterMs)).toBe(once);
      }),
    );
  });
});

describe("canExtend", () => {
  it("is refused at 0 ms left and allowed at 1 ms", () => {
    const session = row(T0 + 60 * MIN);
    expect(canExtend(session, T0 + 60 * MIN)).toEqual({ ok: false, reason: { code: "session-expired" } });
    expect(canExtend(session, T0 + 60 * MIN - 1)).toEqual({
      ok: true,
      expiresAtMs: T0 + 120 * MIN - 1,
      isAtMaximum: false,
    });
  });
  it("is refused at the maximum and says which; the extension that reaches it says that it is the last", () => {
    expect(canExtend(row(T0 + 180 * MIN), T0 + 150 * MIN)).toEqual({
      ok: false,
      reason: { code: "at-maximum", params: { maxMinutes: 180 } },
    });
    expect(canExtend(row(T0 + 180 * MIN - 1), T0 + 150 * MIN)).toEqual({
      ok: true,
      expiresAtMs: T0 + 180 * MIN,
      isAtMaximum: true,
    });
  });
  it.each(SESSION_STATUSES)("%s: only while provisioning or running", (status) => {
    const answer = canExtend({ ...row(T0 + 60 * MIN), status }, T0 + 30 * MIN);
    if (status === "provisioning" || status === "running") expect(answer.ok).toBe(true);
    else expect(answer).toEqual({ ok: false, reason: { code: "session-over" } });
  });
  it("goes by the lab's own times in the row, whatever the configuration has become", () => {
    const exam: LifetimePolicy = { sessionMinutes: 20, maxMinutes: 45, marginMinutes: 15 };
    const first = firstExpiry(T0, exam);
    expect(first).toBe(T0 + 20 * MIN);
    expect(canExtend(row(first, exam), T0 + 19 * MIN)).toMatchObject({ expiresAtMs: T0 + 39 * MIN });
    expect(canExtend(row(T0 + 39 * MIN, exam), T0 + 38 * MIN)).toMatchObject({
      expiresAtMs: T0 + 45 * MIN,
      isAtMaximum: true,
    });
  });
});

describe("the days on which clocks change", () => {
  it.each([
    ["spring forward, Berlin", "2026-03-29T00:30:00.000Z"],
    ["fall back, Berlin", "2026-10-25T00:30:00.000Z"],
    ["spring forward, New York", "2026-03-08T06:30:00.000Z"],
  ])("%s: an hour is an hour", (_, iso) => {
    const startedAtMs = Date.parse(iso);
    const expiresAtMs = firstExpiry(startedAtMs, house);
    expect(expiresAtMs - startedAtMs).toBe(3_600_000);
    expect(remaining(expiresAtMs, startedAtMs + 45 * MIN)).toBe(15 * MIN);
    expect(latestExpiry(startedAtMs, house) - startedAtMs).toBe(3 * 3_600_000);
  });
});

describe("the other figures", () => {
  it("bound a first end by the maximum", () => {
    expect(firstExpiry(T0, { sessionMinutes: 90, maxMinutes: 45, marginMinutes: 15 })).toBe(T0 + 45 * MIN);
  });
  it("say until when a session can still be extended", () => {
    expect(extendableUntilMs(row(T0 + 60 * MIN))).toBe(T0 + 180 * MIN);
    expect(extendableUntilMs(row(T0 + 180 * MIN))).toBeNull();
  });
  it("give the Job the maximum and the margin", () => {
    expect(deadlineSeconds(house)).toBe(11_700);
  });
  it("may be a second early, and no more", () => {
    const session = { startedAtMs: 1_000_000, lifetime: house };
    expect(isPastDeadline(session, 1_000_000 + 11_700_000 - 1001)).toBe(false);
    expect(isPastDeadline(session, 1_000_000 + 11_700_000 - 1000)).toBe(true);
  });
  it.each([
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1000, 0, 0, 1],
    [59_001, 0, 1, 0],
    [3_599_999, 1, 0, 0],
    [3_661_000, 1, 1, 1],
    [90 * 3_600_000, 90, 0, 0],
  ])("split %d ms into %d:%d:%d", (ms, hours, minutes, seconds) => {
    expect(describeRemaining(ms)).toEqual({ hours, minutes, seconds });
  });
});
