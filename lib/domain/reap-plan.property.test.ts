import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOurs, LABEL } from "./labels";
import { planReap } from "./reap-plan";
import type { ReapInput } from "./reap-types";
import { SESSION_STATUSES, type LabSession } from "./session";
import { countSeats } from "./seats";
import type { Known, World } from "./world";
import { isOver } from "./states";
import {
  absent,
  idOf,
  input,
  job,
  known,
  MIN,
  node,
  NOW,
  object,
  OWNER,
  pod,
  POLICY,
  QUIET,
  session,
  unknown,
  vm,
  vmi,
} from "./testing/samples";

const ids = fc.integer({ min: 1, max: 8 });
const before = (maxMs: number) => fc.integer({ min: 0, max: maxMs }).map((agoMs) => NOW - agoMs);

const rowOf = (n: number) =>
  fc
    .record({
      status: fc.constantFrom(...SESSION_STATUSES),
      kind: fc.constantFrom("vm" as const, "pod" as const),
      count: fc.integer({ min: 1, max: 3 }),
      startedAtMs: before(4 * 60 * MIN),
      leftMs: fc.integer({ min: -60 * MIN, max: 60 * MIN }),
      isCreated: fc.boolean(),
      ghostPasses: fc.integer({ min: 0, max: 11 }),
    })
    .map(({ status, leftMs, isCreated, ...rest }): LabSession => {
      const isLive = status === "provisioning" || status === "running";
      const past = { claimedAtMs: NOW - MIN, endReason: "returned" as const };
      return session({
        n,
        ...rest,
        status,
        expiresAtMs: NOW + leftMs,
        createdAtMs: isCreated ? NOW - MIN : null,
        ...(isLive ? {} : past),
      });
    });
const rows = fc.uniqueArray(ids, { maxLength: 6 }).chain((numbers) => fc.tuple(...numbers.map(rowOf)));

const changed = fc.record({
  createdAtMs: before(3 * 60 * MIN),
  deletingAtMs: fc.option(before(10 * MIN), { freq: 4 }),
  foreign: fc.constantFrom("", "", "", LABEL.environment, LABEL.installation, LABEL.managedBy),
});
type Maker<T> = (
  id: string,
  n: number,
  changes: { createdAtMs: number; deletingAtMs: number | null; labels: Record<string, string> },
) => T;
function list<T>(make: Maker<T>): fc.Arbitrary<Known<T>> {
  const one = fc.tuple(ids, fc.integer({ min: 1, max: 3 }), changed);
  const items = fc
    .uniqueArray(one, { maxLength: 10, selector: ([id, n]) => `${id}-${n}` })
    .map((all): Known<T> => ({
      state: "known",
      dateMs: NOW,
      items: all.map(([id, n, { foreign, ...rest }]) => {
        const labels = { ...object("x", idOf(id)).labels, ...(foreign ? { [foreign]: "another" } : {}) };
        return make(idOf(id), n, { ...rest, labels });
      }),
    }));
  return fc.oneof(
    { weight: 6, arbitrary: items },
    { weight: 1, arbitrary: fc.constant<Known<T>>(unknown) },
    { weight: 1, arbitrary: fc.constant<Known<T>>(absent) },
  );
}
const world: fc.Arbitrary<World> = fc.record({
  vm: list((id, n, changes) => vm(id, n, changes)),
  vmi: list((id, n, changes) => vmi(id, n, changes)),
  pod: list((id, n, changes) => pod(id, n, { ...changes, uid: `pod-${id}-${n}` })),
  job: list((id, n, changes) =>
    job(id, n === 1 ? changes : { ...changes, name: `j${id}${n}`, uid: `j${id}${n}` }),
  ),
  service: list((id, n, changes) => object(`lab-${id}`, id, { ...changes, uid: `s${id}${n}` })),
  networkPolicy: list((id, n, changes) => object(`lab-${id}`, id, { ...changes, uid: `p${id}${n}` })),
  node: fc.constantFrom<Known<ReturnType<typeof node>>>(
    unknown,
    { state: "known", dateMs: NOW, items: [node("node-1", false)] },
    { state: "known", dateMs: NOW, items: [node("node-1")] },
  ),
  dataVolume: fc.constant(known()),
  requests: fc.nat(50),
});
const inputs: fc.Arbitrary<ReapInput> = fc
  .record({ rows, world, liveAnHourAgo: fc.nat(60), acts: fc.nat(5) })
  .map(({ rows: all, world: seen, liveAnHourAgo, acts }) =>
    input({
      rows: all,
      world: seen,
      history: { ...QUIET, liveAnHourAgo, actsLastHour: { orphan: acts, ghost: acts, leftover: acts } },
    }),
  );
const all = (given: ReapInput) => {
  const plan = planReap(given);
  return [...plan.items, ...plan.held.flatMap((set) => set.items), ...plan.keptBack];
};

describe("planReap, whatever it is given,", () => {
  it("gives the same plan in any order of rows and lists, and again", () => {
    const shuffledLists = (seen: World): World => {
      const turn = <T>(each: Known<T>): Known<T> =>
        each.state === "known" ? { ...each, items: [...each.items].reverse() } : each;
      return {
        ...seen,
        vm: turn(seen.vm),
        vmi: turn(seen.vmi),
        pod: turn(seen.pod),
        job: turn(seen.job),
        service: turn(seen.service),
        networkPolicy: turn(seen.networkPolicy),
        node: turn(seen.node),
      };
    };
    fc.assert(
      fc.property(inputs, (given) => {
        const plan = planReap(given);
        expect(planReap(given)).toEqual(plan);
        expect(
          planReap({ ...given, rows: [...given.rows].reverse(), world: shuffledLists(given.world) }),
        ).toEqual(plan);
      }),
    );
  });
  it("counts seats as they are counted without a plan", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(planReap(given).seats).toEqual(countSeats({ ...OWNER, rows: given.rows, world: given.world }));
      }),
    );
  });
  it("is JSON and nothing else", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const plan = planReap(given);
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
      }),
    );
  });
  it("plans no orphan or leftover of a row that is live or ending", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const wanted = new Set(given.rows.filter((row) => !isOver(row)).map((row) => row.id));
        for (const item of all(given)) {
          if (item.direction === "orphan" || item.direction === "leftover")
            expect(wanted).not.toContain(item.sessionId);
        }
      }),
    );
  });
  it("acts on no object that lacks one of our two labels", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { vm: vms, vmi: vmis, pod: pods, job: jobs, service, networkPolicy } = given.world;
        const objects = [vms, vmis, pods, jobs, service, networkPolicy].flatMap((each) =>
          each.state === "known" ? [...each.items] : [],
        );
        for (const item of all(given)) {
          if (item.direction !== "orphan" && item.direction !== "leftover") continue;
          const targets = objects.filter((each) => each.uid === item.object.uid);
          expect(targets.length).toBeGreaterThan(0);
          expect(targets.every((each) => isOurs(each.labels, OWNER))).toBe(true);
        }
      }),
    );
  });
  it("judges nothing from kinds that are unknown", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const isBlind = (...kinds: (keyof World)[]) =>
          kinds.some(
            (kind) => typeof given.world[kind] === "object" && given.world[kind].state === "unknown",
          );
        for (const item of all(given)) {
          const row = given.rows.find((each) => each.id === item.sessionId);
          const own = row?.kind === "pod" ? (["pod"] as const) : (["vm", "vmi"] as const);
          if (item.direction === "settle") expect(isBlind(...own)).toBe(false);
          if (item.direction === "ghost") expect(isBlind(...own, "node")).toBe(false);
          if (item.direction === "leftover") expect(isBlind("vm", "vmi", "pod")).toBe(false);
          if (item.direction === "orphan")
            expect(
              isBlind(...(item.object.kind === "pod" ? (["pod"] as const) : (["vm", "vmi"] as const))),
            ).toBe(false);
        }
      }),
    );
  });
  it("finds every expired or ending row, and each row in one direction at most", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const items = all(given).filter((item) => ["settle", "expired", "ghost"].includes(item.direction));
        const due = given.rows.filter(
          (row) => row.status === "ending" || (!isOver(row) && row.expiresAtMs <= NOW),
        );
        const expired = items.filter((item) => item.direction === "expired").map((item) => item.sessionId);
        expect(expired.sort()).toEqual(due.map((row) => row.id).sort());
        expect(new Set(items.map((item) => item.sessionId)).size).toBe(items.length);
      }),
    );
  });
  it("gives every item a key of its own, and acts on no more strangers than the brake allows", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const keys = all(given).map((item) => item.key);
        expect(new Set(keys).size).toBe(keys.length);
        const orphans = planReap(given).items.filter((item) => item.direction === "orphan");
        const labels = new Set(orphans.map((item) => item.sessionId)).size;
        const limit = Math.max(POLICY.brakeFloor, given.history.liveAnHourAgo * POLICY.brakeShare);
        if (labels > 0) expect(given.history.actsLastHour.orphan + labels).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
