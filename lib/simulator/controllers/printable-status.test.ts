import { describe, expect, it } from "vitest";
import type { Condition, DataVolume, VirtualMachine, VirtualMachineInstance } from "../objects";
import { printableStatus } from "./printable-status";
import type { MachineView } from "./printable-status";

const METADATA = { name: "x", uid: "u", resourceVersion: "1", creationTimestamp: "2026-12-01T10:00:00Z" };
const GOING = { ...METADATA, deletionTimestamp: "2026-12-01T10:00:00Z" };

function vm(metadata = METADATA, failures = 0): VirtualMachine {
  const startFailure = { consecutiveFailCount: failures, lastFailedVMIUID: "", retryAfterTimestamp: "" };
  const spec = { runStrategy: "RerunOnFailure", template: { spec: { domain: {} } } };
  return {
    apiVersion: "",
    kind: "VirtualMachine",
    metadata,
    spec,
    status: failures > 0 ? { startFailure } : {},
  };
}

function vmi(phase: string, condition?: Partial<Condition>, metadata = METADATA): VirtualMachineInstance {
  const conditions = condition ? [{ type: "", status: "False", ...condition }] : [];
  const spec = { domain: {} };
  return { apiVersion: "", kind: "VirtualMachineInstance", metadata, spec, status: { phase, conditions } };
}

function volume(phase: string): DataVolume {
  return { apiVersion: "", kind: "DataVolume", metadata: METADATA, spec: {}, status: { phase } };
}

function status(view: Partial<MachineView>): string {
  const base = {
    vm: vm(),
    volumes: [],
    unbound: [],
    hasVolumeMissing: false,
    isStartDue: false,
    isStopDue: false,
  };
  return printableStatus({ ...base, ...view });
}

const ON_DEMAND = "WaitForFirstConsumer";
const UNSCHEDULABLE = { type: "PodScheduled", reason: "Unschedulable" };

describe("printableStatus, the first that holds", () => {
  it.each<[string, Partial<MachineView>]>([
    ["Terminating", { vm: vm(GOING), vmi: vmi("Running") }],
    ["Stopping", { vmi: vmi("Running", undefined, GOING) }],
    ["Stopping", { vmi: vmi("Running"), isStopDue: true }],
    ["Paused", { vmi: vmi("Running", { type: "Paused", status: "True" }) }],
    ["Running", { vmi: vmi("Running"), volumes: [volume("Failed")] }],
    ["ErrorPvcNotFound", { vmi: vmi("Pending", { type: "Synchronized", reason: "FailedPvcNotFound" }) }],
    ["DataVolumeError", { vmi: vmi("Scheduling", UNSCHEDULABLE), volumes: [volume("Failed")] }],
    ["ErrorUnschedulable", { vmi: vmi("Scheduling", UNSCHEDULABLE), volumes: [volume("Pending")] }],
    ["Provisioning", { isStartDue: true, volumes: [volume("CloneInProgress")] }],
    ["Provisioning", { isStartDue: true, hasVolumeMissing: true }],
    ["WaitingForVolumeBinding", { isStartDue: true, volumes: [volume(ON_DEMAND)], unbound: ["x"] }],
    ["WaitingForVolumeBinding", { vmi: vmi("Pending"), volumes: [volume(ON_DEMAND)], unbound: ["x"] }],
    ["Provisioning", { isStartDue: true, volumes: [volume("Pending")], unbound: ["x"] }],
    ["Provisioning", { isStartDue: true, volumes: [volume(ON_DEMAND)], unbound: ["other"] }],
    ["Stopped", { unbound: ["x"] }],
    ["ErrImagePull", { vmi: vmi("Scheduling", { type: "Synchronized", reason: "ErrImagePull" }) }],
    ["ImagePullBackOff", { vmi: vmi("Scheduling", { type: "Synchronized", reason: "ImagePullBackOff" }) }],
    ["Starting", { vmi: vmi("Pending", { type: "Synchronized", reason: "FailedCreate" }) }],
    ["Starting", { isStartDue: true, vm: vm(METADATA, 1) }],
    ["CrashLoopBackOff", { vm: vm(METADATA, 1) }],
    ["Stopped", {}],
    ["Stopped", { vmi: vmi("Succeeded", undefined, GOING) }],
  ])("%s", (expected, view) => {
    expect(status(view)).toBe(expected);
  });
});
