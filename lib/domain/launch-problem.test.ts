import { describe, expect, it } from "vitest";
import { launchProblem } from "./launch-problem";
import { machineState } from "./machines";
import { quotaProblem } from "./quota-text";
import { idOf, pod, vm, vmi } from "./testing/samples";
import type { ObjectCondition } from "./world";

const id = idOf(1);
const is = (type: string, status: "True" | "False", reason: string, message: string): ObjectCondition => ({
  type,
  status,
  reason,
  message,
});
const problemOf = (printableStatus: string, ...conditions: ObjectCondition[]) =>
  launchProblem(vm(id, 1, { printableStatus }), vmi(id, 1, { phase: "Scheduling", conditions }), null);

const QUOTA =
  'failed to create virtual machine pod: pods "virt-launcher-x-abcde" is forbidden: exceeded quota: lab-quota, requested: requests.memory=2344Mi,limits.cpu=2, used: limits.cpu=7,requests.memory=47Gi, limited: limits.cpu=8,requests.memory=48Gi';

describe("launchProblem", () => {
  it("tells a quota with its key and figures", () => {
    expect(problemOf("Starting", is("Synchronized", "False", "FailedCreate", QUOTA))).toEqual({
      code: "quota-exceeded",
      params: {
        ...{ quota: "lab-quota", key: "requests.memory", requested: "2344Mi", used: "47Gi", hard: "48Gi" },
        message: QUOTA,
      },
    });
  });
  it.each([
    [
      "no node",
      is("PodScheduled", "False", "Unschedulable", "0/3 nodes are available: 3 Insufficient memory."),
      "unschedulable",
    ],
    [
      "a volume that is missing",
      is("PodScheduled", "False", "Unschedulable", 'persistentvolumeclaim "golden" not found'),
      "volume-missing",
    ],
    [
      "a volume that is unbound",
      is("PodScheduled", "False", "Unschedulable", "pod has unbound immediate PersistentVolumeClaims."),
      "volume-unbound",
    ],
    [
      "a volume of the VMI",
      is("Synchronized", "False", "FailedPvcNotFound", "PVC labs/golden does not exist"),
      "volume-missing",
    ],
    [
      "an image",
      is("Synchronized", "False", "ImagePullBackOff", 'Back-off pulling image "r/x:1"'),
      "image-pull",
    ],
  ])("tells %s", (_, condition, code) => {
    expect(problemOf("Starting", condition)).toMatchObject({ code });
  });
  it.each([
    ["ErrorUnschedulable", "unschedulable"],
    ["ErrorPvcNotFound", "volume-missing"],
    ["ErrImagePull", "image-pull"],
    ["ImagePullBackOff", "image-pull"],
    ["DataVolumeError", "data-volume-error"],
    ["WaitingForVolumeBinding", "volume-unbound"],
    ["CrashLoopBackOff", "machine-crashed"],
  ])("goes by printableStatus %s", (status, code) => {
    expect(problemOf(status)).toMatchObject({ code });
  });
  it("names volume and image", () => {
    expect(
      problemOf(
        "Starting",
        is("Synchronized", "False", "FailedPvcNotFound", "PVC labs/golden does not exist"),
      ),
    ).toEqual({
      code: "volume-missing",
      params: { volume: "golden", message: "PVC labs/golden does not exist" },
    });
    expect(
      launchProblem(
        null,
        null,
        pod(id, 1, { phase: "Pending", waitingReason: "ErrImagePull", image: "r/x:1" }),
      ),
    ).toEqual({
      code: "image-pull",
      params: { image: "r/x:1" },
    });
  });
  it("keeps no more of the cluster's own words than 300 characters", () => {
    const long = `0/3 nodes are available: ${"3 Insufficient memory. ".repeat(20)}`;
    const problem = problemOf("Starting", is("PodScheduled", "False", "Unschedulable", long));
    expect(problem?.params?.message).toBe(`${long.slice(0, 299)}…`);
  });
  it("finds nothing wrong with a machine on its way", () => {
    for (const status of ["Starting", "Provisioning", "Running", "Stopped", ""])
      expect(problemOf(status)).toBeNull();
    expect(launchProblem(null, null, pod(id, 1, { waitingReason: "ContainerCreating" }))).toBeNull();
    expect(problemOf("Running", is("Ready", "False", "GuestNotRunning", ""))).toBeNull();
  });
});

describe("quotaProblem", () => {
  it("tells what must be specified", () => {
    expect(
      quotaProblem(
        'pods "x" is forbidden: failed quota: q: must specify limits.cpu for: compute; limits.memory for: compute',
      ),
    ).toEqual({
      code: "quota-must-specify",
      params: { quota: "q", keys: "limits.cpu for: compute; limits.memory for: compute" },
    });
  });
  it("tells a quota that has no status yet", () => {
    const message = 'pods "x" is forbidden: status unknown for quota: team, resources: pods,requests.cpu';
    expect(quotaProblem(message)).toEqual({ code: "quota-unready", params: { quota: "team" } });
  });
  it.each([
    [
      'pods "p2" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
      "memory",
      "1Gi",
      "2Gi",
    ],
    ["maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 5Gi", "storage", "2Gi", "5Gi"],
    ["[minimum cpu usage per Pod is 1, but request is 205m, maximum memory usage …]", "cpu", "1", "205m"],
  ])("tells a LimitRange: %s", (message, key, hard, requested) => {
    expect(quotaProblem(message)).toEqual({ code: "limit-range", params: { key, hard, requested } });
  });
  it("tells a storage quota that refuses the copy of a disk", () => {
    const message =
      'persistentvolumeclaims "d" is forbidden: exceeded quota: q, requested: requests.storage=10Gi, used: requests.storage=95Gi, limited: requests.storage=100Gi';
    expect(problemOf("Provisioning", is("Failure", "True", "FailedCreate", message))).toMatchObject({
      params: { key: "requests.storage", used: "95Gi" },
    });
  });
  it("is none in a refusal by RBAC", () => {
    expect(
      quotaProblem(
        'virtualmachines.kubevirt.io is forbidden: User "u" cannot create resource "virtualmachines"',
      ),
    ).toBeNull();
  });
});

describe("machineState", () => {
  const bare = { conditions: [] };
  it.each([
    [
      "a VM that KubeVirt has not looked at",
      vm(id, 1, { printableStatus: "Stopped", ...bare }),
      null,
      "pending",
    ],
    ["a VM that was powered off", vm(id, 1, { printableStatus: "Stopped" }), null, "stopped"],
    ["a VM whose guest shut down just now", vm(id, 1), vmi(id, 1, { phase: "Succeeded" }), "stopped"],
    ["a VM that is being started", vm(id, 1, { printableStatus: "Starting" }), null, "pending"],
    ["a VM that crashes", vm(id, 1, { printableStatus: "CrashLoopBackOff" }), null, "failed"],
    ["a VM that runs", vm(id), vmi(id), "running"],
    ["a VM whose VMI failed", vm(id), vmi(id, 1, { phase: "Failed" }), "failed"],
    ["a VM that is being restarted", vm(id), vmi(id, 1, { deletingAtMs: 1 }), "pending"],
    ["a VM that is being deleted", vm(id, 1, { deletingAtMs: 1 }), vmi(id), "terminating"],
    ["a VMI without its VM", null, vmi(id), "running"],
    ["a VMI without its VM that is going", null, vmi(id, 1, { deletingAtMs: 1 }), "terminating"],
    ["a VMI that nobody hears of", vm(id), vmi(id, 1, { phase: "Unknown" }), "unknown"],
    ["nothing", null, null, "gone"],
  ] as const)("%s", (_, aVm, aVmi, state) => {
    expect(machineState(aVm, aVmi, null)).toBe(state);
  });
  it.each([
    ["Pending", null, "pending"],
    ["Running", null, "running"],
    ["Running", 1, "terminating"],
    ["Succeeded", 1, "gone"],
    ["Failed", null, "gone"],
    ["Unknown", null, "unknown"],
  ] as const)("a pod in phase %s, deleting at %s: %s", (phase, deletingAtMs, state) => {
    expect(machineState(null, null, pod(id, 1, { phase, deletingAtMs }))).toBe(state);
  });
});
