import type { ContainerEnd, ContendedContainer, ContendedPod, PodEvent, ProbeRule } from "./contention-world";

/** Who or what ended a container. */
export const RESTART_CAUSES = [
  "liveness-kill",
  "startup-kill",
  "rollout", // SIGTERM: its pod is being deleted, and its ReplicaSet is not the newest
  "deletion", // SIGTERM: its pod is being deleted
  "definition-changed",
  "oom",
  "cannot-start",
  "crash",
  "eviction",
  "node-lost",
  "unknown",
] as const;
export type RestartCause = (typeof RESTART_CAUSES)[number];

export const EVIDENCE_CODES = [
  "killing-event", // params: message, atMs, count
  "unhealthy-event", // params: message, atMs, count
  "exit-reason", // params: reason
  "own-signal", // params: signal; a kubelet never sends it
  "ran-shorter-than-budget", // params: ranForMs, minSeconds; no probe can have killed it yet
  "ran-as-long-as-budget", // params: ranForMs, minSeconds, maxSeconds
  "sigkill-not-oom", // 137 without OOMKilled
  "exit-code-alone", // params: code; proves nothing
  "pod-reason", // params: reason
  "being-deleted", // params: atMs
  "node-gone", // params: node
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

/** Seconds after a container's start in which a probe that never succeeds has it killed (section F). */
export interface ProbeBudget {
  /** initialDelay + (failureThreshold - 1) x period. */
  readonly minSeconds: number;
  /** initialDelay + failureThreshold x period + timeout. */
  readonly maxSeconds: number;
}
export function budgetOf(probe: ProbeRule): ProbeBudget {
  const { initialDelaySeconds: delay, periodSeconds: period, failureThreshold: failures } = probe;
  return {
    minSeconds: delay + (failures - 1) * period,
    maxSeconds: delay + failures * period + probe.timeoutSeconds,
  };
}

export interface ExitCase {
  readonly pod: ContendedPod;
  readonly container: ContendedContainer;
  readonly end: ContainerEnd | null;
  /** Of this pod. */
  readonly events: readonly PodEvent[];
  readonly isNodeGone: boolean;
  /** Its ReplicaSet is known and not the newest of its Deployment. */
  readonly isOldRevision: boolean;
}

const EVICTED = ["Evicted", "Preempting", "NodeShutdown", "Terminated"];
const OWN_SIGNALS = [4, 6, 7, 8, 11];
/** Seconds: what clocks and whole seconds of timestamps may be apart. */
const SLACK = 2;

/**
 * How the last exit came about. An exit code alone never says: 143 is any SIGTERM, 137 any SIGKILL, and a container
 * that is killed by a probe may exit with 0. That no event is seen proves nothing: they are kept for an hour.
 */
export function judgeExit(exit: ExitCase): Judgement {
  const { pod, container, end } = exit;
  if (pod.statusReason === "NodeLost" || exit.isNodeGone)
    return shown("node-lost", "node-gone", { node: pod.nodeName });
  if (pod.statusReason !== null && EVICTED.includes(pod.statusReason))
    return shown("eviction", "pod-reason", { reason: pod.statusReason });
  if (end === null) return { cause: "unknown", certainty: "none", evidence: [evidence("no-exit-told", {})] };
  if (end.reason === "OOMKilled") return shown("oom", "exit-reason", { reason: end.reason });
  const killed = killedByEvent(exit, end);
  if (killed) return killed;
  const byItself = endedByItself(container, end);
  if (byItself) return byItself;
  if (pod.deletingAtMs !== null && end.exitCode === 143) {
    const cause = exit.isOldRevision ? "rollout" : "deletion";
    return { cause, certainty: "likely", evidence: [evidence("being-deleted", { atMs: pod.deletingAtMs })] };
  }
  return byDuration(exit, end);
}

/** The number of the signal: as told, else exit code - 128, for a kubelet leaves it out. */
export function signalOf({ signal, exitCode }: ContainerEnd): number | null {
  if (signal !== null && signal > 0) return signal;
  return exitCode !== null && exitCode > 128 && exitCode <= 192 ? exitCode - 128 : null;
}

export function ranForMs({ startedAtMs, finishedAtMs }: ContainerEnd): number | null {
  return startedAtMs === null || finishedAtMs === null ? null : Math.max(0, finishedAtMs - startedAtMs);
}

function killedByEvent(exit: ExitCase, end: ContainerEnd): Judgement | null {
  const { container, pod } = exit;
  const about = exit.events.filter((event) => isAbout(event, container.name) && isOfRun(event, end));
  const killing = about.filter(({ reason }) => reason === "Killing");
  for (const event of killing) {
    const cause = causeOf(event.message, pod, exit.isOldRevision);
    if (cause) return { cause, certainty: "shown", evidence: [eventEvidence("killing-event", event)] };
  }
  const unhealthy = about.find(
    ({ reason, message }) => reason === "Unhealthy" && /^(Liveness|Startup) probe failed/.test(message),
  );
  const probe = unhealthy?.message.startsWith("Startup") ? container.startup : container.liveness;
  if (!unhealthy || !probe || unhealthy.count < probe.failureThreshold) return null;
  const cause = unhealthy.message.startsWith("Startup") ? "startup-kill" : "liveness-kill";
  return { cause, certainty: "likely", evidence: [eventEvidence("unhealthy-event", unhealthy)] };
}

function causeOf(message: string, pod: ContendedPod, isOldRevision: boolean): RestartCause | null {
  if (/failed liveness probe/.test(message)) return "liveness-kill";
  if (/failed startup probe/.test(message)) return "startup-kill";
  if (/definition changed/.test(message)) return "definition-changed";
  if (!/^Stopping container/.test(message) || pod.deletingAtMs === null) return null;
  return isOldRevision ? "rollout" : "deletion";
}

/** Its text names the container where its field does not. */
function isAbout({ container, message }: PodEvent, name: string): boolean {
  if (container !== null) return container === name;
  return !/ontainer /.test(message) || message.toLowerCase().includes(`container ${name.toLowerCase()}`);
}

function isOfRun({ lastAtMs }: PodEvent, { startedAtMs, finishedAtMs }: ContainerEnd): boolean {
  if (lastAtMs === null) return true;
  const isAfterStart = startedAtMs === null || lastAtMs >= startedAtMs - SLACK * 1000;
  return isAfterStart && (finishedAtMs === null || lastAtMs <= finishedAtMs + SLACK * 1000);
}

function endedByItself(container: ContendedContainer, end: ContainerEnd): Judgement | null {
  const { reason, exitCode } = end;
  const signal = signalOf(end);
  if (reason === "ContainerStatusUnknown") return shown("node-lost", "exit-reason", { reason });
  if (reason === "StartError" || reason === "ContainerCannotRun" || exitCode === 126 || exitCode === 127)
    return shown("cannot-start", "exit-reason", { reason });
  if (signal !== null && OWN_SIGNALS.includes(signal)) return shown("crash", "own-signal", { signal });
  const ran = ranForMs(end);
  const least = leastBudget(container);
  if (exitCode === null || signal !== null || ran === null || exitCode === 0) return null;
  if (ran < (least - SLACK) * 1000)
    return shown("crash", "ran-shorter-than-budget", {
      ranForMs: ran,
      minSeconds: Number.isFinite(least) ? least : null,
    });
  return null;
}

/** Infinity where no probe can kill it. */
function leastBudget({ liveness, startup }: ContendedContainer): number {
  return Math.min(...[liveness, startup].map((probe) => (probe ? budgetOf(probe).minSeconds : Infinity)));
}

/** The kubelet restarts in place, so that a SIGTERM that fits the budget is most likely the probe's. */
function byDuration({ container, pod }: ExitCase, end: ContainerEnd): Judgement {
  const probe = container.startup ?? container.liveness;
  const ran = ranForMs(end);
  const code = end.exitCode;
  if (probe && ran !== null && (code === 143 || code === 137) && pod.deletingAtMs === null) {
    const { minSeconds, maxSeconds } = budgetOf(probe);
    const grace = code === 137 ? (probe.terminationGraceSeconds ?? pod.terminationGraceSeconds ?? 30) : 10;
    if (ran >= (minSeconds - SLACK) * 1000 && ran <= (maxSeconds + grace + SLACK) * 1000)
      return {
        ...{ cause: container.startup ? "startup-kill" : "liveness-kill", certainty: "likely" },
        evidence: [evidence("ran-as-long-as-budget", { ranForMs: ran, minSeconds, maxSeconds })],
      };
  }
  const said = code === 137 ? evidence("sigkill-not-oom", {}) : evidence("exit-code-alone", { code });
  return { cause: "unknown", certainty: "none", evidence: [said] };
}

function shown(cause: RestartCause, code: EvidenceCode, params: Evidence["params"]): Judgement {
  return { cause, certainty: "shown", evidence: [evidence(code, params)] };
}
function evidence(code: EvidenceCode, params: Evidence["params"]): Evidence {
  return { code, params };
}
function eventEvidence(code: EvidenceCode, { message, lastAtMs, count }: PodEvent): Evidence {
  return evidence(code, { message, atMs: lastAtMs, count });
}
