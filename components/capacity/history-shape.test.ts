import { afterEach, describe, expect, it, vi } from "vitest";
import type { CapacitySample } from "@/lib/domain/capacity/history";
import { capRunsOf, gapsOf, stepsOf, ticksOf } from "./history-shape";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse("2026-12-01T10:00:00.000Z");
const sample = (minutesAgo: number, cap = 8): CapacitySample => ({
  ...{ atMs: NOW - minutesAgo * MINUTE, taken: 3, cap, releasing: 0 },
  ...{ refused: 0, refusedByQuota: 0, refusedByNodes: 0 },
});
const since = (minutesAgo: number) => NOW - minutesAgo * MINUTE;

describe("steps", () => {
  it("reach to the next sample, and no further than a sample speaks for", () => {
    const steps = stepsOf([sample(60), sample(55), sample(2)], since(90), NOW);
    expect(steps.map(({ fromMs, toMs }) => [(NOW - fromMs) / MINUTE, (NOW - toMs) / MINUTE])).toEqual([
      [60, 55],
      [55, 45],
      [2, 0],
    ]);
    expect(gapsOf(steps, since(90), NOW)).toEqual([
      { fromMs: since(90), toMs: since(60) },
      { fromMs: since(45), toMs: since(2) },
    ]);
  });
  it("let the sample before a span tell of its beginning", () => {
    const steps = stepsOf([sample(30 * 60), sample(24 * 60 + 3), sample(24 * 60 - 2)], since(24 * 60), NOW);
    expect(steps[0]).toMatchObject({ fromMs: since(24 * 60), toMs: since(24 * 60 - 2) });
    expect(steps).toHaveLength(2);
  });
  it("let an hourly sample speak for two hours once it is a day old", () => {
    const steps = stepsOf([sample(30 * 60)], since(48 * 60), NOW);
    expect(steps).toMatchObject([{ fromMs: since(30 * 60), toMs: since(28 * 60) }]);
  });
  it("leave a history without any as one gap", () => {
    expect(gapsOf(stepsOf([], since(60), NOW), since(60), NOW)).toEqual([{ fromMs: since(60), toMs: NOW }]);
  });
});

describe("the cap's line", () => {
  it("is one as long as the cap stays, and breaks where nothing was measured", () => {
    const steps = stepsOf([sample(58), sample(55), sample(50, 10), sample(20, 10)], since(60), NOW);
    expect(capRunsOf(steps)).toEqual([
      { fromMs: since(58), toMs: since(50), cap: 8 },
      { fromMs: since(50), toMs: since(40), cap: 10 },
      { fromMs: since(20), toMs: since(10), cap: 10 },
    ]);
  });
});

describe("ticks", () => {
  afterEach(() => vi.unstubAllEnvs());
  const clock = (atMs: number) =>
    new Date(atMs).toLocaleString("en-GB", { day: "numeric", hour: "2-digit", minute: "2-digit" });

  it("stand at the reader's round hours", () => {
    vi.stubEnv("TZ", "Asia/Kolkata");
    expect(ticksOf(NOW - 12 * HOUR, NOW, 6).map(clock)).toEqual(["1, 06:00", "1, 12:00"]);
  });
  it("stand at midnight also after a day of 25 hours", () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    const from = Date.parse("2026-10-24T12:00:00+02:00");
    expect(ticksOf(from, from + 3 * 24 * HOUR, 24).map(clock)).toEqual([
      "25, 00:00",
      "26, 00:00",
      "27, 00:00",
    ]);
  });
});
