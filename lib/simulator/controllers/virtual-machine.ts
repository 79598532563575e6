import { hasFinalizer, isOrphaning, withoutFinalizer } from "../deletion";
import { apiTime, findCondition } from "../conditions";
import type { VirtualMachine, VirtualMachineInstance } from "../objects";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Step, World } from "../world";
import { COMPONENT, instanceOf, VM_FINALIZER } from "./machine-parts";
import { areStartable, claimants, DATA_VOLUMES, missingVolumes, volumeView } from "./machine-volumes";
import { printableStatus } from "./printable-status";
import { decide } from "./run-strategy";
import type { Decision } from "./run-strategy";
import { isFinal } from "./virtual-machine-instance";
import { controllerRef } from "./workloads/owned";

const VMS = "virtualmachines.kubevirt.io";
const VMIS = "virtualmachineinstances.kubevirt.io";

/** KubeVirt's VM controller: makes and ends the instance that the run strategy asks for, and tells how it stands. */
export const virtualMachine: Controller = {
  name: "virtual-machine",

  wakes(change, { objects }) {
    if (change.resource === VMS) return ownWakes(change, VMS);
    if (change.resource === "persistentvolumeclaims") return claimants(change.object, objects);
    const { namespace, name, ownerReferences } = change.object.metadata;
    if (change.resource === VMIS) return [{ resource: VMS, namespace, name }];
    if (change.resource !== DATA_VOLUMES) return [];
    const owners = (ownerReferences ?? []).filter((owner) => owner.kind === "VirtualMachine");
    return owners.map((owner) => ({ resource: VMS, namespace, name: owner.name }));
  },

  reconcile(target, world, nowMs) {
    const vm = world.objects.get(VMS, target.namespace, target.name) as VirtualMachine | undefined;
    const found = world.objects.get(VMIS, target.namespace, target.name) as
      VirtualMachineInstance | undefined;
    if (!vm) return letGo(found);
    const vmi = found && isControlledBy(found, vm) ? found : undefined;
    if (vm.metadata.deletionTimestamp !== undefined) return remove(vm, vmi, world);
    if (found && !vmi && isAdoptable(found)) return { changes: [adopt(found, vm)] };
    if (vm.status?.printableStatus === undefined) return introduce(vm, nowMs);
    if (!hasFinalizer(vm, VM_FINALIZER)) return { changes: [{ do: "update", object: withFinalizer(vm) }] };
    return keep(vm, vmi, world, nowMs);
  },
};

/** An instance whose VM is gone, as an orphaning deletion leaves it: once it has ended, nothing here holds it. */
function letGo(vmi: VirtualMachineInstance | undefined): Step {
  if (!vmi || !isFinal(vmi) || !hasFinalizer(vmi, VM_FINALIZER)) return NOTHING;
  return { changes: [{ do: "update", object: withoutFinalizer(vmi, VM_FINALIZER) }] };
}

function keep(
  vm: VirtualMachine,
  vmi: VirtualMachineInstance | undefined,
  world: World,
  nowMs: number,
): Step {
  const changes = missingVolumes(vm, world);
  const areVolumesReady = changes.length === 0 && areStartable(vm, world);
  const decision = decide(vm, vmi, nowMs);
  let current = { ...vm, status: { ...vm.status, ...decision.status } } as VirtualMachine;
  let instance = vmi;
  if (decision.act === "start" && areVolumesReady) {
    changes.push({ do: "create", object: instanceOf(vm, nowMs) }, started(vm));
    current = {
      ...current,
      status: { ...current.status, runStrategy: vm.spec.runStrategy, stateChangeRequests: undefined },
    };
  }
  if (decision.act === "stop" && vmi && vmi.metadata.deletionTimestamp === undefined) {
    changes.push({ do: "delete", object: vmi }, stopped(vm, vmi));
  }
  if (
    vmi &&
    isFinal(vmi) &&
    vmi.metadata.deletionTimestamp !== undefined &&
    hasFinalizer(vmi, VM_FINALIZER)
  ) {
    instance = withoutFinalizer(vmi, VM_FINALIZER);
    changes.push({ do: "update", object: instance });
  }
  changes.push({ do: "update", object: describe(current, instance, decision, world, nowMs) });
  return { changes, dueMs: decision.dueMs };
}

/** Deletion always waits for the instance, whatever the propagation, unless that is to be orphaned. */
function remove(vm: VirtualMachine, vmi: VirtualMachineInstance | undefined, world: World): Step {
  if (!hasFinalizer(vm, VM_FINALIZER)) return heldByOthers(vm);
  const drop: Change = { do: "update", object: withoutFinalizer(vm, VM_FINALIZER) };
  if (!vmi || isOrphaning(vm)) return { changes: [drop] };
  const changes: Change[] = [];
  const isGoing = vmi.metadata.deletionTimestamp !== undefined;
  if (!isGoing) changes.push({ do: "delete", object: vmi }, stopped(vm, vmi));
  if (isGoing && isFinal(vmi) && hasFinalizer(vmi, VM_FINALIZER)) {
    changes.push({ do: "update", object: withoutFinalizer(vmi, VM_FINALIZER) });
  }
  const view = {
    vm,
    vmi,
    ...volumeView(vm, world),
    isStartDue: false,
    isStopDue: true,
  };
  const status = { ...vm.status, printableStatus: printableStatus(view) };
  changes.push({ do: "update", object: { ...vm, status } });
  return { changes };
}

/** Somebody else's finalizer keeps it: it is shown for what it is. */
function heldByOthers(vm: VirtualMachine): Step {
  if (vm.status?.printableStatus === "Terminating") return NOTHING;
  const status = { ...vm.status, printableStatus: "Terminating" };
  return { changes: [{ do: "update", object: { ...vm, status } }] };
}

function introduce(vm: VirtualMachine, nowMs: number): Step {
  const at = apiTime(nowMs);
  const annotations = {
    ...vm.metadata.annotations,
    "kubevirt.io/latest-observed-api-version": "v1",
    "kubevirt.io/storage-observed-api-version": "v1",
  };
  const conditions = [vmiMissing(at)];
  const status = { ...vm.status, conditions, printableStatus: "Stopped" };
  return {
    changes: [{ do: "update", object: { ...vm, metadata: { ...vm.metadata, annotations }, status } }],
  };
}

function describe(
  vm: VirtualMachine,
  vmi: VirtualMachineInstance | undefined,
  decision: Decision,
  world: World,
  nowMs: number,
): VirtualMachine {
  const view = {
    vm,
    vmi,
    ...volumeView(vm, world),
    isStartDue: decision.act === "start",
    isStopDue: decision.act === "stop",
  };
  const known = findCondition(vm.status?.conditions, "Ready");
  const missing = known?.reason === "VMINotExists" ? known : vmiMissing(apiTime(nowMs));
  const isReady = findCondition(vmi?.status.conditions, "Ready")?.status === "True";
  const disks = vm.spec.template.spec.volumes ?? [];
  const status = {
    ...vm.status,
    conditions: vmi ? (vmi.status.conditions ?? []) : [missing],
    created: vmi ? true : undefined,
    ready: vmi && isReady ? true : undefined,
    desiredGeneration: vm.metadata.generation,
    observedGeneration: vm.metadata.generation,
    printableStatus: printableStatus(view),
    volumeSnapshotStatuses: disks.map(({ name }) => ({
      enabled: false,
      name,
      reason: `Snapshot is not supported for this volumeSource type [${name}]`,
    })),
  };
  return { ...vm, status: JSON.parse(JSON.stringify(status)) as VirtualMachine["status"] };
}

function vmiMissing(at: string) {
  const text = { message: "VMI does not exist", reason: "VMINotExists" };
  return { lastProbeTime: at, lastTransitionTime: at, ...text, status: "False", type: "Ready" };
}

function withFinalizer(vm: VirtualMachine): VirtualMachine {
  const finalizers = [...(vm.metadata.finalizers ?? []), VM_FINALIZER];
  return { ...vm, metadata: { ...vm.metadata, finalizers } };
}

function isControlledBy(vmi: VirtualMachineInstance, vm: VirtualMachine): boolean {
  return vmi.metadata.ownerReferences?.some((owner) => owner.uid === vm.metadata.uid) ?? false;
}

function isAdoptable(vmi: VirtualMachineInstance): boolean {
  const isControlled = vmi.metadata.ownerReferences?.some((owner) => owner.controller === true) ?? false;
  return !isControlled && vmi.metadata.deletionTimestamp === undefined;
}

function adopt(vmi: VirtualMachineInstance, vm: VirtualMachine): Change {
  const ownerReferences = [...(vmi.metadata.ownerReferences ?? []), controllerRef(vm)];
  return { do: "update", object: { ...vmi, metadata: { ...vmi.metadata, ownerReferences } } };
}

function started(vm: VirtualMachine): Change {
  const message = `Started the virtual machine by creating the new virtual machine instance ${vm.metadata.name}`;
  return {
    do: "event",
    event: { about: vm, type: "Normal", reason: "SuccessfulCreate", message, component: COMPONENT },
  };
}

function stopped(vm: VirtualMachine, vmi: VirtualMachineInstance): Change {
  const message = `Stopped the virtual machine by deleting the virtual machine instance ${vmi.metadata.uid}`;
  return {
    do: "event",
    event: { about: vm, type: "Normal", reason: "SuccessfulDelete", message, component: COMPONENT },
  };
}
