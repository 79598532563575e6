import type { Container, Pod } from "../../objects";
import { orderOf } from "../../nodes";
import { owningController } from "../workloads/owned";
import { membersOf, type Member } from "./members";

/** Annotation of a pod: by container, what the program in it does, since none is run. */
export const PROGRAMS = "simulator/programs";

export interface Program {
  /** Seconds from its start until it answers its probes. */
  upAfterSeconds?: number;
  /** Seconds that a run lasts; without it a run has no end. */
  runsSeconds?: number;
  /** What its first, second … run exits with; every later one as the last. */
  exitCodes?: number[];
  /** Seconds from SIGTERM until it is gone; without it `podStopMs`. One that ignores SIGTERM is given a very large number. */
  stopsAfterSeconds?: number;
  /** What it exits with when it goes at SIGTERM: 143 where it does not handle the signal, 0 where it ends well. */
  stopCode?: number;
}

const SIGTERM = 143;
const SIGKILL = 137;

/** Of what nothing is told an init container is done at once, a Job's does as its command says, and any other runs on. */
export function programOf(pod: Pod, { container, role }: Member): Program {
  const text = pod.metadata.annotations?.[PROGRAMS];
  const told = text === undefined ? {} : (JSON.parse(text) as Record<string, Program>);
  const isOfJob = owningController(pod)?.kind === "Job";
  const untold =
    role === "init" ? { runsSeconds: 0 } : isOfJob && role === "main" ? commanded(container) : {};
  return { ...untold, ...told[container.name] };
}

/** `sleep`, `true` and `false` are understood; any other command succeeds in a second. */
function commanded({ command, args }: Container): Program {
  const [program, argument = ""] = [command, args].flat().map(String);
  if (program === "true") return { runsSeconds: 0 };
  if (program === "false") return { runsSeconds: 0, exitCodes: [1] };
  if (program !== "sleep") return { runsSeconds: 1 };
  return argument === "infinity" ? {} : { runsSeconds: Number(argument) };
}

export function exitCodeOf(program: Program, restarts: number): number {
  const { exitCodes = [0] } = program;
  return exitCodes[Math.min(restarts, exitCodes.length - 1)] ?? 0;
}

/** When a program that is told to stop has gone, and with what: in the time that it takes, or killed at `killMs`. */
export function stopOf(
  { stopsAfterSeconds, stopCode = SIGTERM }: Program,
  { fromMs, killMs, usualMs }: { fromMs: number; killMs: number; usualMs: number },
): { untilMs: number; exitCode: number } {
  const goneMs = fromMs + (stopsAfterSeconds === undefined ? usualMs : stopsAfterSeconds * 1000);
  return goneMs > killMs ? { untilMs: killMs, exitCode: SIGKILL } : { untilMs: goneMs, exitCode: stopCode };
}

/** Whether it is told how one of the pod's programs takes SIGTERM. */
export function hasOwnStop(pod: Pod): boolean {
  return membersOf(pod).some((member) => {
    const { stopsAfterSeconds, stopCode } = programOf(pod, member);
    return stopsAfterSeconds !== undefined || stopCode !== undefined;
  });
}

/** What a main container is told to exit with, now and after each start, for as long as the order stands. */
export function orderedExit(pod: Pod, { role }: Member): number | undefined {
  if (role !== "main") return undefined;
  const order = orderOf(pod);
  return order === "power-off" ? 0 : order === "crash" ? 1 : undefined;
}

/** Whether its programs are told never to end by themselves. */
export function isStuck(pod: Pod): boolean {
  return orderOf(pod) === "stuck";
}
