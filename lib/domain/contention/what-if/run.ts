import { cpuShares, curvedWeight } from "../cpu-weight";
import { checkCase, type CasePod, type CaseProbe, type ColdStartCase } from "./case";
import { draw } from "./draw";
import { place } from "./place";
import { shareCores } from "./share-cores";

export interface ColdStartRun {
  /** Restarts on each node, in the order of the nodes. */
  readonly restarts: readonly number[];
  readonly podsByNode: readonly number[];
  /** Pods that no node could take. */
  readonly unplaced: number;
  /** When the last pod was ready, seconds; null: one never was, within the horizon. */
  readonly readyAt: number | null;
  readonly podReadyAt: readonly (number | null)[];
  readonly podRestarts: readonly number[];
}

const WORK = 1;
const LATE = 2;

interface Runner {
  readonly index: number;
  readonly pod: CasePod;
  readonly node: number;
  readonly weight: number;
  readonly most: number;
  state: "due" | "booting" | "ready";
  /** When a pod that is due starts; Infinity: not created yet. */
  at: number;
  takenAt: number | null;
  startedAt: number;
  killAt: number;
  left: number;
  cores: number;
  attempt: number;
  backOff: number;
  readyAt: number | null;
}

/**
 * One run with one seed. Containers that start share their node's cores by weight; one that is not up by the last failed
 * probe of its budget is killed, loses its work and starts again after its back-off. Throws RangeError (checkCase).
 */
export function runColdStart(given: ColdStartCase, seed: number): ColdStartRun {
  checkCase(given);
  const runners = runnersOf(given);
  const waves = wavesOf(runners, given);
  let now = 0;
  open(waves.shift(), given, now);
  for (;;) {
    const next = nextMoment(runners);
    if (next > given.horizonSeconds) break;
    advance(runners, next - now);
    now = next;
    const touched = new Set<number>();
    for (const runner of runners) if (settle(runner, given, now, seed)) touched.add(runner.node);
    for (const node of touched) divide(runners, node, given.nodes[node]?.cores ?? 0);
    const isWaveUp = runners.every(({ state, at }) => state === "ready" || at === Infinity);
    if (isWaveUp && waves.length > 0) open(waves.shift(), given, now);
  }
  return resultOf(given, runners);
}

function runnersOf(given: ColdStartCase): Runner[] {
  return place(given).map((node, index) => {
    const pod = given.pods[index];
    if (!pod) throw new Error("a placement without a pod");
    return {
      ...{ index, pod, node, weight: curvedWeight(cpuShares(pod.requestMilli / 1000)) },
      most: Math.min(given.boot.parallelism, pod.limitCores ?? Infinity),
      ...{ state: "due", at: Infinity, takenAt: null, startedAt: 0, killAt: Infinity, left: 0, cores: 0 },
      ...{ attempt: 0, backOff: 0, readyAt: null },
    };
  });
}

/** Pods that can be placed, in waves; those that cannot hold no wave up. */
function wavesOf(runners: readonly Runner[], { waveSize }: ColdStartCase): Runner[][] {
  const placed = runners.filter(({ node }) => node >= 0);
  const size = waveSize ?? Math.max(1, placed.length);
  const count = Math.ceil(placed.length / size);
  return Array.from({ length: count }, (_, wave) => placed.slice(wave * size, (wave + 1) * size));
}

function open(wave: Runner[] | undefined, { createdWithin, pods }: ColdStartCase, now: number): void {
  const gap = createdWithin / Math.max(1, pods.length);
  wave?.forEach((runner, index) => (runner.at = now + gap * index));
}

function nextMoment(runners: readonly Runner[]): number {
  let next = Infinity;
  for (const { state, at, killAt, left, cores, node } of runners) {
    if (state === "ready" || node < 0) continue;
    if (state === "due") next = Math.min(next, at);
    else next = Math.min(next, killAt, cores > 0 ? at + left / cores : Infinity);
  }
  return next;
}

/** While a container boots, `at` is the moment that `left` is of. */
function advance(runners: readonly Runner[], seconds: number): void {
  for (const runner of runners) {
    if (runner.state !== "booting") continue;
    runner.left = Math.max(0, runner.left - runner.cores * seconds);
    runner.at += seconds;
  }
}

const DONE = 1e-9;

/** Moves one pod on at `now`; true where its node's cores have to be shared anew. */
function settle(runner: Runner, given: ColdStartCase, now: number, seed: number): boolean {
  if (runner.state === "ready") return false;
  if (runner.state === "due") {
    if (runner.at > now) return false;
    start(runner, given, now, seed);
    return true;
  }
  if (runner.left <= DONE) {
    Object.assign(runner, { state: "ready", readyAt: now, cores: 0 });
    return true;
  }
  if (runner.killAt > now) return false;
  kill(runner, given, now, seed);
  return true;
}

function start(runner: Runner, { boot }: ColdStartCase, now: number, seed: number): void {
  const drawn = draw(seed, runner.index, runner.attempt, WORK);
  runner.takenAt ??= now;
  runner.state = "booting";
  runner.at = now;
  runner.startedAt = now;
  runner.left = boot.coreSeconds * (1 + boot.spread * (2 * drawn - 1));
  const rule = runner.pod.startup ?? runner.pod.liveness;
  runner.killAt = rule ? lastFailure(rule, runner.takenAt, now) : Infinity;
}

/** When the failure comes that kills: ticks count from the pod's arrival, the delay from the container's start. */
function lastFailure(
  { initialDelay, period, failureThreshold }: CaseProbe,
  takenAt: number,
  now: number,
): number {
  const firstTick = takenAt + Math.ceil((now + initialDelay - takenAt) / period) * period;
  const first = firstTick > now ? firstTick : firstTick + period;
  return first + (failureThreshold - 1) * period;
}

/** A container that ran for over ten minutes begins its back-off anew (kubelet.go). */
const FORGIVEN_SECONDS = 600;

function kill(
  runner: Runner,
  { backOff, stopSeconds, boot }: ColdStartCase,
  now: number,
  seed: number,
): void {
  const late = draw(seed, runner.index, runner.attempt, LATE) * backOff.late;
  const wait = now - runner.startedAt > FORGIVEN_SECONDS ? 0 : runner.backOff;
  runner.attempt += 1;
  runner.backOff = wait === 0 ? backOff.first : Math.min(wait * 2, backOff.most);
  runner.state = "due";
  runner.cores = 0;
  runner.left = boot.coreSeconds;
  runner.at = now + stopSeconds + (wait === 0 ? 0 : wait + late);
  runner.killAt = Infinity;
}

function divide(runners: readonly Runner[], node: number, cores: number): void {
  const mine = runners.filter((runner) => runner.node === node && runner.state === "booting");
  shareCores(cores, mine).forEach((share, index) => {
    const runner = mine[index];
    if (runner) runner.cores = share;
  });
}

function resultOf(given: ColdStartCase, runners: readonly Runner[]): ColdStartRun {
  const sum = (count: (runner: Runner) => number) =>
    given.nodes.map((_, node) =>
      runners.filter((runner) => runner.node === node).reduce((total, runner) => total + count(runner), 0),
    );
  const readyTimes = runners.map(({ readyAt }) => readyAt);
  const isAllReady = readyTimes.every((time) => time !== null);
  return {
    restarts: sum(({ attempt }) => attempt),
    podsByNode: sum(() => 1),
    unplaced: runners.filter(({ node }) => node < 0).length,
    readyAt: isAllReady ? Math.max(0, ...readyTimes.map((time) => time ?? 0)) : null,
    podReadyAt: readyTimes,
    podRestarts: runners.map(({ attempt }) => attempt),
  };
}
