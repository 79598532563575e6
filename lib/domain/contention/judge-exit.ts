import type { ContainerEnd, ContendedContainer, ContendedPod, PodEvent, ProbeRule } from "./contention-world";
import {
  evidence,
  type Evidence,
  type EvidenceCode,
  type Judgement,
  likely,
  type RestartCause,
  shown,
  undecided,
} from "./judgement";
import { isSince, type LostNode, podEnd, SLACK_MS } from "./pod-end";

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
  /** Its node no longer tells of it; null: it does. */
  readonly lost: LostNode | null;
  /** Its ReplicaSet is known and not the newest of its Deployment. */
  readonly isOldRevision: boolean;
}

const OWN_SIGNALS = [4, 6, 7, 8, 11];
/** Of a shell: cannot be executed, not found. */
const NOT_EXECUTED = [126, 127];
const NOT_STARTED = ["StartError", "ContainerCannotRun"];

/**
 * How the last exit came about. An exit code alone never says: 143 is any SIGTERM, 137 any SIGKILL, and a container
 * that is killed by a probe may exit with 0. That no event is seen proves nothing: they are kept for an hour. What a
 * lost node told before it fell silent still holds; what it would have told since is not known.
 */
export function judgeExit(exit: ExitCase): Judgement {
  const { pod, end, lost } = exit;
  const ofPod = podEnd(pod, end, lost);
  if (ofPod) return ofPod;
  const told = end === null ? undecided(evidence("no-exit-told")) : judgeEnd(exit, end);
  if (lost === null) return told;
  const said = evidence(lost.code, { node: pod.nodeName });
  const isOlder =
    lost.sinceMs === null ? told.certainty === "shown" : end !== null && !isSince(end, lost.sinceMs);
  if (isOlder) return { ...told, evidence: [...told.evidence, said] };
  return { cause: "node-lost", certainty: end === null ? "shown" : "likely", evidence: [said] };
}

function judgeEnd(exit: ExitCase, end: ContainerEnd): Judgement {
  if (end.reason === "OOMKilled") return shown("oom", "exit-reason", { reason: end.reason });
  return (
    killedByEvent(exit, end) ??
    byReason(end) ??
    byDeletion(exit, end) ??
    endedByItself(exit.container, end) ??
    byDuration(exit, end)
  );
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
  return likely(cause, eventEvidence("unhealthy-event", unhealthy));
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
  const isAfterStart = startedAtMs === null || lastAtMs >= startedAtMs - SLACK_MS;
  return isAfterStart && (finishedAtMs === null || lastAtMs <= finishedAtMs + SLACK_MS);
}

/** What the reason, or the kind of signal, says by itself. */
function byReason(end: ContainerEnd): Judgement | null {
  const { reason, exitCode } = end;
  if (reason === "ContainerStatusUnknown") return undecided(evidence("container-missing"));
  // Kubernetes 1.35: one container's exit, by a rule of its pod, has all of them begin anew (KEP-5532).
  if (reason === "RestartingAllContainers") return shown("restart-all", "exit-reason", { reason });
  if (reason !== null && NOT_STARTED.includes(reason))
    return shown("cannot-start", "exit-reason", { reason });
  const isShort = (ranForMs(end) ?? 0) <= SLACK_MS;
  if (exitCode !== null && NOT_EXECUTED.includes(exitCode) && isShort)
    return shown("cannot-start", "not-executed", { code: exitCode });
  const signal = signalOf(end);
  return signal !== null && OWN_SIGNALS.includes(signal) ? shown("crash", "own-signal", { signal }) : null;
}

/** Whatever it exits with: not every program ends by the signal that it is sent. */
function byDeletion({ pod, isOldRevision }: ExitCase, end: ContainerEnd): Judgement | null {
  const { deletingAtMs, deletionBeganAtMs } = pod;
  if (deletingAtMs === null || !isSince(end, deletionBeganAtMs)) return null;
  return likely(isOldRevision ? "rollout" : "deletion", evidence("being-deleted", { atMs: deletingAtMs }));
}

function endedByItself(container: ContendedContainer, end: ContainerEnd): Judgement | null {
  const ran = ranForMs(end);
  const least = leastBudget(container);
  if (end.exitCode === null || signalOf(end) !== null || ran === null || end.exitCode === 0) return null;
  if (ran >= least * 1000 - SLACK_MS) return null;
  return shown("crash", "ran-shorter-than-budget", {
    ranForMs: ran,
    minSeconds: Number.isFinite(least) ? least : null,
  });
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
  if (pod.statusReason !== null) return undecided(evidence("pod-reason", { reason: pod.statusReason }));
  if (pod.restartsTogether && (code === 137 || code === 143)) return undecided(evidence("restart-rule"));
  if (probe && ran !== null && (code === 143 || code === 137)) {
    const { minSeconds, maxSeconds } = budgetOf(probe);
    const grace = code === 137 ? (probe.terminationGraceSeconds ?? pod.terminationGraceSeconds ?? 30) : 10;
    if (ran >= minSeconds * 1000 - SLACK_MS && ran <= (maxSeconds + grace) * 1000 + SLACK_MS)
      return likely(
        container.startup ? "startup-kill" : "liveness-kill",
        evidence("ran-as-long-as-budget", { ranForMs: ran, minSeconds, maxSeconds }),
      );
  }
  return undecided(code === 137 ? evidence("sigkill-not-oom") : evidence("exit-code-alone", { code }));
}

function eventEvidence(code: EvidenceCode, { message, lastAtMs, count }: PodEvent): Evidence {
  return evidence(code, { message, atMs: lastAtMs, count });
}
