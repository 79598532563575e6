import { describe, expect } from "vitest";
import type { Cluster } from "@/lib/cluster/cluster";
import { eventually, needs } from "@/lib/cluster/test-site";
import { listPasses } from "@/lib/db/passes";
import { failuresOf, JOBS, MIN, reapWorld, tallies, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();
/** An item's and a pass's times, shortened so that what hangs is seen to hang within a test. */
const SHORT = { itemMs: 2000, startUntilMs: 4000, abortAtMs: 6500 };

describe("a delete that is refused", () => {
  it.each([
    [409, "conflict"],
    [500, "server-error"],
    [403, "forbidden"],
    [422, "invalid"],
  ])("with %d keeps its session for the next pass and no other's", async (status, error) => {
    const [bad = "", ...good] = await world.running(4);
    await world.expire([bad, ...good]);
    const fault = world.proxy.fault({
      match: { method: "DELETE", path: "virtualmachines/", namePattern: bad },
      act: { status },
    });
    const summary = await world.pass();
    expect(tallies(summary)).toEqual(["expired 4/3/1/0/0"]);
    expect(summary).toMatchObject({ outcome: "partial", failed: 1 });
    expect(failuresOf(summary, "expired")).toEqual([
      { direction: "expired", session: bad, resource: `lab-${bad}-1`, error, status },
    ]);
    for (const id of good) expect(await world.row(id)).toMatchObject({ status: "expired" });
    expect(await world.row(bad)).toMatchObject({
      status: "ending",
      endReason: "expired",
      overAtMs: null,
      deleteAcceptedAtMs: null,
      attempts: 1,
      lastFailure: { error, status },
    });
    await world.pass();
    expect(await world.row(bad)).toMatchObject({ status: "ending", attempts: 2 });
    world.proxy.clearFaults(fault);
    expect(tallies(await world.pass())).toEqual(["expired 1/1/0/0/0"]);
    expect(await world.row(bad)).toMatchObject({ status: "expired", attempts: 0, lastFailure: null });
    await world.emptied(bad);
  });
  it("by an admission webhook is told as that", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    const message = 'admission webhook "guard.lab" denied the request: no';
    world.proxy.fault({
      match: { method: "DELETE", path: "virtualmachines/" },
      act: { status: 422, message },
    });
    expect(failuresOf(await world.pass(), "expired")).toMatchObject([
      { error: "webhook-denied", status: 422 },
    ]);
  });
  it("of a Secret keeps the deadline Job as the guard, and the row open", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    world.proxy.fault({ match: { method: "DELETE", path: "secrets/" }, act: { status: 403 } });
    expect(failuresOf(await world.pass(), "expired")).toMatchObject([{ resource: `lab-${id}-1-init` }]);
    expect(await world.row(id)).toMatchObject({ status: "ending" });
    expect(await world.names(JOBS)).toEqual([`lab-${id}`]);
  });
  it("with 404 is success", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    for (const kind of [VMS, "secrets"] as const)
      for (const name of await world.names(kind)) await world.vanish(kind, name);
    expect(tallies(await world.pass())).toEqual(["expired 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "expired" });
  });
  it("with a UID that is another's is looked at again, and deleted where it is ours", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    await world.sql("UPDATE session_machine SET uid = 'an-older-one' WHERE session_id = $1", [id]);
    const pass = await world.pass();
    expect(tallies(pass)).toEqual(["expired 1/1/0/0/0"]);
    world.later(MIN);
    await eventually(async () => expect(await world.names(VMS)).toEqual([]));
  });
});

describe("deletes that hang", () => {
  it("cost their own time and no other's", async () => {
    const [bad = "", ...good] = await world.running(4);
    await world.expire([bad, ...good]);
    world.proxy.fault({ match: { method: "DELETE", namePattern: bad }, act: { hang: true } });
    const context = world.contextWith({ callTimeoutMs: 60_000 });
    const times = { itemMs: 2500, startUntilMs: 30_000, abortAtMs: 60_000 };
    const summary = await world.pass({ context, times });
    expect(tallies(summary)).toEqual(["expired 4/3/1/0/0"]);
    expect(failuresOf(summary, "expired")).toMatchObject([{ session: bad, error: "timeout", status: null }]);
    expect(summary.durationMs).toBeLessThan(15_000);
  });
  needs("size")(
    "forty of them do not keep the others, settling least of all, from being reclaimed",
    async () => {
      const all = await world.running(43);
      const [starting = ""] = await world.started(1);
      const [good, bad] = [all.slice(0, 3), all.slice(3)];
      await world.expire(all);
      const names = bad.join("|");
      world.proxy.fault({ match: { method: "DELETE", namePattern: names }, act: { hang: true } });
      const tries = async () => {
        const [row] = await world.sql<{ least: number; most: number }>(
          "SELECT min(attempts) AS least, max(attempts) AS most FROM lab_session WHERE over_at IS NULL AND id <> $1",
          [starting],
        );
        return row ?? { least: 0, most: 0 };
      };
      const first = await world.pass({ times: SHORT });
      expect(await world.row(starting)).toMatchObject({ status: "running" });
      expect(first.durationMs).toBeLessThan(SHORT.abortAtMs + 2000);
      expect(first.directions.expired.deferred).toBeGreaterThan(0);
      // What was not begun goes first in the next pass, so nobody is tried again before everybody was tried.
      for (let passes = 1; passes < 8 && (await tries()).least === 0; passes++) {
        expect((await tries()).most).toBe(1);
        await world.pass({ times: SHORT });
      }
      for (const id of good) expect(await world.row(id)).toMatchObject({ status: "expired" });
      world.proxy.clearFaults();
      expect((await world.pass()).directions.expired).toMatchObject({ failed: 0, deferred: 0 });
      expect(await world.sql("SELECT id FROM lab_session WHERE status <> 'expired'")).toEqual([
        { id: starting },
      ]);
    },
    120_000,
  );
  it("end with the pass's own time: it records, and frees the lease", async () => {
    const ids = await world.running(2);
    await world.expire(ids);
    world.proxy.fault({ match: { method: "DELETE" }, act: { hang: true } });
    const summary = await world.pass({ times: { itemMs: 9000, startUntilMs: 2500, abortAtMs: 3000 } });
    expect(summary).toMatchObject({ outcome: "partial", failed: 2 });
    expect(summary.durationMs).toBeLessThan(5000);
    expect((await listPasses(world.db.at, 1))[0]).toMatchObject({ passId: summary.passId, failed: 2 });
    expect((await world.pass({ times: SHORT })).outcome).not.toBe("skipped");
  });
});

describe("a process that has to leave", () => {
  it("stops its pass in the middle, records it and frees the lease; the next one takes the rest", async () => {
    const ids = await world.running(2);
    await world.expire(ids);
    const leave = new AbortController();
    const deleteObject: Cluster["deleteObject"] = (_object, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
        leave.abort();
      });
    const context = { ...world.context, cluster: world.clusterWith({ deleteObject }), leaving: leave.signal };
    // Longer than this test may take: nothing but leaving can end it.
    const times = { itemMs: 600_000, startUntilMs: 600_000, abortAtMs: 600_000 };
    const summary = await world.pass({ context, times });
    expect(summary).toMatchObject({ outcome: "partial", directions: { expired: { found: 2, done: 0 } } });
    expect((await listPasses(world.db.at, 1))[0]).toMatchObject({ passId: summary.passId });
    expect(tallies(await world.pass())).toEqual(["expired 2/2/0/0/0"]);
  });
});

describe("a database write that fails", () => {
  const refuse = (when: string) =>
    world.sql(`
      CREATE OR REPLACE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER refuse_it BEFORE UPDATE ON lab_session FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse_it()`);
  const allow = () => world.sql("DROP TRIGGER IF EXISTS refuse_it ON lab_session");

  it("after the delete heals in the next pass: 404 is success, and the row is closed", async () => {
    const [id = "", other = ""] = await world.running(2);
    await world.expire([id, other]);
    await refuse(`NEW.id = '${id}' AND NEW.over_at IS NOT NULL`);
    const summary = await world.pass();
    await allow();
    expect(tallies(summary)).toEqual(["expired 2/1/1/0/0"]);
    expect(failuresOf(summary, "expired")).toMatchObject([{ session: id, error: "unexpected" }]);
    expect(await world.row(id)).toMatchObject({ status: "ending", attempts: 1 });
    await world.emptied(id);
    expect(tallies(await world.pass())).toEqual(["expired 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "expired" });
  });
  it("at the claim leaves the session as it is: nothing is deleted before its row says so", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    await refuse(`NEW.status = 'ending'`);
    expect(tallies(await world.pass())).toEqual(["expired 1/0/1/0/0"]);
    await allow();
    expect(await world.row(id)).toMatchObject({ status: "running" });
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
  });
});

describe("calls that are refused in the other directions", () => {
  it("are an orphan's own failure, and it is tried again", async () => {
    const [id = "", gone = ""] = await world.running(2);
    await world.sql("DELETE FROM lab_session");
    world.later(MIN);
    world.proxy.fault({
      match: { method: "DELETE", path: "virtualmachines/", namePattern: id },
      act: { status: 500 },
    });
    const summary = await world.pass();
    expect(tallies(summary)).toEqual(["orphan 2/1/1/0/0"]);
    expect(failuresOf(summary, "orphan")).toMatchObject([
      { session: id, resource: `vm/lab-${id}-1`, status: 500 },
    ]);
    world.proxy.clearFaults();
    world.later(MIN);
    await eventually(async () =>
      expect((await world.objectsOf(gone)).filter((name) => name.startsWith(VMS))).toEqual([]),
    );
    expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
  });
  it("leave a ghost as it is where it cannot be looked at again", async () => {
    const [id = ""] = await world.running(1);
    await world.age([id], 3 * MIN);
    await world.clear();
    world.proxy.fault({ match: { method: "GET", path: "virtualmachines/lab-" }, act: { status: 500 } });
    expect(tallies(await world.pass())).toEqual(["ghost 1/0/1/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "running", attempts: 1 });
    world.proxy.clearFaults();
    expect(tallies(await world.pass())).toEqual(["ghost 1/1/0/0/0"]);
  });
});
