import { describe, expect, it } from "vitest";
import { LABEL } from "./labels";
import { checkSeats, countSeats, seatFreeByMs } from "./seats";
import {
  absent,
  idOf,
  known,
  MIN,
  NOW,
  OWNER,
  pod,
  session,
  unknown,
  vm,
  vmi,
  world,
  worldOf,
} from "./testing/samples";

const ending = (n: number, count = 1) =>
  session({ n, count, status: "ending", endReason: "returned", claimedAtMs: NOW - 60 * MIN });
const count = (rows: ReturnType<typeof session>[], seen = world()) =>
  countSeats({ rows, world: seen, ...OWNER });

describe("countSeats", () => {
  it("takes one for every machine of a live or ending row, seen or not, stopped or not", () => {
    const rows = [session({ n: 1, count: 3 }), session({ n: 2, status: "provisioning" }), ending(3, 2)];
    expect(count(rows)).toEqual({ taken: 6, releasing: 2, isRowsOnly: false });
    const stopped = world({ vm: known(vm(idOf(1), 1, { printableStatus: "Stopped" })) });
    expect(count(rows, stopped)).toEqual({ taken: 6, releasing: 2, isRowsOnly: false });
  });
  it("counts no machine twice", () => {
    const row = session({ count: 2 });
    expect(count([row], worldOf(row))).toEqual({ taken: 2, releasing: 0, isRowsOnly: false });
  });
  it("takes one for every other listed machine until it is gone", () => {
    const over = session({ n: 5, status: "ended", endReason: "returned" });
    const labels = { [LABEL.environment]: "prod" };
    const seen = world({
      vm: known(
        vm(idOf(5), 1, { deletingAtMs: NOW - MIN }),
        vm(idOf(6)),
        vm(idOf(7), 1, { labels, name: "foreign" }),
        vm(idOf(8), 1, { labels, name: "parked", printableStatus: "Stopped" }),
        vm(idOf(9), 1, { printableStatus: "Stopped" }),
      ),
      vmi: known(vmi(idOf(4)), vmi(idOf(5))),
      pod: known(
        pod(idOf(3)),
        pod(idOf(2), 1, { phase: "Succeeded" }),
        pod(idOf(2), 2, { isLauncher: true }),
      ),
    });
    // The terminating, the orphan, the foreign running, our stopped, the lonely VMI and the pod; not the foreign stopped.
    expect(count([over], seen)).toEqual({ taken: 6, releasing: 1, isRowsOnly: false });
  });
  it.each([
    ["VMs", { vm: unknown }],
    ["VMIs", { vmi: unknown }],
    ["pods", { pod: unknown }],
    ["KubeVirt, though a row has VMs", { vm: absent, vmi: absent }],
  ])("counts rows alone, and says so, where %s are not known", (_, changes) => {
    const seen = world({ pod: known(pod(idOf(9))), ...changes });
    expect(count([session()], seen)).toEqual({ taken: 1, releasing: 0, isRowsOnly: true });
  });
  it("counts pods where KubeVirt is absent", () => {
    const seen = world({ vm: absent, vmi: absent, pod: known(pod(idOf(9))) });
    expect(count([session({ kind: "pod" })], seen)).toEqual({ taken: 2, releasing: 0, isRowsOnly: false });
  });
});

describe("seatFreeByMs", () => {
  const early = session({ n: 1, startedAtMs: NOW - 100 * MIN });
  const late = session({ n: 2, count: 2, startedAtMs: NOW - 10 * MIN });
  it("is the time at which live sessions must end, however often they are extended", () => {
    expect(seatFreeByMs([late, early])).toBe(NOW + 80 * MIN);
    expect(seatFreeByMs([late, early], 2)).toBe(NOW + 170 * MIN);
    expect(seatFreeByMs([late, early], 3)).toBe(NOW + 170 * MIN);
    expect(seatFreeByMs([late, early], 4)).toBeNull();
    expect(seatFreeByMs([ending(3)])).toBeNull();
  });
});

describe("checkSeats", () => {
  const rows = [session({ n: 1 })];
  const ask = (taken: number, asked: number, releasing = 0) =>
    checkSeats({ seats: { taken, releasing, isRowsOnly: false }, asked, cap: 8, rows, nowMs: NOW });
  it.each([
    [0, 8, true],
    [7, 1, true],
    [8, 1, false],
    [6, 3, false],
    [9, 1, false],
  ])("%d taken, %d asked of 8: %s", (taken, asked, ok) => {
    expect(ask(taken, asked).ok).toBe(ok);
  });
  it("says by when, and when to ask again", () => {
    expect(ask(8, 1)).toEqual({
      ok: false,
      reason: { code: "no-seat", params: { taken: 8, cap: 8, freeByMs: NOW + 150 * MIN } },
      retryAfterSeconds: 150 * 60,
    });
    expect(ask(8, 9)).toMatchObject({ reason: { params: { freeByMs: null } }, retryAfterSeconds: 300 });
  });
  it("asks to come back soon where enough machines are being deleted, and only there", () => {
    expect(ask(8, 1, 1)).toMatchObject({ retryAfterSeconds: 15 });
    expect(ask(9, 1, 1)).toMatchObject({ reason: { params: { freeByMs: null } }, retryAfterSeconds: 300 });
  });
  it("has no time in the past where a session should be over already", () => {
    const seats = { taken: 8, releasing: 0, isRowsOnly: false };
    expect(checkSeats({ seats, asked: 1, cap: 8, rows, nowMs: NOW + 151 * MIN })).toMatchObject({
      retryAfterSeconds: 10,
    });
  });
});
