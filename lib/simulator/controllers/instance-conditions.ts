import { apiTime, withCondition } from "../conditions";
import type { Condition, VirtualMachineInstance } from "../objects";
import type { Change, EventDraft } from "../world";
import { COMPONENT } from "./machine-parts";

export function withConditions(vmi: VirtualMachineInstance, next: Condition[]): VirtualMachineInstance {
  const conditions = next.reduce(withCondition, vmi.status.conditions ?? []);
  return { ...vmi, status: { ...vmi.status, conditions } };
}

export function withoutCondition(vmi: VirtualMachineInstance, ...types: string[]): VirtualMachineInstance {
  const conditions = (vmi.status.conditions ?? []).filter(({ type }) => !types.includes(type));
  return { ...vmi, status: { ...vmi.status, conditions } };
}

export function ready(nowMs: number): Condition {
  return { lastProbeTime: null, lastTransitionTime: apiTime(nowMs), status: "True", type: "Ready" };
}

export function unready(reason: string, message: string, nowMs: number): Condition {
  return {
    lastProbeTime: null,
    lastTransitionTime: apiTime(nowMs),
    message,
    reason,
    status: "False",
    type: "Ready",
  };
}

export function unsynced(reason: string, message: string, nowMs: number): Condition {
  return { ...unready(reason, message, nowMs), type: "Synchronized" };
}

export function told(
  about: VirtualMachineInstance,
  type: EventDraft["type"],
  reason: string,
  message: string,
): Change {
  return { do: "event", event: { about, type, reason, message, component: COMPONENT } };
}
