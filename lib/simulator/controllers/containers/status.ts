import { apiTime, withCondition } from "../../conditions";
import type { ContainerStatus, Pod } from "../../objects";
import type { Life, Lives } from "./life";

/** The pod with one container's status changed. */
export function withContainer(
  pod: Pod,
  name: string,
  change: (status: ContainerStatus) => ContainerStatus,
): Pod {
  const containerStatuses = pod.status.containerStatuses?.map((status) =>
    status.name === name ? change(status) : status,
  );
  return { ...pod, status: { ...pod.status, containerStatuses } };
}

/** The pod's status as its containers' lives make it: their states, whether each is ready, and the pod's conditions. */
export function withLivesShown(pod: Pod, lives: Lives, nowMs: number): Pod {
  const containerStatuses = pod.status.containerStatuses?.map((status) => {
    const life = lives[status.name];
    if (!life) return status;
    const isRunning = life.phase !== "waiting";
    return {
      ...status,
      state: isRunning
        ? { running: { startedAt: apiTime(life.startedMs) } }
        : waiting(pod, status.name, life),
      ready: isRunning && life.isReady,
      started: isRunning && life.hasStarted,
    };
  });
  const unready = (containerStatuses ?? []).filter(({ ready }) => !ready).map(({ name }) => name);
  const shown: Pod = { ...pod, status: { ...pod.status, containerStatuses } };
  return ["ContainersReady", "Ready"].reduce<Pod>(
    (each, type) => withReadiness(each, type, unready, nowMs),
    shown,
  );
}

function withReadiness(pod: Pod, type: string, unready: string[], nowMs: number): Pod {
  const times = { lastProbeTime: null, lastTransitionTime: apiTime(nowMs) };
  const condition =
    unready.length === 0
      ? { type, status: "True", ...times }
      : {
          ...{ type, status: "False", ...times, reason: "ContainersNotReady" },
          message: `containers with unready status: [${unready.join(" ")}]`,
        };
  return { ...pod, status: { ...pod.status, conditions: withCondition(pod.status.conditions, condition) } };
}

function waiting(pod: Pod, name: string, { waitMs = 0 }: Life): ContainerStatus["state"] {
  const { name: podName, namespace = "", uid } = pod.metadata;
  if (waitMs === 0) return { waiting: { reason: "ContainerCreating" } };
  const message = `back-off ${goDuration(waitMs)} restarting failed container=${name} pod=${podName}_${namespace}(${uid})`;
  return { waiting: { reason: "CrashLoopBackOff", message } };
}

/** As Go prints it: 40s, 2m40s, 5m0s. */
function goDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
