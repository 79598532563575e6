import { describe, expect, it } from "vitest";
import { LABEL } from "./labels";
import { planReap } from "./reap-plan";
import type { LabSession } from "./session";
import type { World } from "./world";
import { input, job, known, MIN, NOW, session, unknown, vm, world, worldOf } from "./testing/samples";
import { unknownWorld } from "./world-index";

const expiredOf = (row: LabSession, seen: World = worldOf(row)) =>
  planReap(input({ rows: [row], world: seen })).items.flatMap((item) =>
    item.direction === "expired" ? [{ act: item.act, endReason: item.endReason }] : [],
  );

describe("expired: claim", () => {
  it.each([
    [1, []],
    [0, [{ act: "claim", endReason: "expired" }]],
    [-1, [{ act: "claim", endReason: "expired" }]],
  ])("with %d ms left", (leftMs, expected) => {
    expect(expiredOf(session({ expiresAtMs: NOW + leftMs }))).toEqual(expected);
    expect(expiredOf(session({ expiresAtMs: NOW + leftMs, status: "provisioning" }))).toEqual(expected);
  });
  it("needs no list at all: it goes by the row's names", () => {
    const row = session({ expiresAtMs: NOW });
    expect(expiredOf(row, unknownWorld("timeout"))).toEqual([{ act: "claim", endReason: "expired" }]);
  });
  it("takes an expired row whose machines are gone for expired, never for a ghost", () => {
    const plan = planReap(input({ rows: [session({ expiresAtMs: NOW })], world: world() }));
    expect(plan.items.map((item) => item.direction)).toEqual(["expired"]);
  });
});

describe("expired: resume", () => {
  it.each(["returned", "ended-by-admin", "vanished", "launch-failed", "expired"] as const)(
    "deletes an ending row again, however young, and keeps its reason: %s",
    (endReason) => {
      const row = session({ status: "ending", endReason, claimedAtMs: NOW });
      expect(expiredOf(row)).toEqual([{ act: "resume", endReason }]);
    },
  );
  it.each(["ended", "expired", "failed"] as const)("leaves %s rows alone", (status) => {
    const row = session({ status, endReason: "expired", expiresAtMs: NOW - MIN, overAtMs: NOW - MIN });
    expect(expiredOf(row, world())).toEqual([]);
  });
});

describe("machines with the session's labels that its row does not name", () => {
  it("are deleted with it, by UID; another installation's or one that is going is passed by", () => {
    const row = session({ expiresAtMs: NOW });
    const stray = (name: string, changes = {}) => vm(row.id, 1, { name, uid: name, ...changes });
    const labels = { ...vm(row.id).labels, [LABEL.installation]: "inst-2" };
    const seen = world({
      vm: known(vm(row.id), stray("a"), stray("b", { labels }), stray("c", { deletingAtMs: NOW })),
    });
    const [item] = planReap(input({ rows: [row], world: seen })).items;
    expect(item).toMatchObject({ strays: [{ kind: "vm", namespace: "labs", name: "a", uid: "a" }] });
  });
});

describe("hard-deadline", () => {
  const deadlineMs = (180 + 15) * MIN;
  const late = (changes: Partial<LabSession> = {}) =>
    session({ startedAtMs: NOW - deadlineMs - MIN, expiresAtMs: NOW - 135 * MIN, ...changes });

  it("is the reason where the Job went, took all machines along, and its time had come", () => {
    expect(expiredOf(late(), world())).toEqual([{ act: "claim", endReason: "hard-deadline" }]);
  });
  it.each([
    ["the Job is still there", late(), world({ job: known(job(late().id)) })],
    ["a machine is still there", late(), { ...worldOf(late()), job: known() } as World],
    ["Jobs could not be read", late(), world({ job: unknown })],
    ["machines could not be read", late(), world({ vm: unknown })],
    ["no Job was ever made", late({ jobUid: null }), world()],
    ["its time had not come", late({ startedAtMs: NOW - deadlineMs + 1001 }), world()],
  ] as const)("is not where %s", (_, row, seen) => {
    expect(expiredOf(row, seen)).toEqual([{ act: "claim", endReason: "expired" }]);
  });
  it("allows for a Job that fires a second early", () => {
    const row = late({ startedAtMs: NOW - deadlineMs + 1000 });
    expect(expiredOf(row, world())).toEqual([{ act: "claim", endReason: "hard-deadline" }]);
  });
});
