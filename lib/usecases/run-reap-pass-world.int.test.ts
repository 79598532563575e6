import { describe, expect } from "vitest";
import { RESOURCES } from "@/lib/cluster/api-paths";
import { needs } from "@/lib/cluster/test-site";
import { LABEL } from "@/lib/domain/labels";
import { WORLD_KINDS } from "@/lib/domain/world";
import { readSnapshot } from "@/lib/db/passes";
import { adoptCluster } from "./adopt-cluster";
import { endSessions } from "./end-sessions";
import { startSession } from "./start-session";
import { NAMESPACE } from "./test-lab-world";
import { failuresOf, MIN, reapWorld, tallies, VMIS, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();
const stored = (kind: string, name: string) => {
  const object = world.sim.cluster.store.get(kind, NAMESPACE, name);
  if (!object) throw new Error(`there is no ${kind} ${name}`);
  return object;
};
/** Puts a VM of a session that no row knows there, with some of its labels changed, old enough to be an orphan. */
async function strangers(changes: Record<string, string | undefined>[]): Promise<string[]> {
  const ids = await world.running(changes.length);
  const vms = ids.map((id) => stored(VMS, `lab-${id}-1`));
  await world.clear();
  await world.sql("DELETE FROM lab_session");
  vms.forEach((vm, i) => {
    const labels = Object.entries({ ...vm.metadata.labels, ...changes[i] }).filter(
      ([, value]) => value !== undefined,
    );
    const { name, namespace } = vm.metadata;
    world.sim.seed([
      { ...vm, metadata: { name, namespace, labels: Object.fromEntries(labels) as Record<string, string> } },
    ]);
  });
  world.later(2 * MIN);
  return vms.map((vm) => vm.metadata.name);
}

describe("only ours", () => {
  needs("state")(
    "is deleted: another environment's, another installation's and unlabelled machines stay",
    async () => {
      const names = await strangers([
        {},
        { [LABEL.environment]: "prod" },
        { [LABEL.installation]: "another-database" },
        { [LABEL.managedBy]: undefined, [LABEL.environment]: undefined, [LABEL.installation]: undefined },
      ]);
      expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
      world.later(MIN);
      expect(await world.names(VMS)).toEqual(names.slice(1).sort());
      const foreign = (await readSnapshot(world.db.at))?.foreign ?? [];
      expect(foreign.map(({ name }) => name)).toEqual(names.slice(1).sort());
      expect(new Set(foreign.map(({ environment }) => environment))).toEqual(new Set(["prod", "test", null]));
    },
  );
  needs("state")(
    "is deleted at a session's end, however many passes saw another's under its name",
    async () => {
      const [id = ""] = await world.running(1);
      const name = `lab-${id}-1`;
      const vm = stored(VMS, name);
      await world.vanishVm(name);
      const labels = { ...vm.metadata.labels, [LABEL.installation]: "another-database" };
      world.sim.seed([{ ...vm, metadata: { name, namespace: NAMESPACE, labels } }]);
      await world.pass();
      await world.expire([id]);
      const failure = {
        direction: "expired",
        session: id,
        resource: name,
        error: "uid-mismatch",
        status: 409,
      };
      expect(failuresOf(await world.pass(), "expired")).toEqual([failure]);
      expect(stored(VMS, name).metadata.deletionTimestamp).toBeUndefined();
      expect(await world.row(id)).toMatchObject({ status: "ending" });
    },
  );
  needs("kubelet")("counts no launcher pod and no foreign pod for a machine", async () => {
    await world.running(1);
    const pods = await world.names("pods");
    expect(pods).toHaveLength(1);
    await world.sql("DELETE FROM lab_session");
    const spec = { containers: [{ name: "c", image: "registry.test/labs/x" }] };
    world.sim.seed([
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "theirs", namespace: NAMESPACE, labels: { app: "x" } },
        spec,
      },
    ]);
    world.later(2 * MIN);
    expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
    world.later(MIN);
    expect(await world.names("pods")).toEqual(["theirs"]);
  });
  needs("kubelet")("finds a VMI that was left without its VM", async () => {
    const [id = ""] = await world.running(1);
    await world.sql("DELETE FROM lab_session");
    await world.objects.remove(RESOURCES.vm, NAMESPACE, `lab-${id}-1`, "left");
    world.later(2 * MIN);
    expect(await world.names(VMIS)).toEqual([`lab-${id}-1`]);
    expect(stored(VMIS, `lab-${id}-1`).metadata.deletionTimestamp).toBeUndefined();
    expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
    const vmi = world.sim.cluster.store.get(VMIS, NAMESPACE, `lab-${id}-1`);
    expect(vmi === undefined || vmi.metadata.deletionTimestamp !== undefined).toBe(true);
  });
  needs("kubelet")("leaves a session alone that was made between the list and the decision", async () => {
    const ids: string[] = [];
    const { cluster } = world.context;
    const readWorld = async (signal?: AbortSignal) => {
      ids.push(...(await world.started(1)));
      world.later(5 * MIN);
      return cluster.readWorld(signal);
    };
    const summary = await world.pass({
      context: { ...world.context, cluster: world.clusterWith({ readWorld }) },
    });
    expect(tallies(summary)).toEqual(["settle 1/1/0/0/0"]);
    expect(await world.names(VMS)).toEqual([`lab-${ids[0]}-1`]);
  });
});

describe("unknown is not empty", () => {
  const list = { method: "GET", path: "/virtualmachines(\\?|$)" };
  it.each([
    ["410 for ever", { status: 410, reason: "Expired" }],
    ["403", { status: 403 }],
    ["500", { status: 500 }],
    ["cut short", { cutBodyAtBytes: 200 }],
    ["hanging", { hang: true as const }],
  ])("list of VMs: %s: nothing is judged from it, and expiry goes on", async (_, act) => {
    const [id = "", orphan = "", due = ""] = await world.running(3);
    await world.age([id], 5 * MIN);
    await world.sql("DELETE FROM lab_session WHERE id = $1", [orphan]);
    await world.vanishVm(`lab-${id}-1`);
    world.later(2 * MIN);
    await world.expire([due]);
    world.proxy.fault({ match: list, act });
    const context = world.contextWith({ callTimeoutMs: 1500 });
    const summary = await world.pass({ context });
    expect(summary).toMatchObject({ outcome: "partial", failed: 0, world: { vm: "unknown", pod: "known" } });
    expect(failuresOf(summary, "pass")).toMatchObject([{ resource: "vm" }]);
    expect(tallies(summary)).toEqual(["expired 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "running" });
    world.proxy.clearFaults();
    expect(tallies(await world.pass()).sort()).toEqual(["ghost 1/1/0/0/0", "orphan 1/1/0/0/0"]);
  });
  it("a list that is empty while GET finds the machines fails no ghost", async () => {
    const ids = await world.running(3);
    await world.age(ids, 5 * MIN);
    world.proxy.fault({
      match: { method: "GET", path: "/virtualmachine(s|instances)(\\?|$)" },
      act: { emptyList: true },
    });
    const summary = await world.pass();
    expect(tallies(summary)).toEqual(["ghost 3/0/0/3/0"]);
    for (const id of ids) expect(await world.row(id)).toMatchObject({ status: "running" });
  });
  it("is blind, and deletes nothing but what has expired, where nothing can be read", async () => {
    const [id = "", due = ""] = await world.running(2);
    await world.expire([due]);
    world.proxy.fault({
      match: { method: "GET", path: "/namespaces/[^/]+/[a-z]+(\\?|$)|nodes" },
      act: { status: 500 },
    });
    const summary = await world.pass();
    expect(summary.outcome).toBe("blind");
    expect(WORLD_KINDS.filter((kind) => summary.world[kind] !== "unknown")).toEqual([]);
    expect(tallies(summary)).toEqual(["expired 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "running" });
  });
});

describe("a node that is not Ready", () => {
  needs("node")("makes its machines unknown: no ghost is failed while it is there", async () => {
    const [id = ""] = await world.running(1);
    const nodeName = (await world.row(id)).machines[0]?.lastNode ?? "";
    await world.age([id], 5 * MIN);
    await world.clear();
    world.sim.setNode(nodeName, false);
    world.later(MIN);
    expect(tallies(await world.pass())).toEqual([]);
    expect(await world.row(id)).toMatchObject({ status: "running" });
    world.sim.setNode(nodeName, true);
    world.later(MIN);
    expect(tallies(await world.pass())).toEqual(["ghost 1/1/0/0/0"]);
  });
});

describe("one of three machines gone", () => {
  needs("kubelet")(
    "is degraded and never failed; the machine is not taken for missing elsewhere",
    async () => {
      const [id = ""] = await world.running(1, await world.addLab({ machineCount: 3 }));
      await world.age([id], 5 * MIN);
      await world.vanishVm(`lab-${id}-2`);
      expect((await world.pass()).outcome).toBe("clean");
      expect(await world.row(id)).toMatchObject({
        status: "running",
        isDegraded: true,
        machines: [{ state: "running" }, { state: "gone" }, { state: "running" }],
      });
    },
  );
});

describe("the wrong cluster", () => {
  needs("state")("ends, deletes and starts nothing until it is back or adopted, and says so", async () => {
    const [id = "", ending = ""] = await world.running(2);
    await world.expire([id]);
    const right = world.sim.setNamespaceUid(NAMESPACE, "another-cluster");
    const before = await world.objectsOf(id);
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "blind", held: "wrong-cluster" });
    expect(tallies(summary)).toEqual(["expired 1/0/0/1/0"]);
    expect(await world.row(id)).toMatchObject({ status: "running" });
    expect((await readSnapshot(world.db.at))?.wrongCluster).toEqual([
      { namespace: NAMESPACE, storedUid: right, seenUid: "another-cluster" },
    ]);

    await endSessions(world.context, world.admin, { ids: [ending] });
    await world.settled();
    expect(await world.row(ending)).toMatchObject({ status: "ending" });
    expect(await world.objectsOf(ending)).not.toEqual([]);
    expect(await world.objectsOf(id)).toEqual(before);
    const { id: studentId } = await world.addStudent();
    const start = await startSession(world.context, world.admin, { labId: world.lab.id, studentId });
    expect(start).toMatchObject({ ok: false, error: { reason: { code: "wrong-cluster" } } });

    world.sim.setNamespaceUid(NAMESPACE, right);
    expect(tallies(await world.pass())).toEqual(["expired 2/2/0/0/0"]);
  });
  needs("state")("is the right one once an admin adopts it", async () => {
    const [id = ""] = await world.running(1);
    const before = await world.row(id);
    world.sim.recreateNamespace(NAMESPACE);
    expect((await world.pass()).held).toBe("wrong-cluster");
    // What another cluster holds, or does not, says nothing of the session's machines.
    expect(await world.row(id)).toEqual(before);
    expect(await adoptCluster(world.context, world.admin, { typedNamespace: NAMESPACE })).toMatchObject({
      ok: true,
    });
    expect((await world.pass()).held).toBeNull();
  });
  it("cannot be ruled out while the namespace cannot be read: nothing is ended, and the pass is blind", async () => {
    const [id = ""] = await world.running(1);
    await world.expire([id]);
    world.proxy.fault({ match: { method: "GET", path: "/namespaces/[^/]+$" }, act: { status: 500 } });
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "blind", held: null });
    expect(failuresOf(summary, "pass")).toContainEqual(expect.objectContaining({ status: 500 }));
    expect(await world.row(id)).toMatchObject({ status: "running" });
    world.proxy.clearFaults();
    expect(tallies(await world.pass())).toEqual(["expired 1/1/0/0/0"]);
  });
  needs("state")("is one without the namespace", async () => {
    await world.pass();
    const namespace = world.sim.cluster.store.get("namespaces", undefined, NAMESPACE);
    if (!namespace) throw new Error("there is no namespace");
    world.sim.cluster.store.remove(namespace);
    expect(await world.pass()).toMatchObject({ outcome: "blind", held: "wrong-cluster" });
    world.sim.cluster.store.insert(namespace);
    expect((await world.pass()).outcome).toBe("clean");
  });
});
