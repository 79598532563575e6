import { apiTime, withPodConditions } from "../conditions";
import type { ContainerStatus, Pod } from "../objects";
import { podAddress } from "../nodes";
import { withLivesShown } from "./containers/status";

/** The pod as the kubelet has taken it on: containers are being created. */
export function taken(pod: Pod, nowMs: number): Pod {
  const status = { ...pod.status, startTime: apiTime(nowMs), hostIP: "127.0.0.1" };
  return withLivesShown({ ...pod, status }, {}, nowMs);
}

/** The pod with its sandbox: it has an address, and containers can be made in it. */
export function withSandbox(pod: Pod, nowMs: number): Pod {
  if (pod.status.podIP !== undefined) return pod;
  const podIP = podAddress(pod.metadata.uid);
  const conditions = withPodConditions(
    pod.status.conditions,
    [{ type: "PodReadyToStartContainers", status: "True" }],
    nowMs,
  );
  return { ...pod, status: { ...pod.status, podIP, podIPs: [{ ip: podIP }], conditions } };
}

/** The pod with every container ended, those that still ran with this code; it failed unless that is 0. */
export function finished(pod: Pod, exitCode: number, nowMs: number): Pod {
  const phase = exitCode === 0 ? "Succeeded" : "Failed";
  const reason = exitCode === 0 ? "PodCompleted" : "PodFailed";
  const conditions = withPodConditions(
    pod.status.conditions,
    [
      { type: "PodReadyToStartContainers", status: "False" },
      { type: "Ready", status: "False", reason },
      { type: "ContainersReady", status: "False", reason },
    ],
    nowMs,
  );
  const ended = (status: ContainerStatus) => endedStatus(status, exitCode, nowMs);
  const { initContainerStatuses, containerStatuses } = pod.status;
  const status = {
    ...pod.status,
    ...{ phase, conditions, containerStatuses: containerStatuses?.map(ended) },
    ...(initContainerStatuses ? { initContainerStatuses: initContainerStatuses.map(ended) } : {}),
  };
  return { ...pod, status };
}

/** True while a container waits, so that there is nothing to kill. */
export function withWaiting(pod: Pod): boolean {
  return pod.status.containerStatuses?.some((status) => status.state.waiting !== undefined) ?? true;
}

function endedStatus(status: ContainerStatus, exitCode: number, nowMs: number): ContainerStatus {
  const { state, lastState } = status;
  if (state.terminated) return status;
  const startedAt = state.running?.startedAt ?? apiTime(nowMs);
  const reason = exitCode === 0 ? "Completed" : "Error";
  const now = { exitCode, reason, startedAt, finishedAt: apiTime(nowMs) };
  const terminated = state.running ? now : (lastState?.terminated ?? now);
  return { ...status, state: { terminated }, ready: false, started: false };
}
