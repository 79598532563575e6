import { describe, expect, it } from "vitest";
import { END_REASONS, SESSION_STATUSES, type SessionStatus } from "./session";
import { canTransition, isBlocking, isLive, isOver, LIVE, LOCKOUT_MS, terminalStatus } from "./states";

const LEGAL = [
  "provisioning>running",
  "provisioning>ending",
  "running>ending",
  "ending>ended",
  "ending>expired",
  "ending>failed",
];

describe("states", () => {
  it("allow the six ways of the design and no other", () => {
    const allowed = SESSION_STATUSES.flatMap((from) =>
      SESSION_STATUSES.filter((to) => canTransition(from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed.sort()).toEqual([...LEGAL].sort());
  });
  it.each([
    ["provisioning", true, false],
    ["running", true, false],
    ["ending", false, false],
    ["ended", false, true],
    ["expired", false, true],
    ["failed", false, true],
  ] satisfies [SessionStatus, boolean, boolean][])("%s: live %s, over %s", (status, live, over) => {
    expect(isLive({ status })).toBe(live);
    expect(isOver({ status })).toBe(over);
    expect(LIVE.some((each) => each === status)).toBe(live);
  });
  it.each([
    ["provisioning", null, true],
    ["running", null, true],
    ["ending", 0, true],
    ["ending", LOCKOUT_MS - 1, true],
    ["ending", LOCKOUT_MS, false],
    ["ending", null, true],
    ["ended", 0, false],
    ["expired", 0, false],
    ["failed", 0, false],
  ] satisfies [SessionStatus, number | null, boolean][])(
    "%s, claimed %s ms ago: blocking %s",
    (status, agoMs, yes) => {
      const nowMs = 1_800_000_000_000;
      const claimedAtMs = agoMs === null ? null : nowMs - agoMs;
      expect(isBlocking({ status, claimedAtMs }, nowMs)).toBe(yes);
    },
  );
  it("ends every reason in the state that the design names", () => {
    expect(Object.fromEntries(END_REASONS.map((reason) => [reason, terminalStatus(reason)]))).toEqual({
      returned: "ended",
      "ended-by-admin": "ended",
      expired: "expired",
      "hard-deadline": "expired",
      vanished: "failed",
      "launch-failed": "failed",
    });
  });
});
