import { describe, expect, it } from "vitest";
import { LABEL } from "./labels";
import { planReap } from "./reap-plan";
import type { LabSession } from "./session";
import type { World } from "./world";
import {
  idOf,
  input,
  job,
  known,
  MIN,
  node,
  NOW,
  session,
  unknown,
  vm,
  vmi,
  world,
  worldOf,
} from "./testing/samples";

const planOf = (row: LabSession, seen: World) => planReap(input({ rows: [row], world: seen }));

describe("sightings", () => {
  it("are told only where something changed", () => {
    expect(planOf(session(), worldOf(session())).sightings).toEqual([]);
  });
  it("tell UID, VMI, node, address and state of each machine", () => {
    const row = session();
    const blank = row.machines.map((each) => ({
      ...each,
      uid: null,
      vmiUid: null,
      lastNode: null,
      address: null,
    }));
    const [sighting] = planOf({ ...row, machines: blank }, worldOf(row)).sightings;
    expect(sighting?.machines).toEqual(row.machines);
    expect(sighting?.recreated).toEqual([]);
  });
  it("tell of a VMI that replaced another", () => {
    const row = session();
    const seen = { ...worldOf(row), vmi: known(vmi(row.id, 1, { uid: "vmi-2" })) };
    expect(planOf(row, seen).sightings).toMatchObject([
      { recreated: ["vmi-2"], machines: [{ vmiUid: "vmi-2" }] },
    ]);
  });
  it.each([
    ["another installation's", { [LABEL.installation]: "inst-2" }],
    ["another environment's", { [LABEL.environment]: "prod" }],
    ["another session's", { [LABEL.session]: idOf(2) }],
    ["nobody's", { [LABEL.managedBy]: "somebody" }],
  ])("keep the row's own UID where %s machine bears the name: an End goes by it", (_, changed) => {
    const row = session();
    const { labels } = vm(row.id, 1);
    const seen = {
      ...worldOf(row),
      vm: known(vm(row.id, 1, { uid: "theirs", labels: { ...labels, ...changed } })),
    };
    expect(planOf(row, seen).sightings).toEqual([]);
  });
  it("take over the UID of their own machine that was made anew", () => {
    const row = session();
    const seen = { ...worldOf(row), vm: known(vm(row.id, 1, { uid: "vm-2" })) };
    expect(planOf(row, seen).sightings).toMatchObject([{ machines: [{ uid: "vm-2" }] }]);
  });
  it("keep what was known while a machine cannot be read or has no VMI", () => {
    const row = session();
    expect(planOf(row, { ...worldOf(row), vmi: unknown }).sightings).toEqual([]);
    const stopped = {
      ...worldOf(row),
      vmi: known(),
      vm: known(vm(row.id, 1, { printableStatus: "Stopped" })),
    };
    expect(planOf(row, stopped).sightings).toMatchObject([
      { machines: [{ state: "stopped", lastNode: "node-1", vmiUid: row.machines[0]?.vmiUid }] },
    ]);
  });
});

describe("unguarded", () => {
  const row = session({ count: 2 });
  const full = worldOf(row);
  it.each([
    ["has its Job", full, false],
    ["has lost its Job", { ...full, job: known() }, true],
    ["has a finishing Job", { ...full, job: known(job(row.id, { isFinishing: true })) }, true],
    [
      "has a Job that is not among a machine's owners",
      { ...full, vm: known(vm(row.id, 1), vm(row.id, 2, { owners: [] })) },
      true,
    ],
    [
      "has a Job of another UID than its machines' owner",
      { ...full, job: known(job(row.id, { uid: "another" })) },
      true,
    ],
    ["has no machine left to guard", world(), false],
  ] as const)("a live session that %s: %s", (_, seen, isUnguarded) => {
    expect(planOf(row, seen as World).unguarded).toEqual(isUnguarded ? [row.id] : []);
  });
  it("says nothing while the machines are still being made", () => {
    const young = session({ status: "provisioning", createdAtMs: null, startedAtMs: NOW - 2 * MIN });
    const seen = { ...worldOf(young), job: known() };
    expect(planOf(young, seen).unguarded).toEqual([]);
    expect(planOf({ ...young, startedAtMs: NOW - 2 * MIN - 1 }, seen).unguarded).toEqual([young.id]);
  });
  it("keeps its last word while Jobs cannot be read", () => {
    const seen = { ...full, job: unknown };
    expect(planOf(row, seen).unguarded).toEqual([]);
    expect(planOf({ ...row, isUnguarded: true }, seen).unguarded).toEqual([row.id]);
  });
});

describe("gone", () => {
  const over = session({
    status: "ended",
    endReason: "returned",
    claimedAtMs: NOW - MIN,
    deleteAcceptedAtMs: NOW - 50_000,
    overAtMs: NOW - 50_000,
  });
  it("is told with how much earlier it may have been", () => {
    expect(planOf(over, world()).gone).toEqual([
      { sessionId: over.id, goneAtMs: NOW, uncertaintyMs: 50_000 },
    ]);
  });
  it("is not told while a machine is there, is not known, or was told already", () => {
    expect(planOf(over, world({ vm: known(vm(over.id, 1, { deletingAtMs: NOW })) })).gone).toEqual([]);
    expect(planOf(over, world({ vmi: unknown })).gone).toEqual([]);
    expect(planOf({ ...over, goneAtMs: NOW - 1 }, world()).gone).toEqual([]);
  });
});

describe("what is shown", () => {
  it("lists foreign machines with the seat that they take, a stopped VM without", () => {
    const labels = { "curfew.dev/environment": "prod" };
    const strange = vm(idOf(2), 1, { name: "theirs", uid: "u1", labels });
    const parked = vm(idOf(3), 1, { name: "parked", uid: "u2", labels: {}, printableStatus: "Stopped" });
    const { foreign, items } = planReap(input({ world: world({ vm: known(strange, parked) }) }));
    expect(foreign).toMatchObject([
      { name: "parked", environment: null, takesSeat: false, state: "stopped" },
      { name: "theirs", environment: "prod", takesSeat: true },
    ]);
    expect(items).toEqual([]);
  });
  it.each([
    [5 * MIN, false],
    [5 * MIN + 1, true],
  ])("a machine that terminates for %d ms is stuck: %s", (ageMs, isStuck) => {
    const row = session();
    const seen = {
      ...worldOf(row),
      vm: known(vm(row.id, 1, { deletingAtMs: NOW - ageMs, finalizers: ["a"] })),
      vmi: known(vmi(row.id, 1, { finalizers: ["a", "b"] })),
      node: known(node("node-1", false)),
    };
    expect(planOf(row, seen).terminating).toMatchObject([
      { sessionId: row.id, ageMs, isStuck, finalizers: ["a", "b"], deadNode: "node-1" },
    ]);
  });
});
