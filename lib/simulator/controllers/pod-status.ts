import { apiTime, withCondition } from "../conditions";
import type { Condition, Container, ContainerStatus, Pod } from "../objects";
import { podAddress } from "../nodes";
import type { Change } from "../world";

const READY_TYPES = ["PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready"];

/** The pod as the kubelet has taken it on: containers are being created. */
export function taken(pod: Pod, nowMs: number): Pod {
  const waiting = { waiting: { reason: hasInit(pod) ? "PodInitializing" : "ContainerCreating" } };
  const conditions = setConditions(pod, nowMs, {
    Ready: "False",
    ContainersReady: "False",
    Initialized: "True",
  });
  const status = {
    ...pod.status,
    startTime: apiTime(nowMs),
    hostIP: "127.0.0.1",
    conditions,
    containerStatuses: pod.spec.containers.map((container) => statusOf(container, waiting, false)),
  };
  return { ...pod, status };
}

export function containersStarted(pod: Pod, nowMs: number): Pod {
  const running = { running: { startedAt: apiTime(nowMs) } };
  const podIP = podAddress(pod.metadata.uid);
  const all = Object.fromEntries(READY_TYPES.map((type) => [type, "True"]));
  const done = { exitCode: 0, reason: "Completed", startedAt: apiTime(nowMs), finishedAt: apiTime(nowMs) };
  const initContainerStatuses = pod.spec.initContainers?.map((container) =>
    container.restartPolicy === "Always"
      ? statusOf(container, running, true)
      : statusOf(container, { terminated: done }, true),
  );
  const status = {
    ...pod.status,
    phase: "Running",
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: setConditions(pod, nowMs, all),
    ...(initContainerStatuses ? { initContainerStatuses } : {}),
    containerStatuses: pod.spec.containers.map((container) => statusOf(container, running, true)),
  };
  return { ...pod, status };
}

export function imageFailed(pod: Pod, reason: string, message: string): Pod {
  const waiting = { waiting: { reason, message } };
  const containerStatuses = pod.spec.containers.map((container) => statusOf(container, waiting, false));
  return { ...pod, status: { ...pod.status, containerStatuses } };
}

/** The pod with every container ended; it failed unless all exited with 0. */
export function finished(pod: Pod, exitCode: number, nowMs: number): Pod {
  const startedAt = pod.status.containerStatuses?.[0]?.state.running?.startedAt ?? apiTime(nowMs);
  const reason = exitCode === 0 ? "Completed" : "Error";
  const terminated = { terminated: { exitCode, reason, startedAt, finishedAt: apiTime(nowMs) } };
  const conditions = setConditions(pod, nowMs, { Ready: "False", ContainersReady: "False" });
  const status = {
    ...pod.status,
    phase: exitCode === 0 ? "Succeeded" : "Failed",
    conditions,
    containerStatuses: pod.spec.containers.map((container) => statusOf(container, terminated, false)),
  };
  return { ...pod, status };
}

/** True while a container waits, so that there is nothing to kill. */
export function withWaiting(pod: Pod): boolean {
  return pod.status.containerStatuses?.some((status) => status.state.waiting !== undefined) ?? true;
}

export function kubeletEvent(pod: Pod, type: "Normal" | "Warning", reason: string, message: string): Change {
  return { do: "event", event: { about: pod, type, reason, message, component: "kubelet" } };
}

function statusOf(container: Container, state: ContainerStatus["state"], isReady: boolean): ContainerStatus {
  return {
    name: container.name,
    state,
    lastState: {},
    ready: isReady,
    restartCount: 0,
    image: container.image ?? "",
    imageID: isReady ? (container.image ?? "") : "",
    started: state.running !== undefined,
  };
}

function setConditions(pod: Pod, nowMs: number, states: Record<string, string>): Condition[] {
  return Object.entries(states).reduce<Condition[]>(
    (list, [type, status]) =>
      withCondition(list, { type, status, lastProbeTime: null, lastTransitionTime: apiTime(nowMs) }),
    pod.status.conditions ?? [],
  );
}

function hasInit(pod: Pod): boolean {
  return (pod.spec.initContainers?.length ?? 0) > 0;
}
