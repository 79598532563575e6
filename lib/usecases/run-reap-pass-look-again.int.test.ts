import pg from "pg";
import { describe, expect } from "vitest";
import { RESOURCES } from "@/lib/cluster/api-paths";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { needs } from "@/lib/cluster/test-site";
import { ChangeGroup } from "@/lib/db/change-group";
import { LeaseLost, takeLease } from "@/lib/db/lease";
import type { ReapItem } from "@/lib/domain/reap-types";
import { reapItem } from "./reap-item";
import { DONE, SKIPPED, type Pass } from "./reap-pass";
import { LAW_TIMES } from "./reap-times";
import { judge, readView } from "./reap-look";
import { NAMESPACE } from "./test-lab-world";
import { CRON, JOBS, MIN, reapWorld, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();

const noop = () => undefined;
/** A pass between its plan and its acts: what it does with an item that has changed meanwhile is tried here. */
async function planned(): Promise<{ pass: Pass; item: ReapItem }> {
  const { context } = world;
  const lease = await takeLease(world.db.at, { holder: "test", seconds: 55, trigger: "cronjob" });
  if (lease === null) throw new Error("the lease is not free");
  const { signal } = new AbortController();
  const view = await readView(context, signal);
  const { plan } = await judge(context, view, null);
  const [item, ...rest] = plan.items;
  if (!item || rest.length > 0) throw new Error(`one item was wanted: ${JSON.stringify(plan.items)}`);
  const { fence, passId: id, passNumber: number } = lease;
  const pass: Pass = {
    ...{ context, actor: CRON, fence, id, number, trigger: "cronjob", startedAtMs: view.nowMs },
    ...{
      changes: new ChangeGroup(world.db.at, noop),
      times: LAW_TIMES,
      signal,
      abort: () => undefined,
      elapsedMs: () => 0,
    },
  };
  return { pass, item };
}
const anotherHolds = async () => {
  await world.sql("UPDATE reap_lease SET expires_at = clock_timestamp() - interval '1 second'");
  await takeLease(world.db.at, { holder: "another", seconds: 55, trigger: "timer" });
};
const vanishVm = (id: string) => world.vanishVm(`lab-${id}-1`);

/** Each brings about one item of its direction, and says which session it is about. */
const SCENES = {
  settle: async () => (await world.started(1))[0] ?? "",
  expired: async () => {
    const ids = await world.running(1);
    await world.expire(ids);
    return ids[0] ?? "";
  },
  ghost: async () => {
    const [id = ""] = await world.running(1);
    await world.age([id], 5 * MIN);
    await vanishVm(id);
    return id;
  },
};

describe("an item that changed between the plan and the act", () => {
  needs("kubelet")("settle: a row that was ended meanwhile is left alone", async () => {
    const id = await SCENES.settle();
    const { pass, item } = await planned();
    await world.sql("UPDATE lab_session SET version = version + 1 WHERE id = $1", [id]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.row(id)).toMatchObject({ status: "provisioning" });
  });
  needs("state")("settle: a launch is not given up on where its row changed meanwhile", async () => {
    world.sim.setMissingImages(["ubuntu"]);
    const id = await SCENES.settle();
    world.sim.setMissingImages([]);
    await world.age([id], 10 * MIN);
    const { pass, item } = await planned();
    expect(item).toMatchObject({ direction: "settle", act: { to: "ending" } });
    await world.sql("UPDATE lab_session SET version = version + 1 WHERE id = $1", [id]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.row(id)).toMatchObject({ status: "provisioning" });
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
  });
  it("expired: an extension that came first wins", async () => {
    const id = await SCENES.expired();
    const { pass, item } = await planned();
    await world.sql("UPDATE lab_session SET expires_at = now() + interval '1 hour' WHERE id = $1", [id]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.row(id)).toMatchObject({ status: "running", attempts: 0 });
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
  });
  needs("state")("ghost: a machine that is there after all is left alone", async () => {
    const [id = ""] = await world.running(1);
    await world.age([id], 5 * MIN);
    const vm = world.sim.cluster.store.get(VMS, NAMESPACE, `lab-${id}-1`);
    await vanishVm(id);
    const { pass, item } = await planned();
    expect(item.direction).toBe("ghost");
    if (vm) world.sim.seed([vm]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.row(id)).toMatchObject({ status: "running" });
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
  });
  it("ghost: a row that changed is left alone", async () => {
    const id = await SCENES.ghost();
    const { pass, item } = await planned();
    await world.sql("UPDATE lab_session SET version = version + 1 WHERE id = $1", [id]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.row(id)).toMatchObject({ status: "running" });
  });
  it("orphan: a row that is there by now keeps its machine", async () => {
    const [id = ""] = await world.running(1);
    await world.sql("CREATE TABLE kept AS SELECT * FROM lab_session");
    await world.sql("DELETE FROM lab_session");
    world.later(2 * MIN);
    const { pass, item } = await planned();
    expect(item.direction).toBe("orphan");
    await world.sql("INSERT INTO lab_session SELECT * FROM kept");
    await world.sql("DROP TABLE kept");
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
  });
  needs("state")("orphan: another machine of the same name is not the one that was judged", async () => {
    const [id = ""] = await world.running(1);
    const vm = world.sim.cluster.store.get(VMS, NAMESPACE, `lab-${id}-1`);
    await world.sql("DELETE FROM lab_session");
    world.later(2 * MIN);
    const { pass, item } = await planned();
    await vanishVm(id);
    if (vm) world.sim.seed([{ ...vm, metadata: { ...vm.metadata, uid: "a-newer-one" } }]);
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.names(VMS)).toEqual([`lab-${id}-1`]);
    expect(await world.sql("SELECT * FROM pass_act")).toEqual([]);
  });
  it("leftover: the Job of a session that lives by now is kept", async () => {
    const [id = ""] = await world.running(1);
    await world.sql("CREATE TABLE kept AS SELECT * FROM lab_session");
    await world.sql("DELETE FROM lab_session");
    await vanishVm(id);
    for (const kind of ["networkpolicies.networking.k8s.io", "pods"] as const) {
      for (const name of (await world.names(kind)).filter((each) => each.includes(id)))
        await world.vanish(kind, name);
    }
    world.later(61 * MIN);
    const { pass, item } = await planned();
    expect(item.direction).toBe("leftover");
    await world.sql("INSERT INTO lab_session SELECT * FROM kept");
    await world.sql("DROP TABLE kept");
    expect(await reapItem(pass, item, noop)).toEqual(SKIPPED);
    expect(await world.names(JOBS)).toEqual([`lab-${id}`]);
    expect(await world.names("secrets")).toEqual([`lab-${id}-1-init`]);
  });
});

async function unchanged(scene: keyof typeof SCENES): Promise<void> {
  const id = await SCENES[scene]();
  const { pass, item } = await planned();
  expect(item.direction).toBe(scene);
  const [row, objects] = [await world.row(id), await world.objectsOf(id)];
  await anotherHolds();
  await expect(reapItem(pass, item, noop)).rejects.toBeInstanceOf(LeaseLost);
  expect(await world.row(id)).toEqual(row);
  expect(ours(await world.objectsOf(id))).toEqual(ours(objects));
}
/** The launcher pods of machines that are gone are the cluster's to remove, sooner or later. */
const ours = (objects: readonly string[]) => objects.filter((each) => !each.startsWith("pods/virt-launcher"));

describe("a pass that lost its lease", () => {
  const NAME = "changes no row and deletes nothing: %s";
  it.each(["expired", "ghost"] as const)(NAME, unchanged);
  needs("kubelet").each(["settle"] as const)(NAME, unchanged);
  it("deletes no orphan", async () => {
    const [id = ""] = await world.running(1);
    await world.sql("DELETE FROM lab_session");
    world.later(2 * MIN);
    const { pass, item } = await planned();
    await anotherHolds();
    await expect(reapItem(pass, item, noop)).rejects.toBeInstanceOf(LeaseLost);
    const [vm] = await world.objects.list(RESOURCES.vm, NAMESPACE);
    expect(vm?.metadata).toMatchObject({ name: `lab-${id}-1` });
    expect(vm?.metadata.deletionTimestamp).toBeUndefined();
  });
  it("does not count a try on the row that failed while another took it", async () => {
    const id = await SCENES.expired();
    const { pass, item } = await planned();
    const failing = failingPass(pass, anotherHolds);
    await expect(reapItem(failing, item, noop)).rejects.toBeInstanceOf(LeaseLost);
    expect(await world.row(id)).toMatchObject({ status: "ending", attempts: 0, lastFailure: null });
  });
  it("would have done each of them while it held it", async () => {
    const id = await SCENES.expired();
    const { pass, item } = await planned();
    expect(await reapItem(pass, item, noop)).toEqual(DONE);
    expect(await world.row(id)).toMatchObject({ status: "expired" });
  });
});

describe("a failed try", () => {
  it("is counted on its row", async () => {
    const id = await SCENES.expired();
    const { pass, item } = await planned();
    expect(await reapItem(failingPass(pass), item, noop)).toMatchObject({ state: "failed" });
    expect(await world.row(id)).toMatchObject({ attempts: 1, lastFailure: { status: 500 } });
  });

  it("holds up nothing where somebody else has the row, and is counted after all once they let it go", async () => {
    const id = await SCENES.expired();
    const { pass, item } = await planned();
    const other = new pg.Client({ connectionString: world.databaseUrl });
    await other.connect();
    const failing = failingPass(pass, async () => {
      await other.query("BEGIN");
      await other.query("SELECT FROM lab_session WHERE id = $1 FOR UPDATE", [id]);
    });
    const short = { ...failing, times: { ...LAW_TIMES, noteMs: 50 } };
    expect(await reapItem(short, item, noop)).toMatchObject({ state: "failed" });
    expect(world.logged.at(-1)).toMatchObject({
      ...{ level: "error", message: "a failed try could not be counted" },
      fields: { session: id, error: { code: "timeout" } },
    });
    await other.query("COMMIT");
    await other.end();
    await expect.poll(async () => (await world.row(id)).attempts).toBe(1);
  });
});

/** The same pass, in which no delete succeeds; `first` comes before the first of them. */
function failingPass(pass: Pass, first: () => Promise<void> = async () => undefined): Pass {
  let begun: Promise<void> | null = null;
  const deleteObject = async () => {
    await (begun ??= first());
    throw new ClusterError("server-error", 500, "not today");
  };
  return { ...pass, context: { ...pass.context, cluster: world.clusterWith({ deleteObject }) } };
}
