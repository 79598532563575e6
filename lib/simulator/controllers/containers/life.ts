import { createHash } from "node:crypto";
import type { Container, Pod } from "../../objects";
import { quantityOf } from "../../quantity";
import { membersOf, type Member } from "./members";
import { statusOf } from "./phase";
import { PROBES, probeOf, type ProbeName } from "./probes";
import { PROGRAMS, programOf } from "./program";

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
  phase: "pull-failed" | "pull-waiting" | "booting" | "up" | "stopping" | "waiting" | "done";
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
  /** When what it stops at or waits for is over, or its program ends by itself. */
  untilMs?: number;
  /** What it exits with once it has stopped, or has exited with for good. */
  exitCode?: number;
  /** The one that cannot be pulled. */
  image?: string;
  /** It stops with its pod, and is not started again. */
  isLast?: boolean;
  /** How long its last end makes it wait, and how long its next one will. */
  waitMs?: number;
  backOffMs: number;
}
export type Lives = Record<string, Life>;

export function livesOf(pod: Pod): Lives | undefined {
  const text = pod.metadata.annotations?.[LIVES];
  return text === undefined ? undefined : (JSON.parse(text) as Lives);
}

/** Of every container that has a present: as it was written, or as the pod's status says it. */
export function knownLives(pod: Pod): Lives {
  return livesOf(pod) ?? Object.fromEntries(membersOf(pod).flatMap(({ container }) => told(pod, container)));
}

/** Lives are written only where the pod's status does not say it all. */
export function withLives(pod: Pod, lives: Lives): Pod {
  const { [LIVES]: old, ...others } = pod.metadata.annotations ?? {};
  const isWritten = [BOOT, PROGRAMS].some((key) => key in others) || membersOf(pod).some(isWorthWriting);
  if (!isWritten && old === undefined) return pod;
  const annotations = isWritten ? { ...others, [LIVES]: JSON.stringify(lives) } : others;
  return { ...pod, metadata: { ...pod.metadata, annotations } };

  function isWorthWriting({ container }: Member): boolean {
    const life = lives[container.name];
    if (!life) return false;
    const isSaid = life.phase === "up" || life.phase === "done";
    return (
      !isSaid ||
      life.untilMs !== undefined ||
      life.backOffMs > 0 ||
      PROBES.some((name) => probeOf(container, name))
    );
  }
}

function told(pod: Pod, { name }: Container): [string, Life][] {
  const { running, terminated } = statusOf(pod, name)?.state ?? {};
  if (running) return [[name, lifeAt(Date.parse(running.startedAt))]];
  if (!terminated) return [];
  const { exitCode, startedAt } = terminated;
  return [[name, { ...lifeAt(Date.parse(startedAt)), phase: "done", exitCode }]];
}

/** The life of a container that is up since then. */
export function lifeAt(startedMs: number): Life {
  return {
    ...{ phase: "up", startedMs, left: 0, cores: 0, asOfMs: startedMs, backOffMs: 0 },
    ...{ hasStarted: true, isReady: true, lastTickMs: {}, failures: {} },
  };
}

export function bootRule(pod: Pod): BootRule {
  const text = pod.metadata.annotations?.[BOOT];
  return text === undefined ? NO_BOOT : { ...NO_BOOT, ...(JSON.parse(text) as Partial<BootRule>) };
}

/** A container that starts now, with its work drawn from the pod's name and the number of the start. */
export function newLife(pod: Pod, member: Member, nowMs: number, backOffMs: number): Life {
  const { container, role } = member;
  const { coreSeconds, spread, steadyCores } = role === "main" ? bootRule(pod) : NO_BOOT;
  const drawn = chance(`work|${pod.metadata.name}|${container.name}|${restartsOf(pod, container.name)}`);
  const left = coreSeconds * (1 + spread * (2 * drawn - 1));
  const isUp = left <= 0;
  const { upAfterSeconds = 0, runsSeconds } = programOf(pod, member);
  const hasStarted = probeOf(container, "startup") === undefined;
  return {
    ...lifeAt(nowMs),
    phase: isUp ? "up" : "booting",
    left,
    cores: isUp ? steadyCores : 0,
    // It answers from then on.
    asOfMs: isUp ? nowMs + upAfterSeconds * 1000 : nowMs,
    hasStarted,
    isReady: hasStarted && probeOf(container, "readiness") === undefined,
    untilMs: runsSeconds === undefined ? undefined : nowMs + runsSeconds * 1000,
    backOffMs,
  };
}

export function restartsOf(pod: Pod, container: string): number {
  return statusOf(pod, container)?.restartCount ?? 0;
}

export function coresOf(container: Container, field: "requests" | "limits"): number | undefined {
  const stated = container.resources?.[field]?.cpu;
  return stated === undefined ? undefined : Number(quantityOf(stated).nano) / 1e9;
}

/** A number from 0 to below 1, the same for the same seed. */
export function chance(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
