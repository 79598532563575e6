import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RESOURCES } from "./api-paths";
import { applyDefaultDeny } from "./apply-default-deny";
import { createSession } from "./create-session";
import { IDENTITY } from "./manifests/test-samples";
import {
  NAMESPACE,
  notingHooks,
  planOf,
  POD_NAMESPACE,
  startTestCluster,
  type TestCluster,
} from "./test-cluster";
import { eventually, needs } from "./test-site";

let test: TestCluster;
const ID = "abcdefghij";
const VM = { kind: "vm", namespace: NAMESPACE, name: `lab-${ID}-1` } as const;
const JOB = { kind: "job", namespace: NAMESPACE, name: `lab-${ID}` } as const;

beforeEach(async () => {
  test = await startTestCluster();
});
afterEach(() => test.close());

async function create(plan = planOf(ID)) {
  const noted = notingHooks();
  expect(await createSession(test.cluster, plan, noted)).toEqual({ ok: true });
  return noted;
}

describe("the deadline Job", () => {
  needs("clock")("takes all of a session with it when nobody else does", async () => {
    await create(planOf(ID, { machineCount: 2 }));
    test.pass(11_699_000 - 60_000);
    expect((await test.cluster.readMachine(VM)).state).toBe("present");
    test.pass(180_000);
    const world = await test.cluster.readWorld();
    for (const kind of ["vm", "vmi", "pod", "job", "service", "networkPolicy"] as const) {
      expect(world[kind], kind).toMatchObject({ state: "known", items: [] });
    }
    expect(
      await test.cluster.deleteObject({ kind: "secret", namespace: NAMESPACE, name: `${VM.name}-init` }),
    ).toBe("gone");
  });

  needs("kubevirt")("takes it all the same when its time was cut", async () => {
    await create(planOf(ID, { machineCount: 2 }));
    await test.cluster.patchDeadline({ ...JOB, seconds: 3 });
    test.pass(60_000);
    await eventually(async () => {
      const world = await test.cluster.readWorld();
      for (const kind of ["vm", "vmi", "pod", "job", "service", "networkPolicy"] as const) {
        expect(world[kind], kind).toMatchObject({ state: "known", items: [] });
      }
    });
    expect(await test.objects.list(RESOURCES.secret, NAMESPACE)).toEqual([]);
  });

  needs("kubevirt")("is lifted by a patch", async () => {
    const noted = await create();
    await test.cluster.patchDeadline({ ...JOB, seconds: 20_000 });
    await eventually(async () =>
      expect(await test.cluster.readJob(JOB)).toMatchObject({
        uid: noted.jobUid,
        activeDeadlineSeconds: 20_000,
        startTimeMs: expect.any(Number),
        isFinishing: false,
      }),
    );
    test.pass(11_800_000);
    expect((await test.cluster.readMachine(VM)).state).toBe("present");
  });

  needs("kubevirt")("takes its VM along when it is deleted, never orphans it", async () => {
    await create();
    test.pass(30_000);
    expect(await test.cluster.deleteObject(JOB)).toBe("accepted");
    test.pass(60_000);
    await eventually(async () => expect(await test.cluster.readMachine(VM)).toEqual({ state: "gone" }));
    await eventually(async () => expect(await test.cluster.readJob(JOB)).toBeNull());
  });
});

describe("deleteObject", () => {
  needs("kubelet")("says accepted, then terminating, then gone", async () => {
    const noted = await create();
    test.pass(30_000);
    const withUid = { ...VM, uid: noted.uids.get(1) };
    expect(await test.cluster.deleteObject(withUid)).toBe("accepted");
    test.sim.orderMachine(NAMESPACE, VM.name, "stuck");
    test.pass(5000);
    expect(await test.cluster.deleteObject(withUid)).toBe("terminating");
    test.sim.orderMachine(NAMESPACE, VM.name, undefined);
    test.pass(120_000);
    expect(await test.cluster.deleteObject(withUid)).toBe("gone");
  });

  needs("kubevirt")("refuses another UID and deletes nothing", async () => {
    await create();
    await expect(test.cluster.deleteObject({ ...VM, uid: "other" })).rejects.toMatchObject({
      code: "uid-mismatch",
      status: 409,
    });
    expect((await test.cluster.readMachine(VM)).state).toBe("present");
  });

  it.each([
    [409, "conflict"],
    [422, "invalid"],
    [500, "server-error"],
  ] as const)("throws the class of a %s", async (status, code) => {
    test.proxy.fault({ match: { method: "DELETE" }, act: { status } });
    await expect(test.cluster.deleteObject(VM)).rejects.toMatchObject({ code, status });
  });

  needs("kubevirt")("waits out a 429 within its time", async () => {
    await create();
    test.proxy.fault({ match: { method: "DELETE" }, act: { status: 429, retryAfterSeconds: 1 }, times: 1 });
    expect(await test.cluster.deleteObject(VM)).toBe("accepted");
  });
});

describe("readMachine", () => {
  needs("kubelet")("gives labels, UID and node of a VM", async () => {
    const noted = await create();
    test.pass(30_000);
    expect(await test.cluster.readMachine(VM)).toMatchObject({
      state: "present",
      kind: "vm",
      object: { uid: noted.uids.get(1), labels: { "curfew.dev/session": ID } },
      nodeName: expect.stringMatching(/^node-/),
    });
  });

  needs("kubelet")("calls a finished lab pod gone, and a missing one", async () => {
    await create(planOf(ID, { kind: "pod" }));
    const ref = { kind: "pod", namespace: POD_NAMESPACE, name: `lab-${ID}-1` } as const;
    test.pass(20_000);
    expect(await test.cluster.readMachine(ref)).toMatchObject({ state: "present", kind: "pod" });
    test.sim.orderMachine(POD_NAMESPACE, ref.name, "power-off");
    test.pass(5000);
    expect(await test.cluster.readMachine(ref)).toEqual({ state: "gone" });
    expect(await test.cluster.readMachine({ ...ref, name: "nope" })).toEqual({ state: "gone" });
  });

  it("does not take a refusal for gone", async () => {
    test.proxy.deny([{ verb: "get", group: "kubevirt.io", resource: "virtualmachines" }]);
    await expect(test.cluster.readMachine(VM)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("startMachine", () => {
  needs("kubelet")("starts a VM that was powered off from inside, and is content where it runs", async () => {
    await create();
    test.pass(30_000);
    await test.cluster.startMachine(VM);
    test.sim.orderMachine(NAMESPACE, VM.name, "power-off");
    test.pass(10_000);
    const stopped = await test.cluster.readWorld();
    expect(stopped.vm).toMatchObject({ items: [{ printableStatus: "Stopped" }] });
    await test.cluster.startMachine(VM);
    test.pass(30_000);
    expect((await test.cluster.readWorld()).vm).toMatchObject({ items: [{ printableStatus: "Running" }] });
  });

  needs("kubevirt")("throws not-found for one that is gone", async () => {
    await expect(test.cluster.startMachine(VM)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("namespaces", () => {
  needs("state")("tells a namespace's UID, which another cluster's is not", async () => {
    const before = await test.cluster.namespaceUid(NAMESPACE);
    test.sim.recreateNamespace(NAMESPACE);
    expect(await test.cluster.namespaceUid(NAMESPACE)).not.toBe(before);
    const { store } = test.sim.cluster;
    const namespace = store.get("namespaces", undefined, NAMESPACE);
    if (namespace) store.remove(namespace);
    await expect(test.cluster.namespaceUid(NAMESPACE)).rejects.toMatchObject({ code: "not-found" });
  });

  it("knows whether the default deny stands, and applies it once", async () => {
    const { operator: source } = test;
    expect(await test.cluster.hasDefaultDeny(NAMESPACE)).toBe(false);
    await applyDefaultDeny(source, NAMESPACE);
    await applyDefaultDeny(source, NAMESPACE);
    expect(await test.cluster.hasDefaultDeny(NAMESPACE)).toBe(true);
    expect(await test.cluster.hasDefaultDeny(POD_NAMESPACE)).toBe(false);
  });
});

describe("the pass Lease", () => {
  const { environment, installationId } = IDENTITY;
  const lease = {
    namespace: NAMESPACE,
    installationId,
    environment,
    nowMs: Date.parse("2026-11-30T14:00:00.123Z"),
  };

  it("is made, read, and written on from what was read", async () => {
    expect(await test.cluster.readPassLease(NAMESPACE, installationId)).toBeNull();
    await test.cluster.writePassLease({ ...lease, number: 7, resourceVersion: null });
    const first = await test.cluster.readPassLease(NAMESPACE, installationId);
    expect(first).toEqual({ number: 7, resourceVersion: expect.any(String) });
    await test.cluster.writePassLease({ ...lease, number: 8, resourceVersion: first?.resourceVersion ?? "" });
    expect((await test.cluster.readPassLease(NAMESPACE, installationId))?.number).toBe(8);
  });

  it("refuses whoever read an older one, or did not see it", async () => {
    await test.cluster.writePassLease({ ...lease, number: 7, resourceVersion: null });
    const first = await test.cluster.readPassLease(NAMESPACE, installationId);
    const resourceVersion = first?.resourceVersion ?? "";
    await test.cluster.writePassLease({ ...lease, number: 8, resourceVersion });
    const stale = test.cluster.writePassLease({ ...lease, number: 8, resourceVersion });
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
    const unseen = test.cluster.writePassLease({ ...lease, number: 1, resourceVersion: null });
    await expect(unseen).rejects.toMatchObject({ code: "conflict" });
  });

  it("does not read a number that is none as zero", async () => {
    await test.objects.put(RESOURCES.lease, NAMESPACE, {
      ...{ apiVersion: "coordination.k8s.io/v1", kind: "Lease", spec: {} },
      metadata: { name: `curfew-${installationId}` },
    });
    await expect(test.cluster.readPassLease(NAMESPACE, installationId)).rejects.toMatchObject({
      code: "incomplete",
    });
  });
});
