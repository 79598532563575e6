import { itemsOf } from "../world-index";
import { milli } from "./case-facts";
import type {
  ContendedPod,
  ContentionWorld,
  HorizontalAutoscaler,
  NodeGroup,
  VerticalAutoscaler,
} from "./contention-world";
import { deploymentsOf } from "./scope";
import { podsWith, waitsOf } from "./waits";

export const AUTOSCALER_CODES = [
  "nothing-was-pending", // params: seconds, the longest wait for a node
  "nothing-pending-now", // how long the pods waited is not told
  "pods-were-pending", // params: pending (now), refused (by the scheduler, as events say)
  "cluster-autoscaler-not-read",
  "cluster-autoscaler-no-status", // it may have none, or there is none
  "cluster-autoscaler-status", // params: state, scaleUp, groups
  "cluster-autoscaler-at-most", // params: groups; none of them may grow
  "cluster-autoscaler-scaled-up", // params: pods that triggered it, as events say
  "cluster-autoscaler-refused", // params: pods that did not, as events say
  "hpa-not-read",
  "hpa-none", // none is over the Deployments of these pods
  "hpa-at-most", // params: replicas
  "hpa-adds-cold-pods", // it could, and each pod that it adds starts cold as well
  "vpa-not-read",
  "vpa-not-installed",
  "vpa-none",
  "vpa-only-recommends", // params: mode
  "vpa-new-pods-only", // params: mode
  "vpa-keeps-low", // params: mode, milli; it asks for no more than the pods have
  "vpa-may-raise", // params: mode; it could, by evicting or resizing pods
] as const;
export type AutoscalerCode = (typeof AUTOSCALER_CODES)[number];
export interface AutoscalerFinding {
  readonly code: AutoscalerCode;
  /** namespace/name of the first; null: of none. */
  readonly autoscaler: string | null;
  /** How many more the same is true of. */
  readonly others: number;
  /** null: not told. */
  readonly couldAct: boolean | null;
  readonly params: Readonly<Record<string, string | number | null>>;
}
type Judged = Pick<AutoscalerFinding, "code" | "couldAct" | "params">;

/** Could an autoscaler have acted, and why not? That none is seen is said only where all of a kind were read. */
export function autoscalersOf(
  world: ContentionWorld,
  pods: readonly ContendedPod[],
): readonly AutoscalerFinding[] {
  return [...ofNodes(world, pods), ...horizontal(world, pods), ...vertical(world, pods)];
}

function ofNodes(world: ContentionWorld, pods: readonly ContendedPod[]): AutoscalerFinding[] {
  const { pendingNow: pending, refused, longestSeconds: seconds, wasPending } = waitsOf(world, pods);
  const [triggered, turnedDown] = [
    podsWith(world, pods, "TriggeredScaleUp"),
    podsWith(world, pods, "NotTriggerScaleUp"),
  ];
  return [
    wasPending === true
      ? about("pods-were-pending", null, { pending, refused })
      : wasPending === false
        ? about("nothing-was-pending", false, { seconds })
        : about("nothing-pending-now", null),
    ...(triggered > 0 ? [about("cluster-autoscaler-scaled-up", true, { pods: triggered })] : []),
    ...(turnedDown > 0 ? [about("cluster-autoscaler-refused", false, { pods: turnedDown })] : []),
    ...statusOf(world),
  ];
}

function statusOf({ clusterAutoscaler }: ContentionWorld): AutoscalerFinding[] {
  if (clusterAutoscaler.state === "unknown") return [about("cluster-autoscaler-not-read", null)];
  const [told] = itemsOf(clusterAutoscaler);
  if (!told) return [about("cluster-autoscaler-no-status", null)];
  const { state, scaleUp, groups } = told;
  const isFull = groups.length > 0 && groups.every(isAtMost);
  return [
    about("cluster-autoscaler-status", null, { state, scaleUp, groups: groups.length }),
    ...(isFull ? [about("cluster-autoscaler-at-most", false, { groups: groups.length })] : []),
  ];
}

const isAtMost = ({ target, most }: NodeGroup) => target !== null && most !== null && target >= most;

function horizontal(world: ContentionWorld, pods: readonly ContendedPod[]): AutoscalerFinding[] {
  const { horizontalAutoscaler } = world;
  if (horizontalAutoscaler.state === "unknown") return [about("hpa-not-read", null)];
  const found = over(world, pods, itemsOf(horizontalAutoscaler));
  if (found.length === 0) return [about("hpa-none", false)];
  return grouped(found.map((each) => [each, judgedHorizontal(each)]));
}

function judgedHorizontal({ maxReplicas, currentReplicas }: HorizontalAutoscaler): Judged {
  const isFull = maxReplicas !== null && currentReplicas !== null && currentReplicas >= maxReplicas;
  if (isFull) return { code: "hpa-at-most", couldAct: false, params: { replicas: maxReplicas } };
  return { code: "hpa-adds-cold-pods", couldAct: currentReplicas === null ? null : true, params: {} };
}

function vertical(world: ContentionWorld, pods: readonly ContendedPod[]): AutoscalerFinding[] {
  const { verticalAutoscaler } = world;
  if (verticalAutoscaler.state === "unknown") return [about("vpa-not-read", null)];
  if (verticalAutoscaler.state === "absent") return [about("vpa-not-installed", false)];
  const found = over(world, pods, verticalAutoscaler.items);
  if (found.length === 0) return [about("vpa-none", false)];
  const present = leastRequests(world, pods);
  return grouped(
    found.map((each) => [
      each,
      judgedVertical(each, present.get(`${each.namespace}/${each.target}`) ?? null),
    ]),
  );
}

function judgedVertical(autoscaler: VerticalAutoscaler, presentCpu: number | null): Judged {
  const { updateMode: mode } = autoscaler;
  const target = targetCpu(autoscaler);
  if (mode === "Off") return { code: "vpa-only-recommends", couldAct: false, params: { mode } };
  if (mode === "Initial") return { code: "vpa-new-pods-only", couldAct: false, params: { mode } };
  if (target !== null && presentCpu !== null && milli(target) <= milli(presentCpu))
    return { code: "vpa-keeps-low", couldAct: false, params: { mode, milli: milli(target) } };
  return { code: "vpa-may-raise", couldAct: target === null ? null : true, params: { mode } };
}

/** Cores for all containers that it has an opinion of; null: it has none yet, or one of them is not told. */
export function targetCpu({ recommendations }: VerticalAutoscaler): number | null {
  if (recommendations.length === 0 || recommendations.some(({ target }) => target === null)) return null;
  return recommendations.reduce((sum, { target }) => sum + (target ?? 0), 0);
}

/** By "namespace/deployment". */
function leastRequests(
  world: ContentionWorld,
  pods: readonly ContendedPod[],
): ReadonlyMap<string, number | null> {
  const byOwner = new Map<string, number | null>();
  for (const { owner, requestCpu } of pods) {
    if (!owner) continue;
    const before = byOwner.get(owner.uid);
    const isLess = before === undefined || (before !== null && requestCpu !== null && requestCpu < before);
    if (isLess) byOwner.set(owner.uid, requestCpu);
  }
  const least = itemsOf(world.replicaSet).flatMap(
    ({ uid, namespace, deployment }): [string, number | null][] =>
      byOwner.has(uid) ? [[`${namespace}/${deployment}`, byOwner.get(uid) ?? null]] : [],
  );
  return new Map(least);
}

/** Those over a Deployment of these pods. */
function over<T extends { readonly namespace: string; readonly target: string | null }>(
  world: ContentionWorld,
  pods: readonly ContendedPod[],
  autoscalers: readonly T[],
): T[] {
  const targets = new Set(deploymentsOf(world, pods).map(({ namespace, name }) => `${namespace}/${name}`));
  return autoscalers.filter(({ namespace, target }) => targets.has(`${namespace}/${target}`));
}

/** Twenty services mostly have twenty autoscalers of the same kind: what is true of all is one line. */
function grouped(
  judged: readonly (readonly [{ readonly namespace: string; readonly name: string }, Judged])[],
): AutoscalerFinding[] {
  const groups = new Map<string, AutoscalerFinding>();
  for (const [{ namespace, name }, finding] of judged) {
    const key = JSON.stringify(finding);
    const first = groups.get(key);
    if (first) groups.set(key, { ...first, others: first.others + 1 });
    else groups.set(key, { ...finding, autoscaler: `${namespace}/${name}`, others: 0 });
  }
  return [...groups.values()];
}

function about(
  code: AutoscalerCode,
  couldAct: boolean | null,
  params: AutoscalerFinding["params"] = {},
): AutoscalerFinding {
  return { code, autoscaler: null, others: 0, couldAct, params };
}
