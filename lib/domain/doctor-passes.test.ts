import { describe, expect, it } from "vitest";
import { judgePasses, type PassFacts } from "./doctor-passes";

const NOW = Date.parse("2026-12-01T10:00:00Z");
const WELL: PassFacts = { goodAtMs: NOW - 40_000, held: null, braked: 0, stuck: [], switchesOn: [] };
const told = (facts: Partial<PassFacts>) =>
  judgePasses({ ...WELL, ...facts }, NOW).map(({ code, state, params }) => ({ code, state, params }));

describe("judgePasses", () => {
  it("finds passes that reclaim, each minute", () => {
    expect(told({})).toEqual([
      { code: "pass-clean", state: "ok", params: { seconds: 40 } },
      { code: "reaping-free", state: "ok", params: {} },
    ]);
  });

  it("calls the reaper silent as the heartbeat does: past three minutes", () => {
    expect(told({ goodAtMs: NOW - 180_000 })[0]?.state).toBe("ok");
    expect(told({ goodAtMs: NOW - 180_001 })[0]).toEqual({
      ...{ code: "pass-late", state: "failed", params: { minutes: 3 } },
    });
    expect(told({ goodAtMs: null })[0]).toMatchObject({ code: "pass-never", state: "warning" });
  });

  it("names all that keeps passes from reclaiming", () => {
    const facts = {
      held: "old-database",
      braked: 4,
      switchesOn: ["no-new-sessions", "stop-reaping"],
    } as const;
    expect(told(facts).map(({ code }) => code)).toEqual([
      ...["pass-clean", "held-old-database", "switch-stop-reaping", "brake-holds", "switch-no-new-sessions"],
    ]);
    expect(told({ held: "wrong-cluster" })[1]).toMatchObject({ code: "held-wrong-cluster", state: "failed" });
    // The switch says it; the last pass need not be asked.
    expect(told({ held: "stopped", switchesOn: ["stop-reaping"] })).toHaveLength(2);
  });

  it("does not take a switch that stops starts for something that stops reclaiming", () => {
    expect(told({ switchesOn: ["no-new-sessions"] }).map(({ code }) => code)).toContain("reaping-free");
  });

  it("names the first machines that will not go, and counts all", () => {
    const stuck = ["a", "b", "c", "d", "e", "f"];
    expect(told({ stuck })[1]?.params).toEqual({ count: 6, names: "a, b, c, d, e …" });
    expect(told({ stuck: ["a"] })[1]?.params).toEqual({ count: 1, names: "a" });
  });
});
