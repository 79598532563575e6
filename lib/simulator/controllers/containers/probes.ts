import type { Container } from "../../objects";

export const PROBES = ["startup", "liveness", "readiness"] as const;
export type ProbeName = (typeof PROBES)[number];

export interface ProbeRule {
  initialDelaySeconds: number;
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
  terminationGracePeriodSeconds?: number;
}

const DEFAULTS: ProbeRule = {
  initialDelaySeconds: 0,
  periodSeconds: 10,
  timeoutSeconds: 1,
  failureThreshold: 3,
};

/** A container's probe with the API server's defaults, which a 0 stands for as well (SetDefaults_Probe); undefined where it has none. */
export function probeOf(container: Container, name: ProbeName): ProbeRule | undefined {
  const sent = container[`${name}Probe`] as Partial<ProbeRule> | undefined;
  if (!sent) return undefined;
  const stated = Object.entries(sent).filter(
    ([key, value]) =>
      (Object.hasOwn(DEFAULTS, key) || key === "terminationGracePeriodSeconds") && value !== 0,
  );
  return { ...DEFAULTS, ...Object.fromEntries(stated) };
}

/**
 * When a probe is tried next. Its ticks start when the pod reaches the kubelet, not with the container; one counts only
 * if whole seconds since the container's start are at least the initial delay (kubelet, prober/worker.go).
 */
export function nextTick(
  rule: ProbeRule,
  times: { podTakenMs: number; containerStartMs: number; lastTickMs: number },
): number {
  const periodMs = rule.periodSeconds * 1000;
  const firstMs = times.containerStartMs + rule.initialDelaySeconds * 1000;
  const afterMs = Math.max(times.lastTickMs + 1, firstMs, times.podTakenMs);
  return times.podTakenMs + Math.ceil((afterMs - times.podTakenMs) / periodMs) * periodMs;
}
