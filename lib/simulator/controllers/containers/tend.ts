import type { Pod } from "../../objects";
import { earliest } from "../../world";
import type { Change, Settings, Step } from "../../world";
import { isAnyRunning, isOver, windDown } from "./wind-down";
import { knownLives, restartsOf, withLives, type Life, type Lives } from "./life";
import { membersOf, type Member } from "./members";
import { probeOf } from "./probes";
import { failureText, judge, nextProbeMs } from "./probing";
import { exitCodeOf, isStuck, orderedExit, programOf, stopOf } from "./program";
import { firstStart, waitForImage } from "./pull";
import { end, restart } from "./restart";
import { withLivesShown } from "./status";
import { eventOf, same, type LivingTurn, type Outcome } from "./turn";

const KILLERS = ["startup", "liveness"] as const;
type Killer = (typeof KILLERS)[number];
const LEAST_GRACE_SECONDS = 2;

interface Scene {
  pod: Pod;
  lives: Lives;
  events: Change[];
}

/**
 * Brings a pod's containers on: starts those whose turn it is, carries out probes, restarts what they kill or what ends,
 * and stops the sidecars once all else is over. What follows at the same moment is done at once.
 */
export function tend(pod: Pod, settings: Settings, nowMs: number): Step {
  const before = knownLives(pod);
  let scene: Scene = { pod, lives: before, events: [] };
  for (let last: Scene | null = null; last?.lives !== scene.lives;) {
    last = scene;
    scene = round(scene, settings, nowMs);
  }
  const { podStopMs } = settings.delays;
  if (
    isOver(pod, scene.lives) &&
    Object.values(scene.lives).some((life) => life.phase !== "done" && !life.isLast)
  ) {
    const down = windDown(scene.pod, scene.lives, podStopMs, { nowMs });
    scene = { ...scene, lives: down.lives, events: [...scene.events, ...down.events] };
  }
  return stepOf(pod, before, scene, nowMs);
}

/** Brings a pod that is to go to its end: no probes, no restarts. False: something in it still runs. */
export function tendStopping(
  pod: Pod,
  settings: Settings,
  times: { nowMs: number; endMs: number },
): { step: Step; pod: Pod; isDown: boolean } {
  const { nowMs } = times;
  const before = knownLives(pod);
  let scene: Scene = { pod, lives: before, events: [] };
  if (!Object.values(before).every(({ isLast, phase }) => isLast ?? phase === "done")) {
    const { lives, events } = windDown(pod, before, settings.delays.podStopMs, times);
    scene = { pod, lives, events };
  }
  scene = round(scene, settings, nowMs, true);
  const step = stepOf(pod, before, scene, nowMs);
  return { step, pod: withLivesShown(scene.pod, scene.lives, nowMs), isDown: !isAnyRunning(scene.lives) };
}

function stepOf(pod: Pod, before: Lives, { pod: next, lives, events }: Scene, nowMs: number): Step {
  const dueMs = nextDueMs(pod, lives);
  if (lives === before) return { changes: [], dueMs };
  const object = withLives(withLivesShown(next, lives, nowMs), lives);
  return { changes: [{ do: "update", object }, ...events], dueMs };
}

/** Looks at each container once. The same lives where nothing has happened. */
function round(scene: Scene, settings: Settings, nowMs: number, isGoing = false): Scene {
  let { pod, lives } = scene;
  const events = [...scene.events];
  const members = membersOf(pod);
  const isEnding = isGoing || isOver(pod, lives);
  for (const [index, member] of members.entries()) {
    const life = lives[member.container.name];
    const turn = { pod, member, nowMs, settings };
    if (!life && (isEnding || !isTurnOf(members, index, lives))) continue;
    const outcome = life ? step({ ...turn, life }) : firstStart(turn);
    if (outcome.life === life) continue;
    lives = { ...lives, [member.container.name]: outcome.life };
    pod = outcome.pod;
    events.push(...outcome.events);
  }
  return lives === scene.lives ? scene : { pod, lives, events };
}

/** A container starts when every one before it that must has ended well, or, as a sidecar, has started. */
function isTurnOf(members: readonly Member[], index: number, lives: Lives): boolean {
  return members.slice(0, index).every(({ container, role }) => {
    const life = lives[container.name];
    if (role === "main") return true;
    if (role === "init") return life?.phase === "done" && life.exitCode === 0;
    return life?.hasStarted === true;
  });
}

function step(turn: LivingTurn): Outcome {
  const { life, nowMs } = turn;
  const isDue = nowMs >= (life.untilMs ?? Infinity);
  switch (life.phase) {
    case "done":
      return same(turn);
    case "pull-failed":
    case "pull-waiting":
      return isDue ? waitForImage(turn) : same(turn);
    case "stopping":
      return isDue ? end(turn, life.exitCode ?? 143) : same(turn);
    case "waiting":
      return isDue ? restart(turn) : same(turn);
    default:
      return run(turn, isDue);
  }
}

function run(turn: LivingTurn, isProgramOver: boolean): Outcome {
  const { pod, member, life, nowMs } = turn;
  const { container } = member;
  const ordered = orderedExit(pod, member);
  if (ordered !== undefined) return end(turn, ordered);
  if (isProgramOver && !isStuck(pod))
    return end(turn, exitCodeOf(programOf(pod, member), restartsOf(pod, container.name)));
  const { life: probed, failed } = judge({ pod, container, life, nowMs });
  const events = failed.map((name) =>
    eventOf(turn, "Warning", "Unhealthy", failureText(pod, container, name)),
  );
  const killer = KILLERS.find((name) => failed.includes(name) && hasFailed(turn, probed, name));
  if (!killer) return { pod, life: probed, events };
  const stopping: Life = { ...probed, phase: "stopping", cores: 0, ...killedBy(turn, killer) };
  return {
    pod,
    life: stopping,
    events: [...events, eventOf(turn, "Normal", "Killing", killText(turn, killer))],
  };
}

/** In the words of kuberuntime_manager.go and, for a sidecar, kuberuntime_container.go. */
function killText({ pod, member: { container, role } }: LivingTurn, killer: Killer): string {
  if (role === "sidecar") return `Init container ${container.name} failed ${killer} probe`;
  const text = `Container ${container.name} failed ${killer} probe`;
  return pod.spec.restartPolicy === "Never" ? text : `${text}, will be restarted`;
}

function hasFailed({ member }: LivingTurn, life: Life, name: Killer): boolean {
  const rule = probeOf(member.container, name);
  return rule !== undefined && (life.failures[name] ?? 0) >= rule.failureThreshold;
}

/** It has its grace, the probe's before the pod's and 2 s at least (kuberuntime_container.go), before it is killed. */
function killedBy({ pod, member, nowMs, settings }: LivingTurn, killer: Killer) {
  const grace =
    probeOf(member.container, killer)?.terminationGracePeriodSeconds ??
    pod.spec.terminationGracePeriodSeconds;
  const killMs = nowMs + Math.max(LEAST_GRACE_SECONDS, grace ?? 30) * 1000;
  const usualMs = settings.delays.podStopMs;
  return stopOf(programOf(pod, member), { fromMs: nowMs, killMs, usualMs });
}

function nextDueMs(pod: Pod, lives: Lives): number | undefined {
  const dues = membersOf(pod).map(({ container }) => {
    const life = lives[container.name];
    if (!life || life.phase === "done") return undefined;
    const isRunning = life.phase === "booting" || life.phase === "up";
    if (!isRunning) return life.untilMs;
    return earliest(nextProbeMs(pod, container, life), isStuck(pod) ? undefined : life.untilMs);
  });
  return earliest(...dues);
}
