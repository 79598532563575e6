import { describe, expect, vi } from "vitest";
import { eventually, needs } from "@/lib/cluster/test-site";
import { readInstallation } from "@/lib/db/installation";
import { holdsLease, readLease, takeLease } from "@/lib/db/lease";
import { lastGoodPassAtMs, listPasses, readSnapshot } from "@/lib/db/passes";
import { listEvents } from "@/lib/db/session-events";
import { previewPass } from "./preview-pass";
import { runReapPass } from "./run-reap-pass";
import { NAMESPACE } from "./test-lab-world";
import { CRON, failuresOf, JOBS, MIN, reapWorld, tallies, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();
const codes = async (id: string) => (await listEvents(world.db.at, id)).map(({ code }) => code);

describe("a pass over a quiet world", () => {
  it("is clean, counted, recorded, and told to the cluster's Lease", async () => {
    const first = await world.pass();
    expect(first).toMatchObject({ outcome: "clean", number: 1, trigger: "cronjob", failed: 0, held: null });
    expect(first.world).toMatchObject({
      vm: "known",
      vmi: "known",
      pod: "known",
      job: "known",
      node: "known",
    });
    const second = await world.pass();
    expect(second.number).toBe(2);
    const { id } = world.context.installation;
    expect(await world.context.cluster.readPassLease(NAMESPACE, id)).toMatchObject({ number: 2 });
    const [last] = await listPasses(world.db.at, 10);
    expect(last).toMatchObject({ ...second, requests: expect.any(Number) as number });
    expect(await lastGoodPassAtMs(world.db.at)).not.toBeNull();
    expect((await readLease(world.db.at)).isHeld).toBe(false);
    expect((await readInstallation(world.db.at)).namespaceUids).toHaveProperty(NAMESPACE);
  });
  it("sends one list a kind and little else", async () => {
    await world.pass();
    const before = world.proxy.requests().length;
    await world.pass();
    expect(world.proxy.requests().length - before).toBeLessThan(15);
  });
});

describe("settle", () => {
  needs("kubelet")(
    "calls a session running once its machines run, and tells the row what it saw of them",
    async () => {
      const [id = ""] = await world.started(1);
      expect(tallies(await world.pass())).toEqual(["settle 1/1/0/0/0"]);
      const row = await world.row(id);
      expect(row).toMatchObject({ status: "running", isUnguarded: false, isDegraded: false });
      expect(row.runningAtMs).toBeGreaterThanOrEqual(row.startedAtMs);
      expect(row.machines[0]).toMatchObject({
        state: "running",
        lastNode: expect.stringMatching(/^node-/) as string,
      });
      expect(row.machines[0]?.uid).toBe(
        world.sim.cluster.store.get(VMS, NAMESPACE, `lab-${id}-1`)?.metadata.uid,
      );
      expect(row.machines[0]?.address).toMatch(/^\d/);
      expect(await codes(id)).toEqual(["started", "created", "running"]);
    },
  );
  needs("state")(
    "gives a launch up at its limit, with the cluster's own reason, and removes all of it",
    async () => {
      world.sim.setMissingImages(["ubuntu"]);
      const [id = ""] = await world.started(1);
      expect((await world.pass()).outcome).toBe("clean");
      await world.age([id], 10 * MIN);
      expect(tallies(await world.pass())).toEqual(["settle 1/1/0/0/0"]);
      expect(await world.row(id)).toMatchObject({
        status: "failed",
        endReason: "launch-failed",
        reason: { code: "image-pull" },
      });
      await world.emptied(id);
      world.sim.setMissingImages([]);
    },
  );
});

describe("expired", () => {
  needs("kubelet")(
    "claims, deletes, and closes the row only then; the cluster is empty afterwards",
    async () => {
      const ids = await world.running(3);
      await world.expire(ids.slice(0, 2));
      expect(tallies(await world.pass())).toEqual(["expired 2/2/0/0/0"]);
      const [id = "", , kept = ""] = ids;
      const row = await world.row(id);
      expect(row).toMatchObject({ status: "expired", endReason: "expired", blocks: false, attempts: 0 });
      expect(row.deleteAcceptedAtMs).toBeGreaterThanOrEqual(row.claimedAtMs ?? Infinity);
      expect(row.overAtMs).toBeGreaterThanOrEqual(row.deleteAcceptedAtMs ?? Infinity);
      await world.emptied(id);
      expect(await world.objectsOf(kept)).not.toEqual([]);
      expect(await world.row(kept)).toMatchObject({ status: "running" });
      const told = (await codes(id)).filter((code) => code !== "gone");
      expect(told).toEqual(["started", "created", "running", "claimed", "delete-accepted"]);
    },
  );
  it("ends a group whole: all of its machines, Secrets, its Service and policy", async () => {
    const [id = ""] = await world.running(1, await world.addLab({ machineCount: 3 }));
    expect((await world.objectsOf(id)).length).toBeGreaterThanOrEqual(9);
    await world.expire([id]);
    expect((await world.pass()).outcome).toBe("clean");
    await world.emptied(id);
  });
  it("finds out later when the machines were gone, and says how uncertain that is", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    // As if the process had ended with the pass: nobody looks on.
    await world.pass({ context: { ...world.context, after: () => undefined } });
    await world.emptied(id);
    await world.age([id], 30_000);
    await world.pass();
    const row = await world.row(id);
    expect(row.goneAtMs).not.toBeNull();
    expect(row.goneUncertaintyMs).toBeGreaterThanOrEqual(30_000);
    expect(await codes(id)).toContain("gone");
  });
  needs("kubelet")(
    "sees it at once where the cluster is quick, within the look that goes on after the pass",
    async () => {
      const [id = ""] = await world.running(1);
      await world.expire([id]);
      await world.pass();
      await world.settled();
      const { goneAtMs, goneUncertaintyMs } = await world.row(id);
      expect(goneAtMs).not.toBeNull();
      expect(goneUncertaintyMs).toBeLessThan(10_000);
    },
  );
});

describe("the other directions", () => {
  it("deletes an orphan with the UID that was seen, once it is older than a minute", async () => {
    const [id = ""] = await world.running(1);
    await world.sql("DELETE FROM lab_session");
    expect(tallies(await world.pass())).toEqual([]);
    world.later(MIN);
    expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
    world.later(MIN);
    await eventually(async () => expect(await world.names(VMS)).toEqual([]));
    expect(await world.sql("SELECT action, actor_name FROM audit_entry WHERE subject_type = 'vm'")).toEqual([
      { action: "orphan.delete", actor_name: "reaper" },
    ]);
    expect(await world.names(JOBS)).toEqual([`lab-${id}`]);
  });
  it("fails a ghost, and removes what is left of it", async () => {
    const [id = ""] = await world.running(1);
    await world.age([id], 3 * MIN);
    await world.vanishVm(`lab-${id}-1`);
    expect(tallies(await world.pass())).toEqual(["ghost 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "failed", endReason: "vanished" });
    await world.emptied(id);
  });
  needs("state")("removes the leftovers of a session that is over, its Job's Secrets by name", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    const seed = world.sim.cluster.store.list(JOBS, NAMESPACE);
    await world.pass();
    world.later(MIN);
    world.sim.seed(seed);
    expect(tallies(await world.pass())).toEqual(["leftover 1/1/0/0/0"]);
    await world.emptied(id);
  });
  needs("state")("removes what no row knows only after an hour", async () => {
    await world.running(1);
    const job = world.sim.cluster.store.list(JOBS, NAMESPACE);
    await world.clear();
    await world.sql("DELETE FROM lab_session");
    world.sim.seed(job);
    world.later(58 * MIN);
    expect(tallies(await world.pass())).toEqual([]);
    world.later(2 * MIN);
    expect(tallies(await world.pass())).toEqual(["leftover 1/1/0/0/0"]);
  });
});

describe("one pass at a time", () => {
  it("tells a second caller at once that it is skipped", async () => {
    world.proxy.fault({ match: { path: "virtualmachines\\?" }, act: { waitMs: 300 } });
    const [first, second] = await Promise.all([world.pass(), world.pass()]);
    expect([first.outcome, second.outcome].sort()).toEqual(["clean", "skipped"]);
    const skipped = first.outcome === "skipped" ? first : second;
    expect(skipped).toMatchObject({ passId: null, number: null, failed: 0 });
    expect(skipped.durationMs).toBeLessThan(300);
  });
  it("writes nothing once its lease is lost, and says so", async () => {
    const ids = await world.running(2);
    await world.expire(ids);
    const lose = async (namespace: string, signal?: AbortSignal) => {
      await world.sql("UPDATE reap_lease SET expires_at = clock_timestamp() - interval '1 second'");
      const taken = await takeLease(world.db.at, { holder: "another", seconds: 55, trigger: "timer" });
      expect(taken).not.toBeNull();
      return world.contextWith({}).cluster.namespaceUid(namespace, signal);
    };
    const cluster = world.clusterWith({ namespaceUid: lose });
    const summary = await world.pass({ context: { ...world.context, cluster } });
    expect(summary.outcome).toBe("failed");
    expect(failuresOf(summary, "pass")).toMatchObject([{ resource: "lease", error: "lease-lost" }]);
    expect(await world.row(ids[0] ?? "")).toMatchObject({
      status: "running",
      version: expect.any(Number) as number,
    });
    const { fence, holder } = await readLease(world.db.at);
    expect(holder).toBe("another");
    expect(await holdsLease(world.db.at, fence)).toBe(true);
  });
  it("stops for the process's own end, with what it has, and frees the lease", async () => {
    const ids = await world.running(2);
    await world.expire(ids);
    const stop = new AbortController();
    world.proxy.fault({ match: { method: "DELETE" }, act: { hang: true } });
    const context = world.contextWith({ signal: stop.signal });
    const since = world.proxy.requests().length;
    const pass = world.pass({ context });
    const deletes = () =>
      world.proxy
        .requests()
        .slice(since)
        .filter(({ method }) => method === "DELETE");
    await expect.poll(() => deletes().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
    stop.abort();
    const summary = await pass;
    expect(summary).toMatchObject({ outcome: "partial", failed: 2 });
    expect(failuresOf(summary, "expired").map(({ error }) => error)).toEqual(["aborted", "aborted"]);
    expect((await readLease(world.db.at)).isHeld).toBe(false);
    world.proxy.clearFaults();
    expect(tallies(await world.pass())).toEqual(["expired 2/2/0/0/0"]);
  });
  it("tells what it had done when it broke", async () => {
    const [first = "", second = ""] = await world.running(2);
    await world.expire([first, second]);
    world.proxy.fault({
      match: { method: "DELETE", namePattern: `^lab-${second}-1$` },
      act: { waitMs: 1500 },
    });
    const pass = world.pass();
    await vi.waitFor(async () => expect((await world.row(first)).status).toBe("expired"), { timeout: 4000 });
    await world.sql("UPDATE reap_lease SET fence = fence + 1");
    const summary = await pass;
    expect(summary).toMatchObject({ outcome: "failed", failed: 1 });
    expect(failuresOf(summary, "pass")).toMatchObject([{ resource: "lease", error: "lease-lost" }]);
    expect(summary.directions.expired.done).toBe(1);
  });
  it("is refused to those who may not run one", async () => {
    await expect(runReapPass(world.context, world.student, { trigger: "person" })).rejects.toThrow("may not");
    expect(await listPasses(world.db.at, 1)).toEqual([]);
  });
  it("answers failed, and throws nothing, while the database is away", async () => {
    const { openDatabase } = await import("@/lib/db/database");
    const away = openDatabase("postgresql://nobody@127.0.0.1:9/none");
    const summary = await runReapPass({ ...world.context, db: away }, CRON, { trigger: "cronjob" });
    expect(summary).toMatchObject({ outcome: "failed", passId: null });
    expect(failuresOf(summary, "pass")).toMatchObject([{ resource: "database", error: "unavailable" }]);
    await away.close();
  });
});

describe("preview", () => {
  needs("clock")("is the same plan, not carried out", async () => {
    const [id = "", other = ""] = await world.running(2);
    await world.expire([id]);
    const answer = await previewPass(world.context, world.admin);
    if (!answer.ok) throw new Error(answer.error.code);
    expect(answer.value.plan.items.map((item) => item.key)).toEqual([`expired:${id}`]);
    const skewMs = world.sim.nowMs() - Date.now();
    expect(Math.abs((answer.value.skewMs ?? Infinity) - skewMs)).toBeLessThan(5_000);
    expect(await world.row(id)).toMatchObject({ status: "running" });
    expect(await world.objectsOf(other)).not.toEqual([]);
    expect(await previewPass(world.context, world.student)).toMatchObject({ ok: false });
    const { plan } = answer.value;
    expect(tallies(await world.pass())).toEqual([`expired ${plan.items.length}/1/0/0/0`]);
  });
});

describe("what the reaper's page shows", () => {
  it("is what the newest pass saw", async () => {
    const [id = ""] = await world.running(1);
    world.proxy.fault({ match: { method: "DELETE", namePattern: "-init$" }, act: { status: 403 } });
    await world.expire([id]);
    await world.pass();
    await world.pass();
    const snapshot = await readSnapshot(world.db.at);
    expect(snapshot).toMatchObject({ held: [], foreign: [], wrongCluster: [], oldDatabase: null });
    expect(snapshot?.skewMs).toEqual(expect.any(Number));
  });
});
