import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInstallation } from "@/lib/db/installation";
import { freeLease, takeLease } from "@/lib/db/lease";
import { listConfirmations } from "@/lib/db/pass-acts";
import { storeSnapshot, type ReaperSnapshot } from "@/lib/db/passes";
import type { ReapItem } from "@/lib/domain/reap-types";
import { acceptDatabase } from "./accept-database";
import { adoptCluster } from "./adopt-cluster";
import { confirmHeld } from "./confirm-held";
import { deleteForeignMachine } from "./delete-foreign-machine";
import { getReaper } from "./get-reaper";
import { setSwitch } from "./set-switch";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

const audits = (action: string) =>
  world.sql("SELECT actor_name, subject_id, params FROM audit_entry WHERE action = $1 ORDER BY id", [action]);

function orphan(key: string): ReapItem {
  const object = { kind: "vm", namespace: NAMESPACE, name: key, uid: key } as const;
  return { direction: "orphan", key, sessionId: null, attempts: 0, isConfirmed: false, object };
}
const EMPTY: ReaperSnapshot = {
  seenAtMs: 1,
  held: [],
  foreign: [],
  terminating: [],
  unguarded: [],
  skewMs: null,
  wrongCluster: [],
  oldDatabase: null,
};
async function snapshot(changes: Partial<ReaperSnapshot>) {
  const lease = await takeLease(world.db.at, { holder: "test", seconds: 55, trigger: "cli" });
  if (lease === null) throw new Error("the lease is held");
  await storeSnapshot(world.db.at, lease.fence, { ...EMPTY, ...changes });
  await freeLease(world.db.at, lease.fence);
}

describe("confirmHeld", () => {
  it("is good for 15 minutes, and only for what the last pass held", async () => {
    const held = { direction: "orphan", found: 5, allowed: 3, items: [orphan("a"), orphan("b")] } as const;
    await snapshot({ held: [held] });
    const confirm = (keys: string[], direction: "orphan" | "ghost" = "orphan") =>
      confirmHeld(world.context, world.admin, { direction, keys });
    expect(await confirm(["a", "changed"])).toMatchObject({ error: { code: "conflict" } });
    expect(await confirm(["a"], "ghost")).toMatchObject({ error: { code: "conflict" } });
    expect(await listConfirmations(world.db.at)).toEqual([]);
    expect(await confirm(["a", "b", "a"])).toEqual({ ok: true, value: { confirmed: 2 } });
    const [stored] = await listConfirmations(world.db.at);
    expect(stored).toMatchObject({ direction: "orphan", keys: ["a", "b"] });
    const left = (stored?.expiresAtMs ?? 0) - Date.now();
    expect(Math.abs(left - 15 * 60_000)).toBeLessThan(30_000);
    expect(await audits("held.confirm")).toMatchObject([{ params: { count: 2, keys: "a b" } }]);
  });
});

describe("adoptCluster", () => {
  it("stores the UIDs of the cluster that is there, when its namespace is typed", async () => {
    await startSession(world.context, world.student, { labId: world.lab.id });
    const before = (await readInstallation(world.db.at)).namespaceUids;
    const uid = randomUUID();
    world.sim.setNamespaceUid(NAMESPACE, uid);
    const adopt = (typedNamespace: string) => adoptCluster(world.context, world.admin, { typedNamespace });
    expect(await adopt("other")).toMatchObject({
      error: { code: "invalid", fields: [{ path: "typedNamespace" }] },
    });
    expect((await readInstallation(world.db.at)).namespaceUids).toEqual(before);
    expect(await adopt(NAMESPACE)).toEqual({ ok: true, value: { namespaceUids: { [NAMESPACE]: uid } } });
    expect((await readInstallation(world.db.at)).namespaceUids).toEqual({ [NAMESPACE]: uid });
    const student = await world.addStudent();
    expect(await startSession(world.context, student, { labId: world.lab.id })).toMatchObject({ ok: true });
    expect(await audits("cluster.adopt")).toMatchObject([{ params: { after: `${NAMESPACE}=${uid}` } }]);
  });
  it("is refused while the cluster cannot be asked", async () => {
    world.sim.fault({ match: { path: "/namespaces/[^/]+$" }, act: { status: 500 } });
    const answer = await adoptCluster(world.context, world.admin, { typedNamespace: NAMESPACE });
    world.sim.clearFaults();
    expect(answer).toMatchObject({ error: { code: "unavailable" } });
  });
});

describe("acceptDatabase", () => {
  const accept = (typedNumber: number) => acceptDatabase(world.context, world.admin, { typedNumber });
  const write = async (number: number) => {
    const { id, environment } = world.context.installation;
    const before = await world.context.cluster.readPassLease(NAMESPACE, id);
    await world.context.cluster.writePassLease({
      namespace: NAMESPACE,
      installationId: id,
      environment,
      number,
      resourceVersion: before?.resourceVersion ?? null,
      nowMs: Date.now(),
    });
  };

  it("sets the number to the Lease's, which ends the refusal of starts", async () => {
    expect(await accept(0)).toMatchObject({ error: { code: "conflict" } });
    await write(4711);
    const student = await world.addStudent();
    const start = () => startSession(world.context, student, { labId: world.lab.id });
    expect(await start()).toMatchObject({ error: { reason: { code: "old-database" } } });
    expect(await accept(4710)).toMatchObject({
      error: { code: "invalid", fields: [{ path: "typedNumber" }] },
    });
    expect(await accept(4711)).toEqual({ ok: true, value: { number: 4711 } });
    expect((await readInstallation(world.db.at)).passNumber).toBe(4711);
    expect(await start()).toMatchObject({ ok: true });
    expect(await audits("database.accept")).toMatchObject([{ params: { after: 4711 } }]);
  });
  it("never sets a number back", async () => {
    await write(5);
    expect(await accept(5)).toMatchObject({ error: { code: "conflict" } });
    expect((await readInstallation(world.db.at)).passNumber).toBe(4711);
  });
});

describe("deleteForeignMachine", () => {
  const VM = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachine" } as const;
  function foreign(name: string, labels: Record<string, string> = {}) {
    const spec = { runStrategy: "Halted", template: { spec: { domain: { memory: { guest: "1Gi" } } } } };
    const [vm] = world.sim.seed([{ ...VM, metadata: { name, namespace: NAMESPACE, labels }, spec }]);
    return { kind: "vm" as const, namespace: NAMESPACE, name, uid: vm?.metadata.uid ?? "", typedName: name };
  }
  const isThere = (name: string) => {
    const vm = world.sim.cluster.store.get("virtualmachines.kubevirt.io", NAMESPACE, name);
    return vm !== undefined && vm.metadata.deletionTimestamp === undefined;
  };
  const remove = (input: ReturnType<typeof foreign>) =>
    deleteForeignMachine(world.context, world.admin, input);

  it("deletes by the UID that was seen, once the name is typed, and is audited first", async () => {
    const input = foreign("old-vm");
    expect(await remove({ ...input, typedName: "old" })).toMatchObject({ error: { code: "invalid" } });
    expect(await remove({ ...input, uid: randomUUID() })).toMatchObject({ error: { code: "not-found" } });
    expect(isThere("old-vm")).toBe(true);
    expect(await remove(input)).toMatchObject({ ok: true });
    expect(isThere("old-vm")).toBe(false);
    expect(await audits("foreign.delete")).toEqual([
      {
        actor_name: world.admin.name,
        subject_id: `${NAMESPACE}/old-vm`,
        params: { kind: "vm", uid: input.uid },
      },
    ]);
  });
  it("leaves our own machines to End and the reaper", async () => {
    const { id, environment } = world.context.installation;
    const input = foreign("ours", {
      "app.kubernetes.io/managed-by": "curfew",
      "curfew.dev/environment": environment,
      "curfew.dev/installation": id,
      "curfew.dev/session": "aaaaaaaaaa",
    });
    expect(await remove(input)).toMatchObject({ error: { code: "conflict" } });
    expect(isThere("ours")).toBe(true);
  });
  it("does nothing while the list cannot be read", async () => {
    const input = foreign("unsure");
    world.sim.fault({ match: { method: "GET", path: "/virtualmachines\\?" }, act: { status: 403 } });
    const answer = await remove(input);
    world.sim.clearFaults();
    expect(answer).toMatchObject({ error: { code: "unavailable" } });
    expect(isThere("unsure")).toBe(true);
  });
});

describe("setSwitch", () => {
  it("is audited and shown", async () => {
    const input = { name: "stop-reaping", isOn: true, message: "looking into it" } as const;
    const answer = await setSwitch(world.context, world.admin, input);
    expect(answer.ok && answer.value.find(({ name }) => name === "stop-reaping")).toMatchObject({
      ...input,
      byName: world.admin.name,
    });
    expect(await audits("switch.set")).toMatchObject([
      { subject_id: "stop-reaping", params: { isOn: true } },
    ]);
  });
});

describe("getReaper", () => {
  it("says null for what no pass has measured", async () => {
    const answer = await getReaper(world.context, world.instructor);
    expect(answer).toMatchObject({
      value: { lastGoodPassAtMs: null, skewMs: null, expiryToAccepted: { count: 0, p50Ms: null } },
    });
  });
  it("lists what keeps failing and what is unguarded", async () => {
    const [row] = await world.sql<{ id: string }>("SELECT id FROM lab_session WHERE over_at IS NULL LIMIT 1");
    const id = row?.id ?? "";
    await world.sql(
      `UPDATE lab_session SET attempts = 3, is_unguarded = true,
         last_failure = '{"resource": "x", "error": "forbidden", "status": 403}' WHERE id = $1`,
      [id],
    );
    const answer = await getReaper(world.context, world.admin);
    expect(answer.ok && answer.value.failing).toMatchObject([
      { sessionId: id, attempts: 3, resource: "x", error: "forbidden", status: 403 },
    ]);
    expect(answer.ok && answer.value.unguarded).toMatchObject([{ sessionId: id }]);
  });
});
