import type { Condition, Pod } from "./objects";

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

export function findCondition(conditions: Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isFinished(pod: Pod): boolean {
  return pod.status.phase === "Succeeded" || pod.status.phase === "Failed";
}
