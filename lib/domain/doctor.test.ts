import { describe, expect, it } from "vitest";
import { judgeAppUrl, judgeClocks, judgeCronJob, judgeDatabase } from "./doctor";

const NOW = Date.parse("2026-12-01T10:00:00Z");
const facts = { isSuspended: false, createdAtMs: NOW - 86_400_000, lastSuccessAtMs: NOW - 40_000 };

describe("judgeCronJob", () => {
  it.each([
    ["one that runs", facts, "cronjob-runs", "ok"],
    [
      "one whose last success is 3 minutes old",
      { ...facts, lastSuccessAtMs: NOW - 180_000 },
      "cronjob-runs",
      "ok",
    ],
    ["one that missed passes", { ...facts, lastSuccessAtMs: NOW - 180_001 }, "cronjob-late", "failed"],
    ["one that is suspended", { ...facts, isSuspended: true }, "cronjob-suspended", "failed"],
    ["one of yesterday that never ended well", { ...facts, lastSuccessAtMs: null }, "cronjob-late", "failed"],
    [
      "one made just now",
      { ...facts, createdAtMs: NOW - 20_000, lastSuccessAtMs: null },
      "cronjob-new",
      "warning",
    ],
    ["none", null, "cronjob-absent", "failed"],
  ])("%s", (_what, given, code, state) => {
    expect(judgeCronJob("curfew/reap", given, NOW)).toMatchObject({ code, state });
  });

  it("says since how many minutes no pass ended well", () => {
    const late = judgeCronJob("curfew/reap", { ...facts, lastSuccessAtMs: NOW - 7 * 60_000 - 1 }, NOW);
    expect(late.params).toEqual({ name: "curfew/reap", minutes: 7 });
  });
});

it("asks for https, but not on loopback", () => {
  expect(judgeAppUrl("https://curfew.example.org", false).state).toBe("ok");
  expect(judgeAppUrl("http://curfew.example.org", false).code).toBe("app-url-plain");
  expect(judgeAppUrl("http://127.0.0.1:3000", true).code).toBe("app-url-loopback");
});

it("shows clocks that are more than 5 s apart, whichever is ahead", () => {
  expect([5000, -5000, 5001, -5001].map((ms) => judgeClocks(ms).state)).toEqual([
    "ok",
    "ok",
    "warning",
    "warning",
  ]);
});

it("names the database's version, and takes none before PostgreSQL 15", () => {
  expect(judgeDatabase(180_001)).toMatchObject({ code: "database-answers", params: { version: "18.1" } });
  expect(judgeDatabase(150_000).state).toBe("ok");
  expect(judgeDatabase(140_012)).toMatchObject({
    code: "database-old",
    params: { version: "14.12", least: 15 },
  });
});
