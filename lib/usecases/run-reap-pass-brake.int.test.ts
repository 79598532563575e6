import { describe, expect } from "vitest";
import { needs } from "@/lib/cluster/test-site";
import { readInstallation } from "@/lib/db/installation";
import { readSnapshot } from "@/lib/db/passes";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { acceptDatabase } from "./accept-database";
import { confirmHeld } from "./confirm-held";
import { endSessions } from "./end-sessions";
import { setSwitch } from "./set-switch";
import { startSession } from "./start-session";
import { NAMESPACE } from "./test-lab-world";
import { failuresOf, MIN, reapWorld, tallies, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();
const heldKeys = async () =>
  ((await readSnapshot(world.db.at))?.held ?? []).flatMap((set) => set.items.map((item) => item.key));
const direction = ({ directions }: PassSummary, name: "orphan" | "ghost" | "leftover" | "expired") =>
  directions[name];
/** VMs of sessions that the database does not know, old enough to be orphans. */
async function orphans(count: number): Promise<string[]> {
  const ids = await world.running(count);
  await world.sql("DELETE FROM lab_session");
  world.later(2 * MIN);
  return ids;
}

describe("the brake", () => {
  it("lets three go, and holds all of four, in one direction and no other", async () => {
    await orphans(3);
    expect((await world.pass()).outcome).toBe("clean");
  });
  it("holds all of four, shows them, and waits for nothing else", async () => {
    const [due = ""] = await world.running(1);
    const ids = await world.running(4);
    await world.sql("DELETE FROM lab_session WHERE id = ANY($1)", [ids]);
    world.later(2 * MIN);
    await world.expire([due]);
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "partial", failed: 0, held: null });
    expect(summary.brake).toEqual([{ direction: "orphan", found: 4, allowed: 3 }]);
    expect(tallies(summary).sort()).toEqual(["expired 1/1/0/0/0", "orphan 4/0/0/4/0"]);
    expect(await heldKeys()).toHaveLength(4);
  });
  it("counts the hour: two and then two more are one too many", async () => {
    await orphans(2);
    expect(direction(await world.pass(), "orphan").done).toBe(2);
    world.later(MIN);
    await orphans(2);
    expect((await world.pass()).brake).toEqual([{ direction: "orphan", found: 2, allowed: 1 }]);
    await world.sql("UPDATE pass_act SET at = at - interval '1 hour'");
    expect(direction(await world.pass(), "orphan").done).toBe(2);
  });
  it("counts the ghosts that it failed, too", async () => {
    const ghosts = async () => {
      const ids = await world.running(2);
      await world.age(ids, 5 * MIN);
      for (const id of ids) await world.vanishVm(`lab-${id}-1`);
    };
    await ghosts();
    expect(direction(await world.pass(), "ghost").done).toBe(2);
    await ghosts();
    expect((await world.pass()).brake).toEqual([{ direction: "ghost", found: 2, allowed: 1 }]);
  });
  it("counts a deletion before it is tried, takes back what is refused, and keeps what got no answer", async () => {
    await orphans(2);
    const counted = () => world.sql("SELECT session_label FROM pass_act");
    world.proxy.fault({ match: { method: "DELETE" }, act: { status: 403 } });
    expect(direction(await world.pass(), "orphan").failed).toBe(2);
    expect(await counted()).toHaveLength(0);
    world.proxy.clearFaults();
    world.proxy.fault({ match: { method: "DELETE" }, act: { dropAfterHandling: true } });
    expect(direction(await world.pass(), "orphan").failed).toBe(2);
    expect(await counted()).toHaveLength(2);
  });
  needs("size")(
    "grows with what was live an hour ago",
    async () => {
      const ids = await world.running(20);
      await world.age(ids, 61 * MIN);
      await world.sql("UPDATE lab_session SET expires_at = now() + interval '1 hour'");
      for (const id of ids.slice(0, 4)) await world.vanishVm(`lab-${id}-1`);
      expect(tallies(await world.pass())).toEqual(["ghost 4/4/0/0/0"]);
    },
    60_000,
  );
  it("acts on what an admin confirmed and is still planned, whatever has changed meanwhile", async () => {
    const ids = await orphans(5);
    await world.pass();
    const keys = await heldKeys();
    const confirmed = keys.filter((key) => !key.includes(ids[4] ?? ""));
    expect(
      await confirmHeld(world.context, world.admin, { direction: "orphan", keys: confirmed }),
    ).toMatchObject({
      ok: true,
    });
    await world.vanishVm(`lab-${ids[0]}-1`);
    const summary = await world.pass();
    // Three of the four confirmed are left; the fifth is alone now, and within what the brake allows.
    expect(tallies(summary)).toEqual(["orphan 4/4/0/0/0"]);
    expect(await world.sql("SELECT is_confirmed AS c FROM pass_act ORDER BY is_confirmed")).toEqual([
      { c: false },
    ]);
  });
  it("holds ghosts where list and GET are both empty for many, and fails them after ten such passes", async () => {
    const ids = await world.running(4);
    await world.age(ids, 5 * MIN);
    expect(await world.names(VMS)).toHaveLength(4);
    await world.clear();
    for (let passes = 1; passes <= 10; passes++) {
      expect(tallies(await world.pass())).toEqual(["ghost 4/0/0/4/0"]);
      expect((await world.row(ids[0] ?? "")).ghostPasses).toBe(passes);
    }
    expect(tallies(await world.pass())).toEqual(["ghost 4/4/0/0/0"]);
    expect(await world.sql("SELECT * FROM pass_act")).toEqual([]);
  }, 60_000);
  it("starts counting anew after a pass that could not judge", async () => {
    const ids = await world.running(4);
    await world.age(ids, 5 * MIN);
    await world.clear();
    await world.pass();
    world.proxy.fault({ match: { path: "/virtualmachines\\?" }, act: { status: 500 } });
    await world.pass();
    expect((await world.row(ids[0] ?? "")).ghostPasses).toBe(0);
  });
});

describe("an old database", () => {
  const number = async () => (await readInstallation(world.db.at)).passNumber;
  /** The database is put back to a state from before the last passes; the cluster's Lease is not. */
  async function restored(): Promise<void> {
    for (let i = 0; i < 3; i++) await world.pass();
    await world.sql("UPDATE installation SET pass_number = pass_number - 2");
  }

  it("is held in every direction, also End and starts, until an admin accepts it", async () => {
    const [due = "", ghost = "", orphan = "", ending = ""] = await world.running(4);
    await world.expire([due]);
    await world.age([ghost], 5 * MIN);
    await world.vanishVm(`lab-${ghost}-1`);
    await world.sql("DELETE FROM lab_session WHERE id = $1", [orphan]);
    world.later(2 * MIN);
    await world.sql("UPDATE installation SET pass_number = 0");
    const leaseOf = async () =>
      (await world.context.cluster.readPassLease(NAMESPACE, world.context.installation.id))?.number;
    const lease = await leaseOf();
    for (let i = 0; i < 4; i++) {
      const summary = await world.pass();
      expect(summary).toMatchObject({ outcome: "partial", held: "old-database" });
      expect(tallies(summary).sort()).toEqual(["expired 1/0/0/1/0", "ghost 1/0/0/1/0", "orphan 1/0/0/1/0"]);
    }
    expect(await number()).toBe(0);
    expect(await leaseOf()).toBe(lease);
    expect((await readSnapshot(world.db.at))?.oldDatabase).toEqual({ databaseNumber: 0, leaseNumber: lease });

    await endSessions(world.context, world.admin, { ids: [ending] });
    await world.settled();
    expect(await world.row(ending)).toMatchObject({ status: "ending" });
    const { id: studentId } = await world.addStudent();
    expect(await startSession(world.context, world.admin, { labId: world.lab.id, studentId })).toMatchObject({
      error: { reason: { code: "old-database" } },
    });

    expect(await acceptDatabase(world.context, world.admin, { typedNumber: lease ?? -1 })).toMatchObject({
      ok: true,
    });
    const after = await world.pass();
    expect(after).toMatchObject({ outcome: "clean", held: null, number: (lease ?? 0) + 1 });
    expect(tallies(after).sort()).toEqual(["expired 2/2/0/0/0", "ghost 1/1/0/0/0", "orphan 1/1/0/0/0"]);
    expect(await leaseOf()).toBe((lease ?? 0) + 1);
  });
  it("does not catch up with the Lease by being held", async () => {
    await restored();
    for (let i = 0; i < 5; i++) expect((await world.pass()).held).toBe("old-database");
  });
  it("is none where a pass was killed between the two writes", async () => {
    await world.pass();
    const writePassLease = () => new Promise<never>(() => undefined);
    const cluster = world.clusterWith({ writePassLease });
    const killed = world.pass({ context: { ...world.context, cluster }, times: { abortAtMs: 60_000 } });
    await expect.poll(number, { timeout: 10_000 }).toBe(2);
    await world.sql("UPDATE reap_lease SET expires_at = clock_timestamp() - interval '1 second'");
    expect(await world.pass()).toMatchObject({ outcome: "clean", held: null, number: 3 });
    void killed;
  });
  it("cannot be ruled out while the Lease cannot be read: what is expired ends, nothing unknown is judged", async () => {
    const [due = "", ghost = ""] = await world.running(2);
    await world.expire([due]);
    await world.age([ghost], 5 * MIN);
    await world.vanishVm(`lab-${ghost}-1`);
    world.proxy.fault({ match: { path: "/leases" }, act: { status: 403 } });
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "partial", failed: 1, held: null });
    expect(failuresOf(summary, "pass")).toMatchObject([{ resource: "leases", status: 403 }]);
    expect(tallies(summary).sort()).toEqual(["expired 1/1/0/0/0", "ghost 1/0/0/1/0"]);
  });
});

describe("stop reaping", () => {
  needs("kubelet")("holds what the reaper does by itself; settling and a person's End go on", async () => {
    const [due = "", ghost = "", returned = ""] = await world.running(3);
    const [starting = ""] = await world.started(1);
    await world.expire([due]);
    await world.age([ghost], 5 * MIN);
    await world.vanishVm(`lab-${ghost}-1`);
    world.proxy.fault({ match: { method: "DELETE" }, act: { status: 500 } });
    await endSessions(world.context, world.admin, { ids: [returned] });
    await world.settled();
    world.proxy.clearFaults();
    const stop = { name: "stop-reaping", isOn: true, message: "a look first" } as const;
    await setSwitch(world.context, world.admin, stop);
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "partial", held: "stopped" });
    expect(tallies(summary).sort()).toEqual(["expired 2/1/0/1/0", "ghost 1/0/0/1/0", "settle 1/1/0/0/0"]);
    expect(await world.row(starting)).toMatchObject({ status: "running" });
    expect(await world.row(returned)).toMatchObject({ status: "ended" });
    expect(await world.row(due)).toMatchObject({ status: "running" });
    await setSwitch(world.context, world.admin, { ...stop, isOn: false });
    expect(tallies(await world.pass()).sort()).toEqual(["expired 1/1/0/0/0", "ghost 1/1/0/0/0"]);
  });
});
