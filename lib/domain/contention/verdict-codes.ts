/** What a verdict is made of: codes with parameters, worded in lib/i18n. CPU in milli-cores, times in seconds. */
export const LINK_CODES = [
  "request-lowered",
  "crowded-placement",
  "simultaneous-cold-start",
  "starvation-by-weight",
  "liveness-budget-exceeded",
  "restart-loop",
] as const;
export type LinkCode = (typeof LINK_CODES)[number];

export const ALTERNATIVE_CODES = [
  "oom",
  "image-pull",
  "crash-everywhere",
  "failing-dependency",
  "pending-pods",
  "node-pressure",
] as const;
export type AlternativeCode = (typeof ALTERNATIVE_CODES)[number];

export const FINDING_STATES = ["shown", "ruled-out", "unmeasured"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const FIGURE_CODES = [
  "requests-changed", // params: lowered, known, all, fromMilli, toMilli (medians of the lowered; null where none)
  "lowered-by-vpa", // params: deployments, of, fromMilli (template), toMilli (pods); medians
  "lowered-after-template", // the same; who did it is not told
  "vpa-recommends", // params: autoscalers, milli (median), same (the template asks for just that)
  "vpa-undecided", // params: autoscalers; none of them has seen enough
  "vpa-none",
  "vpa-not-installed",
  "pods-on-node", // params: node, pods, allPods, even, nodes; even: what a fair share would be
  "requested-by-new", // params: node, milli
  "one-node-only", // params: node
  "none-was-pending", // params: seconds; the longest wait for a node
  "removed-by-scale-down", // params: pods; within ten minutes before
  "created-together", // params: node, pods, of, seconds
  "cold-starting-now", // params: node, pods
  "young-guests", // params: node, pods; VMs that began less than ten minutes ago
  "share-under-contention", // params: node, milli, weightOld, weightNew
  "node-cpu-used", // params: node, usedMilli, allocatableMilli
  "older-pods-ended", // params: node, pods, ended, untold; containers of older pods that ended since the first new pod
  "no-sign-of-use-then", // what metrics tell is of now
  "killed-by-probe", // params: shown, likely, of
  "probe-budget", // params: minSeconds, maxSeconds
  "no-startup-probe", // params: containers, of
  "ran-for", // params: minSeconds, maxSeconds
  "other-causes", // params: containers, of
  "looping", // params: containers, of, most
  "in-back-off", // params: containers
  "containers-of-cause", // params: containers, of
  "only-last-exits-known",
  "waiting-for-image", // params: containers
  "restarts-elsewhere", // params: restarts, pods
  "ready-elsewhere", // params: ready, pods
  "connections-failed", // params: pods, nodes; by their last words
  "held-in-init", // params: pods, nodes, seconds; the longest
  "pods-without-node", // params: pods
  "waited-for-node", // params: seconds, the longest
  "wait-not-told",
  "refused-by-scheduler", // params: pods, as events say
  "wrong-conditions", // params: node, conditions
  "no-wrong-conditions", // params: node
  "evicted-by-pressure", // params: node, pods
  "not-read", // params: kind
  "none-placed", // no pod of the choice has a node
  "requests-not-told", // params: node; of a pod that is there
  "no-restarts",
] as const;
export type FigureCode = (typeof FIGURE_CODES)[number];
export type Params = Readonly<Record<string, string | number | null>>;
export interface Figure {
  readonly code: FigureCode;
  readonly params: Params;
}
export interface Finding<Code extends string> {
  readonly code: Code;
  readonly state: FindingState;
  readonly figures: readonly Figure[];
}
export function figure(code: FigureCode, params: Params = {}): Figure {
  return { code, params };
}
