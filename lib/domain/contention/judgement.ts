/** Who or what ended a container. */
export const RESTART_CAUSES = [
  "liveness-kill",
  "startup-kill",
  "rollout", // SIGTERM: its pod is being deleted, and its ReplicaSet is not the newest
  "deletion", // SIGTERM: its pod is being deleted
  "definition-changed",
  "restart-all", // a rule of its pod restarts all containers when one exits
  "oom",
  "cannot-start",
  "crash",
  "eviction",
  "preemption", // its pod made room for one of a higher priority
  "node-lost",
  "unknown",
] as const;
export type RestartCause = (typeof RESTART_CAUSES)[number];

export const EVIDENCE_CODES = [
  "killing-event", // params: message, atMs, count
  "unhealthy-event", // params: message, atMs, count
  "exit-reason", // params: reason
  "own-signal", // params: signal; a kubelet never sends it
  "not-executed", // params: code; 126 or 127 at once
  "ran-shorter-than-budget", // params: ranForMs, minSeconds; no probe can have killed it yet
  "ran-as-long-as-budget", // params: ranForMs, minSeconds, maxSeconds
  "sigkill-not-oom", // 137 without OOMKilled
  "exit-code-alone", // params: code; proves nothing
  "restart-rule", // its pod may restart all containers when one exits, so that a signal fits that as well
  "pod-reason", // params: reason
  "disruption", // params: reason; of the pod's condition DisruptionTarget
  "being-deleted", // params: atMs
  "node-gone", // params: node
  "node-silent", // params: node; it is there, and not Ready
  "container-missing", // the kubelet found it no more
  "no-exit-told",
] as const;
export type EvidenceCode = (typeof EVIDENCE_CODES)[number];
export interface Evidence {
  readonly code: EvidenceCode;
  readonly params: Readonly<Record<string, string | number | null>>;
}
export interface Judgement {
  readonly cause: RestartCause;
  /** shown: said by the cluster. likely: fits, and nothing said so. none: nothing points anywhere. */
  readonly certainty: "shown" | "likely" | "none";
  readonly evidence: readonly Evidence[];
}

export function evidence(code: EvidenceCode, params: Evidence["params"] = {}): Evidence {
  return { code, params };
}
export function shown(cause: RestartCause, code: EvidenceCode, params: Evidence["params"]): Judgement {
  return { cause, certainty: "shown", evidence: [evidence(code, params)] };
}
export function likely(cause: RestartCause, because: Evidence): Judgement {
  return { cause, certainty: "likely", evidence: [because] };
}
export function undecided(because: Evidence): Judgement {
  return { cause: "unknown", certainty: "none", evidence: [because] };
}
