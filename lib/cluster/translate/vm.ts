import type { DataVolumeObject, VmiObject, VmObject } from "@/lib/domain/world";
import { type Json, record, records, text, textOrNull, timeMs } from "./fields";
import { clusterObject, conditions, isTrue } from "./metadata";

/** A VirtualMachine (kubevirt.io/v1). */
export function vmObject(item: Json): VmObject {
  const status = record(item.status);
  return {
    ...clusterObject(item),
    printableStatus: text(status.printableStatus),
    conditions: conditions(status),
    runStrategy: textOrNull(record(item.spec).runStrategy),
  };
}

/** A VirtualMachineInstance. It runs since its last transition to phase Running, by the cluster's own clock. */
export function vmiObject(item: Json): VmiObject {
  const status = record(item.status);
  const all = conditions(status);
  const phase = text(status.phase);
  return {
    ...clusterObject(item),
    phase,
    nodeName: textOrNull(status.nodeName),
    address: address(status),
    runningAtMs: phase === "Running" ? runningSince(status) : null,
    isReady: isTrue(all, "Ready"),
    isAgentConnected: isTrue(all, "AgentConnected"),
    conditions: all,
  };
}

/** A DataVolume (cdi.kubevirt.io/v1beta1). */
export function dataVolumeObject(item: Json): DataVolumeObject {
  const status = record(item.status);
  return { ...clusterObject(item), phase: text(status.phase), conditions: conditions(status) };
}

function address(status: Json): string | null {
  const addresses = records(status.interfaces).map((one) => text(one.ipAddress));
  return addresses.find((one) => one !== "") ?? null;
}

function runningSince(status: Json): number | null {
  const times = records(status.phaseTransitionTimestamps)
    .filter((one) => one.phase === "Running")
    .map((one) => timeMs(one.phaseTransitionTimestamp));
  return times.at(-1) ?? null;
}
