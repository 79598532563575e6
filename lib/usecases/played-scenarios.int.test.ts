import { describe, expect, it } from "vitest";
import { readSnapshot } from "@/lib/db/passes";
import { play } from "@/lib/simulator/scenarios";
import { acceptDatabase } from "./accept-database";
import { endSessions } from "./end-sessions";
import { startSession } from "./start-session";
import { NAMESPACE } from "./test-lab-world";
import { MIN, reapWorld, tallies, VMS } from "./test-reap-world";

/** The scenarios of the demo that are about other databases, with the product's passes over them. */
const world = reapWorld();
const THEIRS = ["lab-prodlab001-1", "lab-prodlab002-1"];
const HOUR = 60 * MIN;

async function startAnother(machineCap = 500) {
  const { id: studentId } = await world.addStudent();
  return startSession(world.contextWith({ config: { machineCap } }), world.admin, {
    labId: world.lab.id,
    studentId,
  });
}

describe("two-environments", () => {
  it("ends and removes what is ours, hour after hour, and only shows what is theirs", async () => {
    const [live = "", due = "", orphan = ""] = await world.running(3);
    play(world.sim, "two-environments", NAMESPACE);
    await world.expire([due]);
    await world.sql("DELETE FROM lab_session WHERE id = $1", [orphan]);
    world.later(2 * MIN);
    const uidsOfTheirs = () =>
      THEIRS.map((name) => world.sim.cluster.store.get(VMS, NAMESPACE, name)?.metadata);
    const before = uidsOfTheirs();
    const first = await world.pass();
    expect(first).toMatchObject({ outcome: "clean", failed: 0, brake: [] });
    expect(tallies(first).sort()).toEqual(["expired 1/1/0/0/0", "orphan 1/1/0/0/0"]);
    world.later(HOUR);
    // What is left of the orphan's session, an hour later.
    expect(tallies(await world.pass())).toEqual(["leftover 2/2/0/0/0"]);
    expect(await world.names(VMS)).toEqual([`lab-${live}-1`, ...THEIRS].sort());
    expect(uidsOfTheirs().map((each) => [each?.uid, each?.deletionTimestamp])).toEqual(
      before.map((each) => [each?.uid, undefined]),
    );
    const foreign = (await readSnapshot(world.db.at))?.foreign ?? [];
    expect(foreign.map(({ name, environment }) => [name, environment])).toEqual(
      THEIRS.map((name) => [name, "prod"]),
    );
  });

  it("counts their machines among the seats that are taken", async () => {
    await world.running(1);
    play(world.sim, "two-environments", NAMESPACE);
    world.later(MIN);
    expect(await startAnother(3)).toMatchObject({ ok: false, error: { reason: { code: "no-seat" } } });
    expect(await startAnother(4)).toMatchObject({ ok: true });
    await world.settled();
  });
});

describe("restored-database", () => {
  it("touches nothing, in no direction, until an admin accepts the database", async () => {
    const [live = "", due = "", orphan = ""] = await world.running(3);
    await world.pass();
    play(world.sim, "restored-database", NAMESPACE);
    await world.expire([due]);
    await world.sql("DELETE FROM lab_session WHERE id = $1", [orphan]);
    world.later(2 * MIN);
    const all = [live, due, orphan].map((id) => `lab-${id}-1`).sort();
    const lease = () => world.context.cluster.readPassLease(NAMESPACE, world.context.installation.id);
    const ahead = (await lease())?.number ?? 0;
    for (let passes = 0; passes < 3; passes += 1) {
      const summary = await world.pass();
      expect(summary).toMatchObject({ outcome: "partial", held: "old-database" });
      expect(tallies(summary).sort()).toEqual(["expired 1/0/0/1/0", "orphan 1/0/0/1/0"]);
    }
    await endSessions(world.context, world.admin, { ids: [live] });
    await world.settled();
    expect(await world.names(VMS)).toEqual(all);
    expect((await lease())?.number).toBe(ahead);
    expect(await startAnother()).toMatchObject({ error: { reason: { code: "old-database" } } });

    expect(await acceptDatabase(world.context, world.admin, { typedNumber: ahead })).toMatchObject({
      ok: true,
    });
    const after = await world.pass();
    expect(after).toMatchObject({ outcome: "clean", held: null, number: ahead + 1 });
    expect(tallies(after).sort()).toEqual(["expired 2/2/0/0/0", "orphan 1/1/0/0/0"]);
    world.later(MIN);
    expect(await world.names(VMS)).toEqual([]);
  });
});
