import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RESOURCES } from "./api-paths";
import { createSession } from "./create-session";
import { endSession } from "./end-session";
import {
  NAMESPACE,
  notingHooks,
  planOf,
  POD_NAMESPACE,
  startTestCluster,
  targetOf,
  type TestCluster,
} from "./test-cluster";
import { QUOTA } from "./test-objects";
import { eventually, needs } from "./test-site";
import { waitGone } from "./wait-gone";

let test: TestCluster;
const ID = "abcdefghij";

beforeEach(async () => {
  test = await startTestCluster();
});
afterEach(() => test.close());

async function create(plan = planOf(ID)) {
  const noted = notingHooks();
  const outcome = await createSession(test.cluster, plan, noted);
  return { outcome, noted, target: targetOf(plan, noted) };
}

const created = () => test.proxy.requests().filter((one) => one.method === "POST" && one.status === 201);
const deleted = () => test.proxy.requests().filter((one) => one.method === "DELETE");

describe("createSession", () => {
  needs("kubevirt")("makes a group of VMs in the order that leaves no moment unguarded", async () => {
    const { outcome, noted } = await create(planOf(ID, { machineCount: 3 }));
    expect(outcome).toEqual({ ok: true });
    expect(created().map((one) => one.path.split("/").at(-1)?.split("?")[0])).toEqual([
      "jobs",
      "networkpolicies",
      "services",
      "secrets",
      "secrets",
      "secrets",
      "virtualmachines",
      "virtualmachines",
      "virtualmachines",
    ]);
    const world = await test.cluster.readWorld();
    if (world.vm.state !== "known" || world.job.state !== "known") throw new Error("not known");
    expect(world.vm.items.map((vm) => vm.uid)).toEqual([...noted.uids.values()]);
    expect(world.vm.items.every((vm) => vm.owners.some((owner) => owner.uid === noted.jobUid))).toBe(true);
    expect(world.job.items[0]).toMatchObject({ machineCount: 3, activeDeadlineSeconds: 11_700 });
  });

  needs("kubelet")("makes a pod session in the pod namespace, which runs", async () => {
    const { outcome } = await create(planOf(ID, { kind: "pod", machineCount: 2 }));
    expect(outcome).toEqual({ ok: true });
    test.pass(20_000);
    const world = await test.cluster.readWorld();
    if (world.pod.state !== "known") throw new Error("not known");
    expect(world.pod.items.map(({ namespace, phase, isReady }) => ({ namespace, phase, isReady }))).toEqual([
      { namespace: POD_NAMESPACE, phase: "Running", isReady: true },
      { namespace: POD_NAMESPACE, phase: "Running", isReady: true },
    ]);
    expect(world.pod.items[0]?.runningAtMs).not.toBeNull();
  });

  needs("kubelet")("runs a VM, whose labels reach the launcher pod that the policies select", async () => {
    await create();
    test.pass(30_000);
    const world = await test.cluster.readWorld();
    if (world.vmi.state !== "known" || world.pod.state !== "known") throw new Error("not known");
    expect(world.vmi.items[0]).toMatchObject({ phase: "Running", address: expect.stringMatching(/^10\./) });
    expect(world.pod.items[0]).toMatchObject({
      isLauncher: true,
      labels: { "curfew.dev/session": ID, "curfew.dev/environment": "test" },
    });
  });

  it("stops where it is when the session is over, and says so", async () => {
    const plan = planOf(ID, { machineCount: 3 });
    const outcome = await createSession(test.cluster, plan, notingHooks(4));
    expect(outcome).toEqual({ ok: false, reason: { code: "launch-abandoned" }, failure: null });
    expect(created()).toHaveLength(4);
  });

  needs("kubevirt")("says which quota is full", async () => {
    await test.objects.put(QUOTA, NAMESPACE, {
      ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "labs" } },
      spec: { hard: { "count/virtualmachines.kubevirt.io": "1" } },
    });
    test.pass(1000);
    await eventually(async () => {
      const used = { "count/virtualmachines.kubevirt.io": "0" };
      expect(await test.objects.list(QUOTA, NAMESPACE)).toMatchObject([{ status: { used } }]);
    });
    const { outcome } = await create(planOf(ID, { machineCount: 2 }));
    expect(outcome).toEqual({
      ok: false,
      reason: {
        code: "quota-exceeded",
        params: {
          quota: "labs",
          key: "count/virtualmachines.kubevirt.io",
          requested: "1",
          used: "1",
          message: expect.stringContaining("exceeded quota: labs"),
          hard: "1",
        },
      },
      failure: { resource: `vm/lab-${ID}-2`, error: "quota-exceeded", status: 403 },
    });
  });

  it("says that the permission is missing, and for what", async () => {
    test.proxy.deny([{ verb: "create", group: "", resource: "secrets" }]);
    expect((await create()).outcome).toMatchObject({
      ok: false,
      reason: { code: "permission-missing", params: { verb: "create", resource: "secrets" } },
    });
  });

  it("gives up when all of it takes too long", async () => {
    test.proxy.fault({ match: { method: "POST", path: "/virtualmachines" }, act: { hang: true } });
    const outcome = await createSession(test.cluster, { ...planOf(ID), limitMs: 150 }, notingHooks());
    expect(outcome).toMatchObject({ ok: false, reason: { code: "cluster-timeout" } });
  });

  it("tells an interrupted launch from a slow one", async () => {
    const controller = new AbortController();
    const hooks = { ...notingHooks(), onJob: async () => controller.abort() };
    const outcome = await createSession(test.cluster, planOf(ID), hooks, controller.signal);
    expect(outcome).toMatchObject({ ok: false, reason: { code: "launch-interrupted" } });
  });

  it("refuses what a builder refuses, as a failure and not a crash", async () => {
    const egress = [{ cidr: "169.254.169.254/32", ports: [{ protocol: "TCP" as const, port: 80 }] }];
    const { outcome } = await create(planOf(ID, { egress }));
    expect(outcome).toMatchObject({ ok: false, failure: { error: "invalid", status: null } });
    expect(created()).toHaveLength(1);
  });
});

describe("endSession", () => {
  needs("kubevirt")("takes a whole group back, and Kubernetes the rest", async () => {
    const { target } = await create(planOf(ID, { machineCount: 3 }));
    test.pass(30_000);
    expect(await endSession(test.cluster, target)).toEqual({ accepted: true, failures: [], allGone: false });
    expect(deleted()).toHaveLength(7);
    test.pass(120_000);
    await eventually(async () => {
      const world = await test.cluster.readWorld();
      for (const kind of ["vm", "vmi", "pod", "job", "service", "networkPolicy"] as const) {
        expect(world[kind], kind).toMatchObject({ state: "known", items: [] });
      }
    });
    expect(await endSession(test.cluster, target)).toEqual({ accepted: true, failures: [], allGone: true });
  });

  needs("kubevirt")("accepts that all of it never was", async () => {
    const plan = planOf(ID);
    const outcome = await endSession(test.cluster, targetOf(plan, notingHooks()));
    expect(outcome).toEqual({ accepted: true, failures: [], allGone: true });
  });

  needs("kubevirt")("keeps the Job as a guard while a machine's deletion is refused", async () => {
    const { target } = await create(planOf(ID, { machineCount: 2 }));
    const fault = test.proxy.fault({
      match: { method: "DELETE", path: "/virtualmachines/", namePattern: `^lab-${ID}-1$` },
      act: { status: 500 },
    });
    expect(await endSession(test.cluster, target)).toEqual({
      accepted: false,
      failures: [{ resource: `lab-${ID}-1`, error: "server-error", status: 500 }],
      allGone: false,
    });
    expect(deleted().filter((one) => one.path.includes("/jobs/"))).toEqual([]);
    test.proxy.clearFaults(fault);
    expect((await endSession(test.cluster, target)).accepted).toBe(true);
  });

  needs("kubevirt")("fails for one that hangs without holding up the others", async () => {
    const { target } = await create(planOf(ID, { machineCount: 2 }));
    test.proxy.fault({ match: { method: "DELETE", namePattern: `^lab-${ID}-1$` }, act: { hang: true } });
    const hasty = test.open({ callTimeoutMs: 2000 });
    const outcome = await endSession(hasty, target);
    expect(outcome.failures).toEqual([{ resource: `lab-${ID}-1`, error: "timeout", status: null }]);
    test.pass(60_000);
    const ref = { kind: "vm", namespace: NAMESPACE, name: `lab-${ID}-2` } as const;
    await eventually(async () => expect(await test.cluster.readMachine(ref)).toEqual({ state: "gone" }));
  });

  needs("kubevirt")("looks again at another UID, and deletes it when it is this session's own", async () => {
    const { target } = await create();
    const old = { ...target, machines: target.machines.map((one) => ({ ...one, uid: "an-earlier-uid" })) };
    expect(await endSession(test.cluster, old)).toMatchObject({ accepted: true, failures: [] });
    test.pass(60_000);
    const ref = { kind: "vm", namespace: NAMESPACE, name: `lab-${ID}-1` } as const;
    await eventually(async () => expect(await test.cluster.readMachine(ref)).toEqual({ state: "gone" }));
  });

  needs("kubevirt")("leaves another's machine of that name alone, and says so", async () => {
    const plan = planOf(ID);
    await test.objects.put(RESOURCES.vm, NAMESPACE, {
      ...{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine" },
      metadata: { name: `lab-${ID}-1`, labels: { "curfew.dev/session": ID } },
      spec: { runStrategy: "Halted", template: { spec: { domain: { devices: {} } } } },
    });
    const target = targetOf(plan, notingHooks());
    const withUid = { ...target, machines: target.machines.map((one) => ({ ...one, uid: "ours" })) };
    expect(await endSession(test.cluster, withUid)).toMatchObject({
      accepted: false,
      failures: [{ resource: `lab-${ID}-1`, error: "uid-mismatch", status: 409 }],
    });
    const ref = { kind: "vm", namespace: NAMESPACE, name: `lab-${ID}-1` } as const;
    expect((await test.cluster.readMachine(ref)).state).toBe("present");
  });

  needs("kubelet")("finds the VMI whose VM was deleted from under it", async () => {
    const { target } = await create();
    test.pass(30_000);
    await test.objects.remove(RESOURCES.vm, NAMESPACE, `lab-${ID}-1`, "left");
    test.pass(1000);
    expect(await endSession(test.cluster, target)).toMatchObject({ accepted: true, allGone: false });
    expect(deleted().at(-2)).toMatchObject({
      path: expect.stringContaining(`/virtualmachineinstances/lab-${ID}-1`),
      status: 200,
    });
    const world = await test.cluster.readWorld();
    if (world.vmi.state !== "known") throw new Error("not known");
    expect(world.vmi.items.map((vmi) => vmi.deletingAtMs)).not.toContain(null);
  });
});

describe("waitGone", () => {
  needs("clock")("says when the last machine was first not found, and how sure that is", async () => {
    const { target } = await create();
    test.pass(30_000);
    await endSession(test.cluster, target);
    const now = () => test.sim.nowMs();
    const looks: number[] = [];
    const advancing = async () => {
      if (looks.push(now()) > 1) test.pass(2000);
      return now();
    };
    const sighting = await waitGone(test.cluster, target, { everyMs: 1, forMs: 5000, now: advancing });
    expect(sighting).toEqual({ goneAtMs: expect.any(Number), uncertaintyMs: 2000 });
    expect(looks.length).toBeGreaterThan(3);
  });

  needs("kubevirt")("does not take a failing look for gone, and ends with its time", async () => {
    const { target } = await create();
    test.proxy.fault({ match: { method: "GET" }, act: { status: 500 } });
    const options = { everyMs: 1, forMs: 1500, now: () => 0 };
    expect(await waitGone(test.cluster, target, options)).toBeNull();
    expect(test.proxy.requests().filter((one) => one.status === 500).length).toBeGreaterThan(2);
  });

  needs("kubevirt")("ends with its signal", async () => {
    const { target } = await create();
    const options = { everyMs: 1, now: () => 0 };
    expect(await waitGone(test.cluster, target, options, AbortSignal.abort())).toBeNull();
  });
});
