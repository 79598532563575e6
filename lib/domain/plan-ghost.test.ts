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
  node,
  NOW,
  pod,
  POLICY,
  session,
  sessionMachine,
  unknown,
  vm,
  vmi,
  world,
} from "./testing/samples";

const planOf = (row: LabSession, seen: World) => planReap(input({ rows: [row], world: seen }));
const ghosts = (row: LabSession, seen: World) =>
  planOf(row, seen).items.filter((item) => item.direction === "ghost");

describe("ghost: a running session ALL of whose machines are gone", () => {
  it("is found, with the row that it was judged by", () => {
    const row = session({ version: 4 });
    expect(ghosts(row, world())).toMatchObject([{ sessionId: row.id, rowVersion: 4, row }]);
  });
  it("is found for a lab pod that ended by itself", () => {
    const row = session({ kind: "pod" });
    expect(ghosts(row, world({ pod: known(pod(row.id, 1, { phase: "Succeeded" })) }))).toHaveLength(1);
    expect(ghosts(row, world({ pod: known(pod(row.id, 1, { phase: "Failed" })) }))).toHaveLength(1);
    expect(ghosts(row, world({ vm: absent, vmi: absent }))).toHaveLength(1);
  });
  it.each([
    [2 * MIN, 0],
    [2 * MIN + 1, 1],
  ])("%d ms old: %d found", (ageMs, count) => {
    expect(ghosts(session({ startedAtMs: NOW - ageMs }), world())).toHaveLength(count);
  });
});

describe("no ghost is", () => {
  const row = session();
  it.each([
    ["one whose VM is there", world({ vm: known(vm(row.id)) })],
    ["one whose VM stopped", world({ vm: known(vm(row.id, 1, { printableStatus: "Stopped" })) })],
    ["one whose VM is terminating", world({ vm: known(vm(row.id, 1, { deletingAtMs: NOW })) })],
    ["one whose VMI is there without its VM", world({ vmi: known(vmi(row.id)) })],
    ["one whose VM bears no label", world({ vm: known(vm(row.id, 1, { labels: {} })) })],
    ["judged while VMs are unknown", world({ vm: unknown })],
    ["judged while VMIs are unknown", world({ vmi: unknown })],
    ["judged while nodes are unknown", world({ node: unknown })],
    ["judged while KubeVirt is said to be absent", world({ vm: absent, vmi: absent })],
    ["one whose last node is there and not Ready", world({ node: known(node("node-1", false)) })],
  ])("%s", (_, seen) => {
    expect(ghosts(row, seen)).toEqual([]);
  });
  it.each(["provisioning", "ending", "ended"] as const)("a session that is %s", (status) => {
    expect(
      ghosts(session({ status, endReason: "returned", overAtMs: NOW, claimedAtMs: NOW }), world()),
    ).toEqual([]);
  });
  it("one of several machines that stood on a dead node", () => {
    const group = session({ count: 2 });
    const machines = [sessionMachine(group.id, 1), sessionMachine(group.id, 2, { lastNode: "node-2" })];
    const seen = world({ node: known(node("node-1"), node("node-2", false)) });
    expect(ghosts({ ...group, machines }, seen)).toEqual([]);
  });
  it("but a node that was removed holds nothing", () => {
    expect(ghosts(row, world({ node: known() }))).toHaveLength(1);
  });
});

describe("one of three machines gone", () => {
  it("is degraded, shown, and never failed", () => {
    const row = session({ count: 3, startedAtMs: NOW - 40 * MIN });
    const seen = world({
      vm: known(vm(row.id, 1), vm(row.id, 3)),
      vmi: known(vmi(row.id, 1), vmi(row.id, 3)),
    });
    const plan = planOf(row, seen);
    expect(plan.items).toEqual([]);
    expect(plan.degraded).toEqual([row.id]);
    expect(plan.sightings[0]?.machines.map((machine) => machine.state)).toEqual([
      "running",
      "gone",
      "running",
    ]);
  });
});

describe("held ghosts", () => {
  const rows = (ghostPasses: number) =>
    Array.from({ length: 4 }, (_, i) => session({ n: i + 1, ghostPasses }));
  it.each([
    [9, 0, 4],
    [10, 4, 0],
  ])("after %d passes in a row: %d failed, %d held", (passes, failed, held) => {
    const plan = planReap(input({ rows: rows(passes) }));
    expect(plan.items).toHaveLength(failed);
    expect(plan.held.flatMap((set) => set.items)).toHaveLength(held);
    expect(POLICY.heldGhostPasses).toBe(10);
  });
  it("that are overdue leave the allowance to the others", () => {
    const mixed = rows(0).map((row, i) => (i < 2 ? { ...row, ghostPasses: 10 } : row));
    const plan = planReap(input({ rows: mixed }));
    expect(plan.items.map((item) => item.sessionId)).toEqual([1, 2, 3, 4].map(idOf));
  });
});
