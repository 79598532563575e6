import type { CasePod, ColdStartCase } from "./case";

const PODS = [12, 5, 3, 2, 1];
const REQUEST_MILLI = 25;
const ALLOCATABLE_MILLI = 3920;
/** What the fullest node has requested once the new pods are on it, all nodes being level then. */
const LEVEL_MILLI = 1200;
/** The services' own: 40 s, then 3 failures 5 s apart; no startupProbe. */
const LIVENESS = { initialDelay: 40, period: 5, failureThreshold: 3 };

/**
 * The calibration that comes nearest to the incident's table (44, 2, 0, 0, 0 restarts): each start takes eleven and a half
 * seconds of a whole node's free CPU, 30 % more or less, and a restart comes up to 45 s after its back-off. It is a fit to one
 * table, not a measurement: see ASSUMPTIONS.
 */
export const BOOT = { coreSeconds: 45, spread: 0.3, parallelism: 4 } as const;
export const BACK_OFF = { first: 10, most: 300, late: 45 } as const;

/** A JVM that is still starting obeys SIGTERM at once, long before its grace is over. */
export const STOP_SECONDS = 1;

export const ASSUMPTIONS = [
  "boot-work", // params: coreSeconds, spreadPercent
  "parallelism", // params: cores
  "restart-late", // params: seconds
  "work-lost", // params: stopSeconds
  "free-cpu",
  "limit-saves-nothing",
  "steady-use-left-out",
  "memory-left-out",
  "rules-left-out",
] as const;

export function incident(): ColdStartCase {
  const nodes = PODS.map((count, index) => ({
    name: `Node ${index + 1}`,
    cores: 3.9,
    allocatableMilli: ALLOCATABLE_MILLI,
    requestedMilli: LEVEL_MILLI - count * REQUEST_MILLI,
  }));
  const pod: CasePod = {
    ...{ node: null, requestMilli: REQUEST_MILLI, limitCores: null, liveness: LIVENESS, startup: null },
  };
  const count = PODS.reduce((sum, each) => sum + each, 0);
  return {
    nodes,
    pods: Array.from({ length: count }, () => pod),
    boot: BOOT,
    createdWithin: 13,
    ...{ waveSize: null, maxSkew: null, backOff: BACK_OFF, stopSeconds: STOP_SECONDS, horizonSeconds: 7200 },
  };
}
