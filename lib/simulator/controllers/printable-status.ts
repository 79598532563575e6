import { findCondition } from "../conditions";
import type { DataVolume, VirtualMachine, VirtualMachineInstance } from "../objects";

export interface MachineView {
  vm: VirtualMachine;
  vmi?: VirtualMachineInstance;
  /** DataVolumes that the VM names, as far as they exist. */
  volumes: DataVolume[];
  /** Claims that it names and that have no volume. */
  unbound: readonly string[];
  hasVolumeMissing: boolean;
  isStartDue: boolean;
  isStopDue: boolean;
}

const STARTING = ["", "Pending", "Scheduling", "Scheduled"];
const RESTARTING = ["Always", "RerunOnFailure", "Once"];

/** `status.printableStatus`: the first that holds, in the order of KubeVirt's vm.go (setPrintableStatus). */
export function printableStatus(view: MachineView): string {
  const { vm, vmi } = view;
  const isFinal = vmi?.status.phase === "Succeeded" || vmi?.status.phase === "Failed";
  const unsynced = vmi && findCondition(vmi.status.conditions, "Synchronized");
  const reason = unsynced?.status === "False" ? (unsynced.reason ?? "") : "";
  if (vm.metadata.deletionTimestamp !== undefined) return "Terminating";
  if (vmi && !isFinal && (vmi.metadata.deletionTimestamp !== undefined || view.isStopDue)) return "Stopping";
  if (vmi?.status.phase === "Running") return isPaused(vmi) ? "Paused" : "Running";
  if (reason === "FailedPvcNotFound") return "ErrorPvcNotFound";
  if (view.volumes.some((volume) => volume.status?.phase === "Failed")) return "DataVolumeError";
  if (isUnschedulable(vmi)) return "ErrorUnschedulable";
  if (isProvisioning(view)) return "Provisioning";
  if (view.unbound.length > 0 && (view.isStartDue || (vmi !== undefined && !isFinal)))
    return "WaitingForVolumeBinding";
  if (reason === "ErrImagePull" || reason === "ImagePullBackOff") return reason;
  if (vmi && STARTING.includes(vmi.status.phase)) return "Starting";
  if (!vmi && view.isStartDue) return "Starting";
  const failures = vm.status?.startFailure?.consecutiveFailCount ?? 0;
  if ((!vmi || isFinal) && failures > 0 && RESTARTING.includes(vm.spec.runStrategy ?? ""))
    return "CrashLoopBackOff";
  if (!vmi || isFinal) return "Stopped";
  return "Unknown";
}

function isPaused(vmi: VirtualMachineInstance): boolean {
  return findCondition(vmi.status.conditions, "Paused")?.status === "True";
}

function isUnschedulable(vmi: VirtualMachineInstance | undefined): boolean {
  const scheduled = findCondition(vmi?.status.conditions, "PodScheduled");
  return scheduled?.status === "False" && scheduled.reason === "Unschedulable";
}

/** A volume that waits for a pod before it has its claim's volume is not being filled (HasDataVolumeProvisioning). */
function isProvisioning({ volumes, unbound, hasVolumeMissing }: MachineView): boolean {
  const isIdle = ({ metadata, status }: DataVolume) =>
    status?.phase === "Succeeded" ||
    (status?.phase === "WaitForFirstConsumer" && unbound.includes(metadata.name));
  return hasVolumeMissing || !volumes.every(isIdle);
}
