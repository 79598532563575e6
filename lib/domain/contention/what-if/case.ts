/**
 * A cold start as the what-if reckons it. CPU requests in millicores, CPU in cores, work in core-seconds, times in
 * seconds. Plain JSON.
 */
export interface ColdStartCase {
  readonly nodes: readonly CaseNode[];
  readonly pods: readonly CasePod[];
  readonly boot: BootWork;
  /** Pods are created one after the other within so many seconds. */
  readonly createdWithin: number;
  /** Pods at a time, the next wave once the last is Ready; null: all in one. */
  readonly waveSize: number | null;
  /** Most pods that a node may have more than the one with the fewest; null: no constraint. */
  readonly maxSkew: number | null;
  readonly backOff: BackOffRule;
  /** From SIGTERM to the end of a container that is starting. */
  readonly stopSeconds: number;
  /** A run is given up after so long. */
  readonly horizonSeconds: number;
}
/** Others never leave nothing of a node: they give way by weight. */
export const LEAST_CORES = 0.05;

export interface CaseNode {
  readonly name: string;
  /** CPU that these pods can share: the node's less what others use. */
  readonly cores: number;
  readonly allocatableMilli: number;
  /** What others on it ask for. */
  readonly requestedMilli: number;
}
export interface CasePod {
  /** Where it was put; null: it is placed by request, as the scheduler does. */
  readonly node: string | null;
  readonly requestMilli: number;
  /** CPU limit in cores; null: none. */
  readonly limitCores: number | null;
  readonly liveness: CaseProbe | null;
  readonly startup: CaseProbe | null;
}
export interface CaseProbe {
  readonly initialDelay: number;
  readonly period: number;
  readonly failureThreshold: number;
}
/** What it takes to start: work, how far one start differs from it (0.3: 30 % each way), cores it can use at once. */
export interface BootWork {
  readonly coreSeconds: number;
  readonly spread: number;
  readonly parallelism: number;
}
/** 0, first, twice that ... at most `most` seconds from the end of a container, and late by up to `late`. */
export interface BackOffRule {
  readonly first: number;
  readonly most: number;
  readonly late: number;
}

/** Throws a RangeError that names the field where a case cannot be reckoned. */
export function checkCase(given: ColdStartCase): void {
  const { nodes, pods, boot, backOff } = given;
  if (nodes.length === 0) throw new RangeError("A cold start needs a node.");
  const names = new Set(nodes.map(({ name }) => name));
  for (const { name, cores, allocatableMilli, requestedMilli } of nodes) {
    positive(`cores of ${name}`, cores);
    atLeast(`allocatable CPU of ${name}`, allocatableMilli, 0);
    atLeast(`requested CPU of ${name}`, requestedMilli, 0);
  }
  for (const pod of pods) {
    if (pod.node !== null && !names.has(pod.node)) throw new RangeError(`There is no node ${pod.node}.`);
    atLeast("CPU request", pod.requestMilli, 0);
    if (pod.limitCores !== null) positive("CPU limit", pod.limitCores);
    for (const probe of [pod.liveness, pod.startup]) if (probe) checkProbe(probe);
  }
  atLeast("boot work", boot.coreSeconds, 0);
  within("spread of the boot work", boot.spread, 0, 1);
  positive("cores that a start can use", boot.parallelism);
  atLeast("time within which pods are created", given.createdWithin, 0);
  if (given.waveSize !== null) whole("wave size", given.waveSize);
  if (given.maxSkew !== null) whole("maxSkew", given.maxSkew);
  for (const [name, value] of Object.entries(backOff)) atLeast(`back-off (${name})`, value, 0);
  atLeast("time to stop", given.stopSeconds, 0);
  within("horizon", given.horizonSeconds, 1, 86_400);
}

function checkProbe({ initialDelay, period, failureThreshold }: CaseProbe): void {
  atLeast("initial delay of a probe", initialDelay, 0);
  positive("period of a probe", period);
  whole("failureThreshold of a probe", failureThreshold);
}

function positive(what: string, value: number): void {
  if (!(value > 0) || !Number.isFinite(value)) throw new RangeError(`${what}: ${value} is not above 0.`);
}
function atLeast(what: string, value: number, least: number): void {
  if (!(value >= least) || !Number.isFinite(value))
    throw new RangeError(`${what}: ${value} is below ${least}.`);
}
function within(what: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most))
    throw new RangeError(`${what}: ${value} is not from ${least} to ${most}.`);
}
function whole(what: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`${what}: ${value} is no whole number above 0.`);
}
