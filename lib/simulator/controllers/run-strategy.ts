import type { VirtualMachine, VirtualMachineInstance } from "../objects";
import { apiTime } from "../conditions";

export interface Decision {
  act: "start" | "stop" | "nothing";
  /** Fields of the VM's status that the decision sets. */
  status: Partial<NonNullable<VirtualMachine["status"]>>;
  dueMs?: number;
}

type Requests = NonNullable<NonNullable<VirtualMachine["status"]>["stateChangeRequests"]>;

const LONGEST_BACK_OFF_MS = 300_000;

export function strategyOf(vm: VirtualMachine): string {
  return vm.spec.runStrategy ?? (vm.spec.running === true ? "Always" : "Halted");
}

/** What the run strategy asks for (KubeVirt vm.go, syncRunStrategy), requests to start or stop included. */
export function decide(vm: VirtualMachine, vmi: VirtualMachineInstance | undefined, nowMs: number): Decision {
  const requests = (vm.status?.stateChangeRequests ?? []).filter(
    (request) => request.action !== "Stop" || request.uid === vmi?.metadata.uid,
  );
  if (!vmi) return decideWithout(vm, requests, nowMs);
  const status = { stateChangeRequests: orNone(requests), startFailure: failureOf(vm, vmi, nowMs) };
  const isStopAsked = requests.some((request) => request.action === "Stop");
  const isFinal = vmi.status.phase === "Succeeded" || vmi.status.phase === "Failed";
  if (strategyOf(vm) === "Halted") return { act: "stop", status: { ...status, runStrategy: undefined } };
  if (!isFinal)
    return { act: isStopAsked ? "stop" : "nothing", status: { ...status, runStrategy: strategyOf(vm) } };
  return decideFinal(vm, vmi, requests, status);
}

function decideFinal(
  vm: VirtualMachine,
  vmi: VirtualMachineInstance,
  requests: Requests,
  status: Decision["status"],
): Decision {
  const isStartAsked = requests.some((request) => request.action === "Start");
  const strategy = strategyOf(vm);
  if (strategy === "Once" || strategy === "Manual") return { act: isStartAsked ? "stop" : "nothing", status };
  const hasCrashed = vmi.status.phase === "Failed" && vmi.metadata.deletionTimestamp === undefined;
  const mustRerun = strategy === "RerunOnFailure" && hasCrashed && !isStartAsked;
  const stateChangeRequests = mustRerun ? [...requests, { action: "Start" }] : orNone(requests);
  return { act: "stop", status: { ...status, stateChangeRequests } };
}

function decideWithout(vm: VirtualMachine, requests: Requests, nowMs: number): Decision {
  const strategy = strategyOf(vm);
  const isStartAsked = requests.some((request) => request.action === "Start");
  const isFirstSight = vm.status?.runStrategy !== strategy;
  const wantsStart =
    strategy === "Always" ||
    strategy === "Once" ||
    (strategy === "RerunOnFailure" && (isFirstSight || isStartAsked)) ||
    (strategy === "Manual" && isStartAsked);
  const status: Decision["status"] = { stateChangeRequests: orNone(requests) };
  if (strategy === "Halted") return { act: "nothing", status: { ...status, runStrategy: undefined } };
  if (!wantsStart) return { act: "nothing", status: { ...status, runStrategy: strategy } };
  const retryMs = Date.parse(vm.status?.startFailure?.retryAfterTimestamp ?? "");
  if (nowMs < retryMs) return { act: "nothing", status, dueMs: retryMs };
  return { act: "start", status };
}

/** Failures before the guest ever ran: 10·n² s of back-off, at most 300 s (vm.go, calculateStartBackoffTime). */
function failureOf(vm: VirtualMachine, vmi: VirtualMachineInstance, nowMs: number) {
  const known = vm.status?.startFailure;
  const hasRun = vmi.status.phaseTransitionTimestamps?.some(({ phase }) => phase === "Running") ?? false;
  if (hasRun) return undefined;
  if (vmi.status.phase !== "Failed" || known?.lastFailedVMIUID === vmi.metadata.uid) return known;
  if (vmi.metadata.deletionTimestamp !== undefined) return known;
  const consecutiveFailCount = (known?.consecutiveFailCount ?? 0) + 1;
  const waitMs = Math.min(10_000 * consecutiveFailCount ** 2, LONGEST_BACK_OFF_MS);
  return {
    consecutiveFailCount,
    lastFailedVMIUID: vmi.metadata.uid,
    retryAfterTimestamp: apiTime(nowMs + waitMs),
  };
}

function orNone(requests: Requests): Requests | undefined {
  return requests.length > 0 ? requests : undefined;
}
