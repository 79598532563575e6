import { describe, expect, it } from "vitest";
import { planReap } from "./reap-plan";
import type { LabSession } from "./session";
import type { World } from "./world";
import {
  absent,
  idOf,
  input,
  known,
  MIN,
  NOW,
  pod,
  session,
  unknown,
  vm,
  vmi,
  world,
  worldOf,
} from "./testing/samples";

const starting = (changes: Parameters<typeof session>[0] = {}) =>
  session({ status: "provisioning", runningAtMs: null, startedAtMs: NOW - MIN, ...changes });
const settleOf = (row: LabSession, seen: World) =>
  planReap(input({ rows: [row], world: seen })).items.filter((item) => item.direction === "settle");
const acts = (row: LabSession, seen: World) => settleOf(row, seen).map((item) => item.act);

const pending = (row: LabSession) =>
  world({
    vm: known(vm(row.id, 1, { printableStatus: "Starting" })),
    vmi: known(vmi(row.id, 1, { phase: "Scheduling", runningAtMs: null })),
  });

describe("settle: provisioning -> running", () => {
  it("as soon as every machine runs, with the time of the last by the cluster's word", () => {
    const row = starting({ count: 2, createdAtMs: NOW - 30_000 });
    const seen = world({
      vm: known(vm(row.id, 1), vm(row.id, 2)),
      vmi: known(vmi(row.id, 1, { runningAtMs: NOW - 20_000 }), vmi(row.id, 2, { runningAtMs: NOW - 5_000 })),
    });
    expect(acts(row, seen)).toEqual([{ to: "running", runningAtMs: NOW - 5_000 }]);
  });
  it("not while one of them does not run", () => {
    const row = starting({ count: 2 });
    const seen = world({
      vm: known(vm(row.id, 1), vm(row.id, 2)),
      vmi: known(vmi(row.id, 1), vmi(row.id, 2, { phase: "Scheduled" })),
    });
    expect(acts(row, seen)).toEqual([]);
  });
  it("never earlier than its start nor later than now, whatever the cluster's clock says", () => {
    const row = starting();
    const at = (runningAtMs: number) =>
      acts(row, world({ vm: known(vm(row.id)), vmi: known(vmi(row.id, 1, { runningAtMs })) }));
    expect(at(NOW + 5 * MIN)).toEqual([{ to: "running", runningAtMs: NOW }]);
    expect(at(NOW - 5 * MIN)).toEqual([{ to: "running", runningAtMs: row.startedAtMs }]);
  });
  it("for a lab pod where KubeVirt is not installed", () => {
    const row = starting({ kind: "pod" });
    const seen = world({ vm: absent, vmi: absent, pod: known(pod(row.id, 1, { runningAtMs: NOW - 1000 })) });
    expect(acts(row, seen)).toEqual([{ to: "running", runningAtMs: NOW - 1000 }]);
  });
  it("not from an expired row: that one is the expired direction's", () => {
    const row = starting({ expiresAtMs: NOW });
    const { items } = planReap(input({ rows: [row], world: worldOf(row) }));
    expect(items.map((item) => item.direction)).toEqual(["expired"]);
  });
});

describe("settle: provisioning -> ending", () => {
  it.each([
    [10 * MIN, []],
    [10 * MIN + 1, [{ to: "ending", reason: { code: "launch-timed-out", params: { limitMinutes: 10 } } }]],
  ])("%d ms after the start: the launch limit is ten minutes", (ageMs, expected) => {
    const row = starting({ startedAtMs: NOW - ageMs });
    expect(acts(row, pending(row))).toEqual(expected);
  });
  it("tells the reason that the cluster gives", () => {
    const row = starting({ startedAtMs: NOW - 11 * MIN });
    const seen = world({
      vm: known(vm(row.id, 1, { printableStatus: "ErrImagePull" })),
      vmi: known(vmi(row.id, 1, { phase: "Scheduling" })),
    });
    expect(acts(row, seen)).toEqual([
      { to: "ending", reason: { code: "image-pull", params: { image: null } } },
    ]);
  });
  it("tells which machine is missing", () => {
    const row = starting({ startedAtMs: NOW - 11 * MIN, count: 2 });
    const seen = world({ vm: known(vm(row.id, 1)), vmi: known(vmi(row.id, 1)) });
    const machine = row.machines[1]?.name;
    expect(acts(row, seen)).toEqual([
      { to: "ending", reason: { code: "machine-missing", params: { machine } } },
    ]);
  });
  it.each([
    [2 * MIN, 0],
    [2 * MIN + 1, 1],
  ])("%d ms after a start whose creator died half-way: %d items", (ageMs, count) => {
    const row = starting({ startedAtMs: NOW - ageMs, createdAtMs: null, count: 3 });
    const seen = world({ vm: known(vm(row.id, 1)), vmi: known(vmi(row.id, 1)) });
    expect(settleOf(row, seen)).toHaveLength(count);
  });
  it("waits for a creator that made everything but did not come to say so", () => {
    const row = starting({ startedAtMs: NOW - 3 * MIN, createdAtMs: null });
    expect(acts(row, pending(row))).toEqual([]);
  });
});

describe("settle judges from nothing that it does not know", () => {
  it.each([
    ["vm", world({ vm: unknown })],
    ["vmi", world({ vmi: unknown })],
    ["absent KubeVirt, which a row of ours gainsays", world({ vm: absent, vmi: absent })],
  ])("%s", (_, seen) => {
    const plan = planReap(input({ rows: [starting({ startedAtMs: NOW - 60 * MIN + 1 })], world: seen }));
    expect(plan.items).toEqual([]);
    expect(plan.unjudged.map((each) => each.direction)).toContain("settle");
  });
  it("but goes on for pods while only VMs are unknown", () => {
    const row = starting({ kind: "pod" });
    expect(acts(row, world({ vm: unknown, vmi: unknown, pod: known(pod(row.id)) }))).toHaveLength(1);
  });
});

it("names the row and its version, so that a row that changed meanwhile is left alone", () => {
  const row = starting({ version: 7, attempts: 2 });
  expect(settleOf(row, worldOf(row))[0]).toMatchObject({ sessionId: idOf(1), rowVersion: 7, attempts: 2 });
});
