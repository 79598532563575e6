import { describe, expect, it } from "vitest";
import { planReap } from "@/lib/domain/reap-plan";
import type { Hold } from "@/lib/domain/reap-types";
import { absent, input, NOW, POLICY, session, unknown, world } from "@/lib/domain/testing/samples";
import type { World } from "@/lib/domain/world";
import { unknownWorld } from "@/lib/domain/world-index";
import { DONE, SKIPPED, type ItemOutcome } from "./reap-pass";
import { emptySummary, summarize, type Report } from "./reap-summary";

const FAILED: ItemOutcome = {
  state: "failed",
  failure: { resource: "lab-a-1", error: "conflict", status: 409 },
};

/** A report on as many expired rows as there are outcomes, and on `ghosts` sessions without machines. */
function report(
  changes: Partial<Report> & { outcomes?: ItemOutcome[]; ghosts?: number; seen?: World } = {},
): Report {
  const { outcomes = [], ghosts = 0, seen = world(), hold = null, ...rest } = changes;
  const expired = outcomes.map((_, i) => session({ n: i + 1, expiresAtMs: NOW }));
  const gone = Array.from({ length: ghosts }, (_, i) => session({ n: 100 + i }));
  const rows = [...expired, ...gone];
  const plan = planReap(input({ rows, world: seen, policy: { ...POLICY, hold } }));
  const results = plan.items.flatMap((item, i) => {
    const outcome = outcomes[i];
    return outcome ? [{ item, outcome }] : [];
  });
  return { plan, world: seen, hold, results, deferred: [], failures: [], ...rest };
}
const outcomeOf = (given: Report) => summarize(given).outcome;

describe("the outcome of a pass", () => {
  it.each([
    ["all known", report(), "clean"],
    ["all done", report({ outcomes: [DONE, DONE] }), "clean"],
    ["one no longer as planned", report({ outcomes: [SKIPPED] }), "clean"],
    ["KubeVirt absent", report({ seen: world({ vm: absent, vmi: absent }) }), "clean"],
    ["one failed", report({ outcomes: [DONE, FAILED] }), "partial"],
    ["one kind unknown", report({ seen: world({ service: unknown }) }), "partial"],
    ["the brake holds", report({ ghosts: 4 }), "partial"],
    ["reaping is stopped", report({ hold: "stopped" }), "partial"],
    ["an old database", report({ hold: "old-database" }), "partial"],
    [
      "its own bookkeeping failed",
      report({ failures: [{ resource: "prune", error: "unexpected", status: null }] }),
      "partial",
    ],
    ["nothing readable", report({ seen: unknownWorld("timeout") }), "blind"],
    ["the wrong cluster", report({ hold: "wrong-cluster", seen: unknownWorld("wrong-cluster") }), "blind"],
  ])("%s: %s", (_, given, outcome) => {
    expect(outcomeOf(given)).toBe(outcome);
  });
  it("is partial where something was deferred", () => {
    const given = report({ outcomes: [DONE] });
    expect(outcomeOf({ ...given, results: [], deferred: given.plan.items })).toBe("partial");
  });
});

describe("the summary", () => {
  it("counts each item once, by how it went", () => {
    const { directions, failed, brake } = summarize(report({ outcomes: [DONE, FAILED, SKIPPED], ghosts: 4 }));
    expect(directions.expired).toEqual({ found: 3, done: 1, failed: 1, skipped: 1, deferred: 0 });
    expect(directions.ghost).toEqual({ found: 4, done: 0, failed: 0, skipped: 4, deferred: 0 });
    expect(failed).toBe(1);
    expect(brake).toEqual([{ direction: "ghost", found: 4, allowed: 3 }]);
  });
  it("tells why a kind is unknown, without counting it as a failed act", () => {
    const { failures, failed } = summarize(report({ seen: world({ job: unknown }) }));
    expect(failures).toEqual([
      { direction: "pass", session: null, resource: "x", error: "timeout", status: null },
    ]);
    expect(failed).toBe(0);
  });
  it.each([
    ["stopped", "stopped"],
    ["old-database", "old-database"],
    ["wrong-cluster", "wrong-cluster"],
    ["lease-unknown", null],
    [null, null],
  ] satisfies [Hold | null, string | null][])("names the hold %s as %s", (hold, held) => {
    expect(summarize(report({ hold })).held).toBe(held);
  });
  it("does not call a cluster wrong whose namespace it could not read", () => {
    const failures = [{ resource: "namespaces/labs", error: "timeout", status: null }];
    expect(
      summarize(report({ hold: "wrong-cluster", seen: unknownWorld("wrong-cluster"), failures })),
    ).toMatchObject({
      outcome: "blind",
      held: null,
      failed: 1,
    });
  });
  it("of a pass that did not come to look knows nothing, and shows no 0 for it", () => {
    expect(new Set(Object.values(emptySummary("failed").world))).toEqual(new Set(["unknown"]));
    expect(emptySummary("skipped")).toMatchObject({ outcome: "skipped", failed: 0 });
  });
});
