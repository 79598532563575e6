import type { Condition, Pod } from "./objects";

const HEALTHY = [
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
] as const;

/** An API time: UTC with whole seconds, cut off as the real server does it. */
export function apiTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** A MicroTime: exactly six fraction digits, which Lease fields demand. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace(/Z$/, "000Z");
}

/** `conditions` with `next` put in the place of the one of its type; the time moves only when the status does. */
export function withCondition(conditions: Condition[] | undefined, next: Condition): Condition[] {
  const list = conditions ?? [];
  const old = list.find((condition) => condition.type === next.type);
  if (!old) return [...list, next];
  const lastTransitionTime = old.status === next.status ? old.lastTransitionTime : next.lastTransitionTime;
  return list.map((condition) => (condition === old ? { ...next, lastTransitionTime } : condition));
}

/** A pod's conditions with these put in, as the kubelet and the control plane write them. */
export function withPodConditions(
  conditions: Condition[] | undefined,
  next: readonly Condition[],
  nowMs: number,
): Condition[] {
  const times = { lastProbeTime: null, lastTransitionTime: apiTime(nowMs) };
  return next.reduce<Condition[]>(
    (list, condition) => withCondition(list, { ...condition, ...times }),
    conditions ?? [],
  );
}

/** What a healthy kubelet says of its node (kubelet/nodestatus/setters.go). */
export function healthyNodeConditions(nowMs: number) {
  const at = apiTime(nowMs);
  return HEALTHY.map(([type, status, reason, message]) => {
    return { type, status, lastHeartbeatTime: at, lastTransitionTime: at, reason, message };
  });
}

export function findCondition(conditions: Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isFinished(pod: Pod): boolean {
  return pod.status.phase === "Succeeded" || pod.status.phase === "Failed";
}
