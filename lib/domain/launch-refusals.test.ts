import { describe, expect, it } from "vitest";
import { launchProblem } from "./launch-problem";
import { machinesOfWorld } from "./machines";
import { idOf, known, object, vm, vmi, world } from "./testing/samples";
import type { DataVolumeObject, ObjectCondition } from "./world";

/** Every form in which a cluster refuses a launch, with the texts that were recorded or that the code writes. */
const id = idOf(1);
const is = (type: string, status: "True" | "False", reason: string, message: string): ObjectCondition => ({
  type,
  status,
  reason,
  message,
});
const unsynced = (reason: string, message: string) => is("Synchronized", "False", reason, message);
const unscheduled = (message: string) => is("PodScheduled", "False", "Unschedulable", message);
const POD = 'failed to create virtual machine pod: pods "virt-launcher-big-vdh2p" is forbidden: ';
const DISK = "lab-s000000001-1-disk";

function volume(phase: string, ...conditions: ObjectCondition[]): DataVolumeObject {
  const owner = { kind: "VirtualMachine", name: "vm", uid: vm(id).uid, isController: true };
  return { ...object(DISK, null), owners: [owner], phase, conditions };
}

describe("a launch that is refused, as the VM and its instance show it", () => {
  it.each<[string, string, ObjectCondition, object]>([
    [
      "the launcher pod over a quota",
      "Starting",
      unsynced(
        "FailedCreate",
        `${POD}exceeded quota: mem, requested: requests.memory=471469760, used: requests.memory=0, limited: requests.memory=200Mi`,
      ),
      {
        code: "quota-exceeded",
        params: {
          ...{ quota: "mem", key: "requests.memory" },
          ...{ requested: "471469760", used: "0", hard: "200Mi" },
        },
      },
    ],
    [
      "a quota that wants values which the pod has not",
      "Starting",
      unsynced("FailedCreate", `${POD}failed quota: team: must specify limits.cpu for: compute`),
      { code: "quota-must-specify", params: { quota: "team", keys: "limits.cpu for: compute" } },
    ],
    [
      "a quota that nobody has counted yet",
      "Starting",
      unsynced("FailedCreate", `${POD}status unknown for quota: team, resources: requests.memory`),
      { code: "quota-unready", params: { quota: "team" } },
    ],
    [
      "a LimitRange",
      "Starting",
      unsynced("FailedCreate", `${POD}maximum memory usage per Container is 1Gi, but limit is 2Gi`),
      { code: "limit-range", params: { key: "memory", hard: "1Gi", requested: "2Gi" } },
    ],
    [
      "Pod Security",
      "Starting",
      unsynced("FailedCreate", `${POD}violates PodSecurity "restricted:latest": seccompProfile`),
      { code: "webhook-denied" },
    ],
    [
      "no node with room",
      "ErrorUnschedulable",
      unscheduled("0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient memory."),
      { code: "unschedulable" },
    ],
    [
      "no node with KVM",
      "ErrorUnschedulable",
      unscheduled("0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector."),
      { code: "unschedulable" },
    ],
    [
      "a volume that is going",
      "ErrorUnschedulable",
      unscheduled('persistentvolumeclaim "golden" is being deleted'),
      { code: "volume-missing", params: { volume: "golden" } },
    ],
    [
      "a disk for which there is no volume where a pod of it could run",
      "ErrorUnschedulable",
      unscheduled("0/5 nodes are available: 5 node(s) didn't find available persistent volumes to bind"),
      { code: "volume-unbound" },
    ],
    [
      "an image that is not there",
      "ErrImagePull",
      unsynced("ErrImagePull", 'Failed to pull image "r/x:1": rpc error: code = NotFound'),
      { code: "image-pull", params: { image: "r/x:1" } },
    ],
    [
      "a claim that is not there",
      "ErrorPvcNotFound",
      unsynced("FailedPvcNotFound", "PVC labs/golden does not exist, waiting for it to appear"),
      { code: "volume-missing", params: { volume: "golden" } },
    ],
    [
      "a DataVolume that virt-controller could not make for want of quota",
      "Provisioning",
      is(
        "Failure",
        "True",
        "FailedCreate",
        'Error encountered while creating DataVolumes: datavolumes.cdi.kubevirt.io "d" is forbidden: exceeded quota: team, requested: count/datavolumes.cdi.kubevirt.io=1, used: count/datavolumes.cdi.kubevirt.io=4, limited: count/datavolumes.cdi.kubevirt.io=4',
      ),
      {
        code: "quota-exceeded",
        params: {
          ...{ quota: "team", key: "count/datavolumes.cdi.kubevirt.io" },
          ...{ requested: "1", used: "4", hard: "4" },
        },
      },
    ],
    [
      "a DataVolume that may not be copied",
      "Provisioning",
      is("Failure", "True", "FailedCreate", "Error encountered while creating DataVolumes: not authorized"),
      { code: "data-volume-error" },
    ],
  ])("%s (%s)", (_, printableStatus, condition, reason) => {
    const onVmi = vmi(id, 1, { phase: "Pending", conditions: [condition] });
    const problem = launchProblem(vm(id, 1, { printableStatus }), onVmi, null);
    expect(problem).toMatchObject(reason);
    expect(problem?.params?.message).toBe(condition.message);
    // virt-controller mirrors the conditions on the VM, and some are on it alone.
    const onVm = vm(id, 1, { printableStatus, conditions: [condition] });
    expect(launchProblem(onVm, null, null)).toMatchObject(reason);
  });

  it.each([
    ["ErrorUnschedulable", "unschedulable"],
    ["ErrorPvcNotFound", "volume-missing"],
    ["ErrImagePull", "image-pull"],
    ["ImagePullBackOff", "image-pull"],
    ["DataVolumeError", "data-volume-error"],
    ["WaitingForVolumeBinding", "volume-unbound"],
  ])("%s with nothing else said", (printableStatus, code) => {
    expect(launchProblem(vm(id, 1, { printableStatus, conditions: [] }), null, null)).toMatchObject({ code });
  });
});

describe("a launch that waits for the copy of a disk, as its DataVolume shows it", () => {
  const provisioning = (...volumes: DataVolumeObject[]) =>
    machinesOfWorld(
      world({
        vm: known(vm(id, 1, { printableStatus: "Provisioning", conditions: [] })),
        dataVolume: known(...volumes),
      }),
    )[0]?.problem ?? null;
  const refused = `persistentvolumeclaims "${DISK}" is forbidden: exceeded quota: team, requested: requests.storage=10Gi, used: requests.storage=95Gi, limited: requests.storage=100Gi`;

  it("tells the quota that refuses its claim, with the key of a storage class too", () => {
    expect(provisioning(volume("Pending", is("Bound", "False", "ErrExceededQuota", refused)))).toEqual({
      code: "quota-exceeded",
      params: {
        ...{ quota: "team", key: "requests.storage" },
        ...{ requested: "10Gi", used: "95Gi", hard: "100Gi" },
        message: refused,
      },
    });
    const ofClass = refused.replaceAll(
      "requests.storage",
      "fast.storageclass.storage.k8s.io/requests.storage",
    );
    expect(provisioning(volume("Pending", is("Bound", "False", "ErrExceededQuota", ofClass)))).toMatchObject({
      params: { key: "fast.storageclass.storage.k8s.io/requests.storage", used: "95Gi" },
    });
  });

  it("tells a source that is missing", () => {
    const gone = is("Bound", "False", "CloneSourceNotFound", "Source PVC golden/ubuntu not found");
    expect(provisioning(volume("Pending", gone))).toEqual({
      code: "volume-missing",
      params: { volume: "ubuntu", message: gone.message },
    });
  });

  it("tells a copy that failed or stopped, and none that goes on or is done", () => {
    const stopped = is("Running", "False", "Error", "Unable to connect to the source");
    const problem = { code: "data-volume-error", params: { message: "Unable to connect to the source" } };
    expect(provisioning(volume("CloneInProgress", stopped))).toEqual(problem);
    expect(provisioning(volume("Failed", is("Ready", "False", "", stopped.message)))).toEqual(problem);
    expect(provisioning(volume("CloneInProgress", is("Running", "True", "Pod is running", "")))).toBeNull();
    expect(
      provisioning(volume("Succeeded", is("Running", "False", "Completed", "Import Complete"))),
    ).toBeNull();
  });

  it("says nothing of what kept a copy that is done by now", () => {
    const old = is("Running", "False", "ErrExceededQuota", refused);
    expect(provisioning(volume("Succeeded", old))).toBeNull();
  });

  it("looks at the VM's own volumes only", () => {
    const other = { ...volume("Failed"), owners: [] };
    expect(provisioning(other)).toBeNull();
  });
});
