import { describe, expect, it } from "vitest";
import { jobObject } from "./job";
import { nodeObject } from "./node";
import { podObject } from "./pod";
import { vmiObject, vmObject } from "./vm";

const CREATED = "2026-11-30T13:48:09Z";
const metadata = { name: "d1", namespace: "dms", uid: "36eb13b1", creationTimestamp: CREATED };
const at = (time: string) => Date.parse(time);

describe("vmObject", () => {
  it("reads a VM that no node can take", () => {
    const vm = vmObject({
      metadata: { ...metadata, finalizers: ["kubevirt.io/virtualMachineControllerFinalize"] },
      spec: { runStrategy: "RerunOnFailure" },
      status: {
        conditions: [
          {
            type: "Ready",
            status: "False",
            reason: "GuestNotRunning",
            message: "Guest VM is not reported as running",
          },
          {
            type: "PodScheduled",
            status: "False",
            reason: "Unschedulable",
            message: "0/5 nodes are available",
          },
        ],
        printableStatus: "ErrorUnschedulable",
      },
    });
    expect(vm).toMatchObject({
      name: "d1",
      uid: "36eb13b1",
      createdAtMs: at(CREATED),
      deletingAtMs: null,
      finalizers: ["kubevirt.io/virtualMachineControllerFinalize"],
      labels: {},
      owners: [],
      printableStatus: "ErrorUnschedulable",
      runStrategy: "RerunOnFailure",
    });
    expect(vm.conditions[1]).toEqual({
      type: "PodScheduled",
      status: "False",
      reason: "Unschedulable",
      message: "0/5 nodes are available",
    });
  });

  it("reads a VM without status, as it is just after its creation", () => {
    expect(vmObject({ metadata, spec: {} })).toMatchObject({
      printableStatus: "",
      conditions: [],
      runStrategy: null,
    });
  });

  it.each([
    ["name", { ...metadata, name: undefined }],
    ["UID", { ...metadata, uid: "" }],
    ["creation time", { ...metadata, creationTimestamp: null }],
  ])("refuses an object without %s", (_what, broken) => {
    expect(() => vmObject({ metadata: broken })).toThrow("no name, UID or creation time");
  });
});

describe("vmiObject", () => {
  const running = {
    metadata: {
      ...metadata,
      ownerReferences: [{ kind: "VirtualMachine", name: "d1", uid: "46cac7e2", controller: true }],
    },
    status: {
      phase: "Running",
      nodeName: "node-2",
      conditions: [{ type: "Ready", status: "True" }],
      interfaces: [{ name: "default", ipAddress: "10.244.0.16" }],
      phaseTransitionTimestamps: [
        { phase: "Scheduled", phaseTransitionTimestamp: "2026-11-30T13:48:10Z" },
        { phase: "Running", phaseTransitionTimestamp: "2026-11-30T13:48:12Z" },
      ],
    },
  };

  it("knows node, address, owner and since when it runs", () => {
    expect(vmiObject(running)).toMatchObject({
      nodeName: "node-2",
      address: "10.244.0.16",
      runningAtMs: at("2026-11-30T13:48:12Z"),
      isReady: true,
      isAgentConnected: false,
      owners: [{ kind: "VirtualMachine", name: "d1", uid: "46cac7e2", isController: true }],
    });
  });

  it("does not say that it runs once it has failed", () => {
    const failed = { ...running, status: { ...running.status, phase: "Failed" } };
    expect(vmiObject(failed).runningAtMs).toBeNull();
  });

  it("has no address until one is reported", () => {
    const early = { ...running, status: { phase: "Scheduling", interfaces: [{ name: "default" }] } };
    expect(vmiObject(early)).toMatchObject({ address: null, nodeName: null });
  });
});

describe("podObject", () => {
  const status = {
    phase: "Running",
    podIP: "10.244.0.33",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-11-30T13:58:17Z" }],
    containerStatuses: [{ name: "app", state: { running: { startedAt: "2026-11-30T13:58:15Z" } } }],
  };
  const spec = { nodeName: "node-4", containers: [{ name: "lab", image: "registry.lab/app:1" }] };

  it("runs since it became Ready", () => {
    expect(podObject({ metadata, spec, status })).toMatchObject({
      phase: "Running",
      nodeName: "node-4",
      address: "10.244.0.33",
      runningAtMs: at("2026-11-30T13:58:17Z"),
      isReady: true,
      isLauncher: false,
      waitingReason: null,
      image: "registry.lab/app:1",
    });
  });

  it("falls back on the start of its container", () => {
    const unready = { ...status, conditions: [{ type: "Ready", status: "False" }] };
    expect(podObject({ metadata, spec, status: unready })).toMatchObject({
      isReady: false,
      runningAtMs: at("2026-11-30T13:58:15Z"),
    });
  });

  it("says why a container waits", () => {
    const waiting = {
      phase: "Pending",
      containerStatuses: [{ state: { waiting: { reason: "ImagePullBackOff" } } }],
    };
    expect(podObject({ metadata, spec, status: waiting })).toMatchObject({
      waitingReason: "ImagePullBackOff",
      runningAtMs: null,
    });
  });

  it("knows a launcher pod and a deadline that fired", () => {
    const launcher = { ...metadata, labels: { "kubevirt.io": "virt-launcher" } };
    const failed = { phase: "Failed", reason: "DeadlineExceeded" };
    expect(podObject({ metadata: launcher, spec, status: failed })).toMatchObject({
      isLauncher: true,
      statusReason: "DeadlineExceeded",
    });
  });
});

describe("jobObject", () => {
  const job = (more: object, conditions: object[] = [], annotations: object = {}) =>
    jobObject({
      metadata: { ...metadata, annotations, ...more },
      spec: { parallelism: 0, activeDeadlineSeconds: 11_700 },
      status: { startTime: "2026-11-30T13:48:10Z", conditions },
    });

  it("guards while nothing has ended it", () => {
    expect(job({}, [], { "curfew.dev/machines": "3" })).toMatchObject({
      activeDeadlineSeconds: 11_700,
      startTimeMs: at("2026-11-30T13:48:10Z"),
      isFinishing: false,
      machineCount: 3,
    });
  });

  it.each(["FailureTarget", "Failed", "Complete"])("finishes with condition %s", (type) => {
    expect(job({}, [{ type, status: "True" }]).isFinishing).toBe(true);
    expect(job({}, [{ type, status: "False" }]).isFinishing).toBe(false);
  });

  it("finishes while it is being deleted", () => {
    expect(job({ deletionTimestamp: "2026-11-30T13:51:14Z" }).isFinishing).toBe(true);
  });

  it.each(["0", "9", "10", "-1", "1.5", "two", ""])("does not believe %j machines", (written) => {
    expect(job({}, [], { "curfew.dev/machines": written }).machineCount).toBeNull();
  });
});

describe("nodeObject", () => {
  it.each([
    ["True", true],
    ["False", false],
    ["Unknown", false],
  ])("Ready=%s", (status, isReady) => {
    const node = { metadata, status: { conditions: [{ type: "Ready", status }] } };
    expect(nodeObject(node)).toEqual({ name: "d1", isReady });
  });
});
