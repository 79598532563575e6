import type { ContainerStatus, Pod } from "../../objects";
import { membersOf } from "./members";

interface Counts {
  pending: number;
  failedInit: number;
  waiting: number;
  running: number;
  stopped: number;
  succeeded: number;
}

/**
 * A pod's phase by its containers' states (kubelet_pods.go, getPhase). It does not end while something may still run in it
 * (status_manager.go), and one that was initialised once does not become Pending again because a sidecar restarts.
 */
export function phaseOf(pod: Pod): string {
  const counts = countsOf(pod);
  const { pending, failedInit, waiting, running, stopped, succeeded } = counts;
  const policy = pod.spec.restartPolicy ?? "Always";
  if (failedInit > 0 && policy === "Never") return running > 0 ? pod.status.phase : "Failed";
  if (pending > 0 || waiting > 0) return "Pending";
  if (running > 0) return "Running";
  if (stopped === 0) return "Pending";
  if (policy === "Always") return "Running";
  if (stopped === succeeded) return "Succeeded";
  return policy === "Never" ? "Failed" : "Running";
}

function countsOf(pod: Pod): Counts {
  const counts = { pending: 0, failedInit: 0, waiting: 0, running: 0, stopped: 0, succeeded: 0 };
  for (const { container, role } of membersOf(pod)) {
    const status = statusOf(pod, container.name);
    if (role === "init") countInit(counts, status);
    else if (role === "sidecar") countSidecar(counts, status, hasBegun(pod));
    else countMain(counts, status);
  }
  return counts;
}

function countInit(counts: Counts, status: ContainerStatus | undefined): void {
  const exit = (status?.state.terminated ?? (status?.state.waiting && lastEnd(status)))?.exitCode;
  if (exit === undefined) counts.pending += 1;
  else if (exit !== 0) counts.failedInit += 1;
}

function countSidecar(counts: Counts, status: ContainerStatus | undefined, hasBegun: boolean): void {
  if (status?.state.running) {
    counts.running += 1;
    if (status.started !== true && !hasBegun) counts.pending += 1;
  } else if (!status?.state.terminated && !lastEnd(status)) counts.waiting += 1;
}

function countMain(counts: Counts, status: ContainerStatus | undefined): void {
  const ended = status?.state.terminated;
  if (status?.state.running) counts.running += 1;
  else if (!ended && !lastEnd(status)) counts.waiting += 1;
  else {
    counts.stopped += 1;
    if (ended?.exitCode === 0) counts.succeeded += 1;
  }
}

/** A main container has been started: the pod is initialised for good. */
export function hasBegun({ status }: Pod): boolean {
  return (status.containerStatuses ?? []).some(
    (each) => each.state.running ?? each.state.terminated ?? lastEnd(each),
  );
}

export function statusOf({ status }: Pod, name: string): ContainerStatus | undefined {
  const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  return all.find((each) => each.name === name);
}

function lastEnd(status: ContainerStatus | undefined): { exitCode: number } | undefined {
  return status?.lastState?.terminated;
}
