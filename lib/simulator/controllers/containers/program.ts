import type { Pod } from "../../objects";
import { orderOf } from "../../nodes";
import type { Delays } from "../../world";

/** Annotation of a pod: how long its program runs and what it exits with, since none runs here. */
const RUN = "simulator/run";
/** Annotation of a running pod: when its program ends, and how. */
const END = "simulator/program";

interface Run {
  seconds: number;
  exitCode: number;
}
interface End {
  endMs: number;
  exitCode: number;
}

/**
 * The pod whose containers have started just now, with the end that its program will have. The pod says it by an
 * annotation; of a Job's pod `sleep`, `true` and `false` are understood, and any other command succeeds in a while. Every
 * other program runs until it is stopped.
 */
export function withProgramEnd(pod: Pod, nowMs: number, delays: Delays): Pod {
  const run = runOf(pod, delays);
  if (run === undefined) return pod;
  const end: End = { endMs: nowMs + run.seconds * 1000, exitCode: run.exitCode };
  const annotations = { ...pod.metadata.annotations, [END]: JSON.stringify(end) };
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

/** When and how the program of a running pod ends by itself; undefined where it does not, or is ordered not to. */
export function programEndOf(pod: Pod): End | undefined {
  const text = pod.metadata.annotations?.[END];
  return text === undefined || orderOf(pod) === "stuck" ? undefined : (JSON.parse(text) as End);
}

function runOf(pod: Pod, { programMs }: Delays): Run | undefined {
  const told = pod.metadata.annotations?.[RUN];
  if (told !== undefined) return { seconds: 0, exitCode: 0, ...(JSON.parse(told) as Partial<Run>) };
  const isOfJob = pod.metadata.ownerReferences?.some(
    ({ kind, controller }) => kind === "Job" && controller === true,
  );
  if (isOfJob !== true) return undefined;
  const [container] = pod.spec.containers;
  const [program, argument = ""] = [container?.command, container?.args].flat().map(String);
  if (program === "true") return { seconds: 0, exitCode: 0 };
  if (program === "false") return { seconds: 0, exitCode: 1 };
  if (program !== "sleep") return { seconds: programMs / 1000, exitCode: 0 };
  return argument === "infinity" ? undefined : { seconds: Number(argument), exitCode: 0 };
}
