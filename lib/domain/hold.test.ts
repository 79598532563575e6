import { describe, expect, it } from "vitest";
import { planReap } from "./reap-plan";
import type { Hold } from "./reap-types";
import { idOf, input, job, known, MIN, NOW, POLICY, session, vm, vmi, world } from "./testing/samples";

const ending = (
  n: number,
  endReason: "returned" | "ended-by-admin" | "launch-failed" | "expired" | "vanished",
) => session({ n, status: "ending", endReason, claimedAtMs: NOW - MIN });
const starting = session({ n: 1, status: "provisioning", runningAtMs: null, startedAtMs: NOW - MIN });
const rows = [
  starting,
  session({ n: 2, expiresAtMs: NOW }),
  session({ n: 3 }),
  ending(4, "returned"),
  ending(5, "ended-by-admin"),
  ending(6, "launch-failed"),
  ending(7, "expired"),
  ending(8, "vanished"),
];
const seen = world({
  vm: known(vm(starting.id), vm(idOf(20))),
  vmi: known(vmi(starting.id)),
  job: known(job(idOf(21), { createdAtMs: NOW - 120 * MIN })),
});
const name = (item: { direction: string; sessionId: string | null }) => `${item.direction} ${item.sessionId}`;
const SETTLE = [`settle ${idOf(1)}`];
const PERSONS = [4, 5, 6].map((n) => `expired ${idOf(n)}`);
const REAPERS = [2, 7, 8].map((n) => `expired ${idOf(n)}`);
const JUDGED = [`orphan ${idOf(20)}`, `ghost ${idOf(3)}`, `leftover ${idOf(21)}`];

describe("what is kept back", () => {
  it.each([
    [null, [...SETTLE, ...PERSONS, ...REAPERS, ...JUDGED], []],
    ["stopped", [...SETTLE, ...PERSONS], [...REAPERS, ...JUDGED]],
    ["lease-unknown", [...SETTLE, ...PERSONS, ...REAPERS], JUDGED],
    ["old-database", [], [...SETTLE, ...PERSONS, ...REAPERS, ...JUDGED]],
    ["wrong-cluster", [], [...SETTLE, ...PERSONS, ...REAPERS, ...JUDGED]],
  ] satisfies [Hold | null, string[], string[]][])("hold %s", (hold, acted, kept) => {
    const plan = planReap(input({ rows, world: seen, policy: { ...POLICY, hold } }));
    expect(plan.items.map(name).sort()).toEqual([...acted].sort());
    expect(plan.keptBack.map(name).sort()).toEqual([...kept].sort());
    expect(plan.held).toEqual([]);
  });
});
