import type { Pod } from "../../objects";
import { orderOf } from "../../nodes";
import type { Member } from "./members";

/** Annotation of a pod: by container, what the program in it does, since none is run. */
export const PROGRAMS = "simulator/programs";

export interface Program {
  /** Seconds from its start until it answers its probes. */
  upAfterSeconds?: number;
  /** Seconds that a run lasts; without it a run has no end. */
  runsSeconds?: number;
  /** What its first, second … run exits with; every later one as the last. */
  exitCodes?: number[];
}

/** An init container that nothing is told of is done at once, any other runs on. */
export function programOf(pod: Pod, { container, role }: Member): Program {
  const text = pod.metadata.annotations?.[PROGRAMS];
  const told = text === undefined ? {} : (JSON.parse(text) as Record<string, Program>);
  return { ...(role === "init" ? { runsSeconds: 0 } : {}), ...told[container.name] };
}

export function exitCodeOf(program: Program, restarts: number): number {
  const { exitCodes = [0] } = program;
  return exitCodes[Math.min(restarts, exitCodes.length - 1)] ?? 0;
}

/** What a main container is told to exit with, now and after each start, for as long as the order stands. */
export function orderedExit(pod: Pod, { role }: Member): number | undefined {
  if (role !== "main") return undefined;
  const order = orderOf(pod);
  return order === "power-off" ? 0 : order === "crash" ? 1 : undefined;
}
