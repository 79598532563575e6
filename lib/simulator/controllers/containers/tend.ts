import { apiTime } from "../../conditions";
import type { Container, Pod } from "../../objects";
import { earliest, NOTHING } from "../../world";
import type { Change, Delays, Step } from "../../world";
import { kubeletEvent } from "../pod-status";
import { chance, livesOf, newLife, restartsOf, withLives, type Life, type Lives } from "./life";
import { probeOf } from "./probes";
import { failureText, judge, nextProbeMs } from "./probing";
import { withContainer, withLivesShown } from "./status";

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** A container that ran for longer than this begins its back-off anew (kubelet.go). */
const FORGIVEN_MS = 600_000;

const KILLERS = ["startup", "liveness"] as const;

interface Turn {
  pod: Pod;
  container: Container;
  life: Life;
  nowMs: number;
  delays: Delays;
}
interface Outcome {
  pod: Pod;
  life: Life;
  events: Change[];
}

/**
 * Carries out the probes of a running pod and restarts what they kill: SIGTERM, the end of the container, back-off, a new
 * start. A restart comes late by the kubelet's own jitter, for it is tried again only at the pod's next sync.
 */
export function tend(pod: Pod, nowMs: number, delays: Delays): Step {
  const before = livesOf(pod);
  if (!before) return NOTHING;
  let lives = before;
  let next = pod;
  const events: Change[] = [];
  for (const container of pod.spec.containers) {
    const life = lives[container.name];
    if (!life) continue;
    const outcome = step({ pod: next, container, life, nowMs, delays });
    lives = { ...lives, [container.name]: outcome.life };
    next = outcome.pod;
    events.push(...outcome.events);
  }
  const dueMs = nextDueMs(pod, lives);
  if (next === pod && Object.keys(lives).every((name) => lives[name] === before[name]))
    return { changes: [], dueMs };
  return {
    changes: [{ do: "update", object: withLives(withLivesShown(next, lives, nowMs), lives) }, ...events],
    dueMs,
  };
}

/** The pod whose containers have started just now. */
export function begin(pod: Pod, nowMs: number): Pod {
  const lives = Object.fromEntries(
    pod.spec.containers.map((container) => [container.name, newLife(pod, container, nowMs, 0)]),
  );
  return withLives(withLivesShown(pod, lives, nowMs), lives);
}

function step(turn: Turn): Outcome {
  const { life, nowMs, pod } = turn;
  if (life.phase === "stopping") return nowMs >= (life.untilMs ?? 0) ? end(turn) : same(turn);
  if (life.phase === "waiting") return nowMs >= (life.untilMs ?? 0) ? restart(turn) : same(turn);
  const { life: probed, failed } = judge(turn);
  const events = failed.map((name) =>
    kubeletEvent(pod, "Warning", "Unhealthy", failureText(pod, turn.container, name)),
  );
  const killer = KILLERS.find((name) => failed.includes(name) && hasFailed(turn.container, probed, name));
  if (!killer) return { pod, life: probed, events };
  const message = `Container ${turn.container.name} failed ${killer} probe, will be restarted`;
  const stopping: Life = {
    ...probed,
    phase: "stopping",
    cores: 0,
    exitCode: 143,
    untilMs: stopMs(turn, killer),
  };
  return { pod, life: stopping, events: [...events, kubeletEvent(pod, "Normal", "Killing", message)] };
}

function hasFailed(container: Container, life: Life, name: "startup" | "liveness"): boolean {
  const rule = probeOf(container, name);
  return rule !== undefined && (life.failures[name] ?? 0) >= rule.failureThreshold;
}

/** A program that is starting dies of SIGTERM; it takes the time that a process takes, and its grace at most. */
function stopMs({ pod, container, nowMs, delays }: Turn, killer: "startup" | "liveness"): number {
  const grace =
    probeOf(container, killer)?.terminationGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds;
  return nowMs + Math.min(Math.max(2, grace ?? 30) * 1000, delays.podStopMs);
}

function end({ pod, container, life, nowMs, delays }: Turn): Outcome {
  const waitMs = nowMs - life.startedMs > FORGIVEN_MS ? 0 : life.backOffMs;
  const backOffMs = waitMs === 0 ? FIRST_BACK_OFF_MS : Math.min(waitMs * 2, LONGEST_BACK_OFF_MS);
  const drawn = chance(`sync|${pod.metadata.name}|${container.name}|${restartsOf(pod, container.name)}`);
  const lateMs = waitMs === 0 ? delays.containerStartMs : Math.round(drawn * delays.restartLateMs);
  const waiting: Life = {
    ...life,
    phase: "waiting",
    isReady: false,
    untilMs: nowMs + waitMs + lateMs,
    waitMs,
    backOffMs,
  };
  const ended = withContainer(pod, container.name, (status) => ({
    ...status,
    lastState: { terminated: { ...endOf(life, nowMs), containerID: status.containerID } },
  }));
  const text = `Back-off restarting failed container ${container.name} in pod ${pod.metadata.name}_${pod.metadata.namespace ?? ""}(${pod.metadata.uid})`;
  return {
    pod: ended,
    life: waiting,
    events: waitMs === 0 ? [] : [kubeletEvent(pod, "Warning", "BackOff", text)],
  };
}

function endOf({ exitCode = 143, startedMs }: Life, nowMs: number) {
  const reason = exitCode === 0 ? "Completed" : "Error";
  return { exitCode, reason, startedAt: apiTime(startedMs), finishedAt: apiTime(nowMs) };
}

function restart({ pod, container, life, nowMs }: Turn): Outcome {
  const counted = withContainer(pod, container.name, (status) => ({
    ...status,
    restartCount: status.restartCount + 1,
  }));
  const { name, image = "" } = container;
  const events = [
    kubeletEvent(pod, "Normal", "Pulled", `Container image "${image}" already present on machine`),
    kubeletEvent(pod, "Normal", "Created", `Created container ${name}`),
    kubeletEvent(pod, "Normal", "Started", `Started container ${name}`),
  ];
  return { pod: counted, life: newLife(counted, container, nowMs, life.backOffMs), events };
}

function same({ pod, life }: Turn): Outcome {
  return { pod, life, events: [] };
}

function nextDueMs(pod: Pod, lives: Lives): number | undefined {
  const dues = pod.spec.containers.map((container) => {
    const life = lives[container.name];
    if (!life) return undefined;
    const isRunning = life.phase === "booting" || life.phase === "up";
    return isRunning ? nextProbeMs(pod, container, life) : life.untilMs;
  });
  return earliest(...dues);
}
