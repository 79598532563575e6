import type { Pod } from "../../objects";
import type { Change } from "../../world";
import { kubeletEvent } from "../kubelet-event";
import type { Life, Lives } from "./life";
import { membersOf, type Member } from "./members";
import { programOf, stopOf } from "./program";

const RUNNING: ReadonlySet<Life["phase"]> = new Set(["booting", "up", "stopping"]);

/** All that is to run to its end has ended: main containers for good, or an init container that is not tried again. */
export function isOver(pod: Pod, lives: Lives): boolean {
  const members = membersOf(pod);
  const isDone = ({ container }: Member) => lives[container.name]?.phase === "done";
  if (members.filter(({ role }) => role === "main").every(isDone)) return true;
  return members.some(
    (member) =>
      member.role === "init" && isDone(member) && (lives[member.container.name]?.exitCode ?? 0) !== 0,
  );
}

export function isAnyRunning(lives: Lives): boolean {
  return Object.values(lives).some(({ phase }) => RUNNING.has(phase));
}

/**
 * Tells all that runs to stop, and what waits to wait no more. Main containers first and together, then the sidecars, the
 * last one that started first (kuberuntime_termination_order.go): each when the one before it has ended.
 */
export function windDown(
  pod: Pod,
  lives: Lives,
  stopMs: number,
  times: { nowMs: number; endMs?: number },
): { lives: Lives; events: Change[] } {
  const members = membersOf(pod);
  const isRunning = ({ container }: Member) => RUNNING.has(lives[container.name]?.phase ?? "done");
  const running = members.filter(isRunning);
  const sidecars = running.filter(({ role }) => role === "sidecar").reverse();
  const turns = [running.filter(({ role }) => role !== "sidecar"), ...sidecars.map((one) => [one])];
  const next: Lives = Object.fromEntries(
    Object.entries(lives).map(([name, life]) => [name, { ...life, phase: "done", isLast: true }]),
  );
  let fromMs = times.nowMs;
  const graceMs = (pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  const killMs = times.endMs ?? times.nowMs + graceMs;
  for (const turn of turns.filter(({ length }) => length > 0)) {
    const stops = turn.map((member) => {
      return { member, stop: stopOf(programOf(pod, member), { fromMs, killMs, usualMs: stopMs }) };
    });
    for (const { member, stop } of stops) {
      const life = lives[member.container.name];
      if (life) next[member.container.name] = { ...life, phase: "stopping", isLast: true, cores: 0, ...stop };
    }
    fromMs = Math.max(...stops.map(({ stop }) => stop.untilMs));
  }
  const events = running.map(({ container }) =>
    kubeletEvent(pod, "Normal", "Killing", `Stopping container ${container.name}`, container),
  );
  return { lives: next, events };
}
