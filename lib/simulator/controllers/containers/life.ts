import { createHash } from "node:crypto";
import type { Container, Pod } from "../../objects";
import { quantityOf } from "../../quantity";
import { PROBES, probeOf, type ProbeName } from "./probes";

/** Annotation of a pod: what its containers cost to start, since no program runs in them. */
export const BOOT = "simulator/boot";
/** Annotation of a pod: where each of its containers stands. */
const LIVES = "simulator/containers";

/** Of the work of starting: core-seconds, how far a start differs from it (0.3: by 30 % each way), cores it can use. */
export interface BootRule {
  coreSeconds: number;
  spread: number;
  cores: number;
  /** Cores that it uses once it is up. */
  steadyCores: number;
}
const NO_BOOT: BootRule = { coreSeconds: 0, spread: 0, cores: 1, steadyCores: 0 };

/** A container's present: what its status does not say. Times in epoch milliseconds. */
export interface Life {
  phase: "booting" | "up" | "stopping" | "waiting";
  startedMs: number;
  /** Core-seconds of its start that are still to be done at `asOfMs`, at `cores` cores. */
  left: number;
  cores: number;
  asOfMs: number;
  /** It has passed its startup probe, or has none. */
  hasStarted: boolean;
  isReady: boolean;
  lastTickMs: Partial<Record<ProbeName, number>>;
  failures: Partial<Record<ProbeName, number>>;
  /** When what it stops at or waits for is over. */
  untilMs?: number;
  /** What it exits with once it has stopped. */
  exitCode?: number;
  /** How long its last end makes it wait, and how long its next one will. */
  waitMs?: number;
  backOffMs: number;
}
export type Lives = Record<string, Life>;

export function livesOf(pod: Pod): Lives | undefined {
  const text = pod.metadata.annotations?.[LIVES];
  return text === undefined ? undefined : (JSON.parse(text) as Lives);
}

export function withLives(pod: Pod, lives: Lives): Pod {
  const annotations = { ...pod.metadata.annotations, [LIVES]: JSON.stringify(lives) };
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

/** Whether the pod's containers have a life of their own: they take work to start, or are probed. */
export function isTended(pod: Pod): boolean {
  if (pod.metadata.annotations?.[BOOT] !== undefined) return true;
  return pod.spec.containers.some((container) => PROBES.some((name) => probeOf(container, name)));
}

export function bootRule(pod: Pod): BootRule {
  const text = pod.metadata.annotations?.[BOOT];
  return text === undefined ? NO_BOOT : { ...NO_BOOT, ...(JSON.parse(text) as Partial<BootRule>) };
}

/** A container that starts now, with its work drawn from the pod's name and the number of the start. */
export function newLife(pod: Pod, container: Container, nowMs: number, backOffMs: number): Life {
  const { coreSeconds, spread, steadyCores } = bootRule(pod);
  const drawn = chance(`work|${pod.metadata.name}|${container.name}|${restartsOf(pod, container.name)}`);
  const left = coreSeconds * (1 + spread * (2 * drawn - 1));
  const isUp = left <= 0;
  const life: Life = {
    phase: isUp ? "up" : "booting",
    startedMs: nowMs,
    left,
    cores: isUp ? steadyCores : 0,
    asOfMs: nowMs,
    hasStarted: probeOf(container, "startup") === undefined,
    isReady: false,
    lastTickMs: {},
    failures: {},
    backOffMs,
  };
  return { ...life, isReady: life.hasStarted && probeOf(container, "readiness") === undefined };
}

export function restartsOf(pod: Pod, container: string): number {
  return pod.status.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0;
}

export function coresOf(container: Container, field: "requests" | "limits"): number | undefined {
  const stated = container.resources?.[field]?.cpu;
  return stated === undefined ? undefined : Number(quantityOf(stated).nano) / 1e9;
}

/** A number from 0 to below 1, the same for the same seed. */
export function chance(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
