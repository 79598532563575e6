import { type CasePod, type CaseProbe, type ColdStartCase, LEAST_CORES } from "./case";
import { runColdStart } from "./run";

/** Over the seeds: the middle, and the range that holds nine of ten. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}
export interface Outlook {
  readonly seeds: number;
  readonly nodes: readonly { readonly name: string; readonly pods: number; readonly restarts: Spread }[];
  readonly restarts: Spread;
  /** Seconds until all are Ready; null where in most runs one never is within the horizon. */
  readonly ready: Spread | null;
  /** Of the runs, 0 to 1: not all Ready within the horizon. */
  readonly unfinished: number;
  readonly unplaced: number;
}

/** What may be changed; what is not given stays. */
export interface CaseChange {
  readonly requestMilli?: number;
  readonly limitCores?: number;
  readonly maxSkew?: number;
  readonly waveSize?: number;
  readonly startup?: CaseProbe;
  readonly liveness?: CaseProbe;
  /** Every node so many times as big; what others use and ask for stays. */
  readonly nodeFactor?: number;
}

export const SEEDS = 48;

/** The present beside a change, with the same draws. Throws RangeError where the case or the change makes no sense. */
export function whatIf(
  now: ColdStartCase,
  change: CaseChange,
  seeds = SEEDS,
): { readonly before: Outlook; readonly after: Outlook } {
  return { before: outlookOf(now, seeds), after: outlookOf(changed(now, change), seeds) };
}

export function outlookOf(given: ColdStartCase, seeds = SEEDS): Outlook {
  const runs = Array.from({ length: seeds }, (_, seed) => runColdStart(given, seed + 1));
  const finished = runs.flatMap(({ readyAt }) => readyAt ?? []);
  const [first] = runs;
  return {
    seeds,
    nodes: given.nodes.map(({ name }, node) => ({
      name,
      pods: first?.podsByNode[node] ?? 0,
      restarts: spreadOf(runs.map(({ restarts }) => restarts[node] ?? 0)),
    })),
    restarts: spreadOf(runs.map(({ restarts }) => restarts.reduce((sum, each) => sum + each, 0))),
    ready: finished.length * 2 > runs.length ? spreadOf(finished) : null,
    unfinished: (runs.length - finished.length) / runs.length,
    unplaced: first?.unplaced ?? 0,
  };
}

/**
 * The case with a change; what moves pods (request, spread, node size) has them placed anew. A limit below the request,
 * which the API refuses, is lifted to it.
 */
export function changed(now: ColdStartCase, change: CaseChange): ColdStartCase {
  const isMoved =
    change.requestMilli !== undefined || change.maxSkew !== undefined || change.nodeFactor !== undefined;
  const factor = change.nodeFactor ?? 1;
  return {
    ...now,
    nodes: now.nodes.map((node) => ({
      ...node,
      cores: Math.max(LEAST_CORES, node.cores + ((factor - 1) * node.allocatableMilli) / 1000),
      allocatableMilli: node.allocatableMilli * factor,
    })),
    pods: now.pods.map((pod) => changedPod(pod, change, isMoved)),
    maxSkew: change.maxSkew ?? now.maxSkew,
    waveSize: change.waveSize ?? now.waveSize,
  };
}

function changedPod(pod: CasePod, change: CaseChange, isMoved: boolean): CasePod {
  const requestMilli = change.requestMilli ?? pod.requestMilli;
  const limitCores = change.limitCores ?? pod.limitCores;
  return {
    node: isMoved ? null : pod.node,
    requestMilli,
    limitCores: limitCores === null ? null : Math.max(limitCores, requestMilli / 1000),
    liveness: change.liveness ?? pod.liveness,
    startup: change.startup ?? pod.startup,
  };
}

function spreadOf(numbers: readonly number[]): Spread {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(0.05), high: at(0.95) };
}
