import { describe, expect, it } from "vitest";
import { tickingNow } from "./ticking-clock";

const HOUR = 3_600_000;
/** The browser's wall clock is three hours off: only its differences count. */
const anchor = { serverNowMs: 1_800_000_000_000, perfAtMs: 5_000, wallAtMs: 1_800_000_000_000 - 3 * HOUR };
const after = (perfMs: number, wallMs = perfMs) =>
  tickingNow(anchor, { perfMs: anchor.perfAtMs + perfMs, wallMs: anchor.wallAtMs + wallMs });

describe("tickingNow", () => {
  it.each([
    ["at once", 0, 0],
    ["a second later", 1_000, 1_000],
    ["an hour later, though the wall clock is hours off", HOUR, HOUR],
    ["while the two are 2 s apart", 10_000, 12_000],
    ["while the wall clock is 2 s behind", 10_000, 8_000],
  ])("ticks on performance.now(): %s", (_, perfMs, wallMs) => {
    expect(after(perfMs, wallMs)).toEqual({ nowMs: anchor.serverNowMs + perfMs });
  });
  it.each([
    ["a phone that slept for half an hour", 0, 30 * 60_000],
    ["2.001 s apart", 10_000, 12_001],
    ["2.001 s apart the other way", 10_000, 7_999],
    ["a wall clock that was set back an hour", 10_000, 10_000 - HOUR],
  ])("says checking: %s", (_, perfMs, wallMs) => {
    expect(after(perfMs, wallMs)).toBe("checking");
  });
  it("tells the truth again with a fresh anchor after the sleep", () => {
    const woken = { perfMs: anchor.perfAtMs, wallMs: anchor.wallAtMs + 30 * 60_000 };
    const fresh = {
      serverNowMs: anchor.serverNowMs + 30 * 60_000,
      perfAtMs: woken.perfMs,
      wallAtMs: woken.wallMs,
    };
    expect(tickingNow(anchor, woken)).toBe("checking");
    expect(tickingNow(fresh, woken)).toEqual({ nowMs: anchor.serverNowMs + 30 * 60_000 });
  });
});
