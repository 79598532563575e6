import { itemsOf } from "../world-index";
import type { AutoscalerFacts, ContendedPod, ContentionWorld, DeploymentFacts } from "./contention-world";
import { deploymentsOf } from "./scope";

/** Was anyone cut off? By what is available now; what was between is not told. */
export const IMPACT_STATES = [
  "kept", // as many are available as its strategy promises
  "reduced", // fewer
  "cut-off", // none
  "unmeasured",
] as const;
export interface Impact {
  readonly namespace: string;
  readonly deployment: string;
  readonly state: (typeof IMPACT_STATES)[number];
  readonly replicas: number | null;
  readonly available: number | null;
  /** In pods; null: not told, or no rolling update. */
  readonly maxUnavailable: number | null;
  /** The Argo CD application that its labels tell. */
  readonly application: string | null;
}

export const AUTOSCALER_CODES = [
  "not-read", // whether there is one is unknown
  "none-seen", // no HPA, VPA or cluster autoscaler for these pods
  "cluster-autoscaler-nothing-pending", // it acts on Pending pods only, and there is none
  "cluster-autoscaler-pending", // params: pods; it could
  "hpa-at-most", // params: replicas
  "hpa-adds-cold-pods", // it could, and each pod that it adds starts cold as well
  "vpa-only-recommends", // params: mode
  "vpa-new-pods-only", // params: mode
  "vpa-may-raise", // params: mode; it could, by evicting pods
] as const;
export interface AutoscalerFinding {
  readonly code: (typeof AUTOSCALER_CODES)[number];
  /** namespace/name; null: of none. */
  readonly autoscaler: string | null;
  readonly couldAct: boolean | null;
  readonly params: Readonly<Record<string, string | number | null>>;
}

export function impactOf(world: ContentionWorld, pods: readonly ContendedPod[]): readonly Impact[] {
  return deploymentsOf(world, pods).map((each) => {
    const { namespace, name, replicas, availableReplicas: available } = each;
    const maxUnavailable = podsOf(each);
    const base = { namespace, deployment: name, replicas, available, maxUnavailable };
    return { ...base, state: stateOf(replicas, available, maxUnavailable), application: applicationOf(each) };
  });
}

function stateOf(replicas: number | null, available: number | null, most: number | null): Impact["state"] {
  if (replicas === null || available === null) return "unmeasured";
  if (available >= replicas - (most ?? 0)) return available === 0 && replicas > 0 ? "cut-off" : "kept";
  return available === 0 ? "cut-off" : "reduced";
}

/** A percentage of maxUnavailable is rounded down, as the Deployment controller does. */
function podsOf({ maxUnavailable, replicas }: DeploymentFacts): number | null {
  if (typeof maxUnavailable === "number") return maxUnavailable;
  const percent = /^(\d+)%$/.exec(maxUnavailable ?? "")?.[1];
  return percent === undefined || replicas === null ? null : Math.floor((Number(percent) * replicas) / 100);
}

/**
 * Annotation argocd.argoproj.io/tracking-id ("app:group/Kind:namespace/name", which must name this Deployment: copied
 * annotations do not), else label argocd.argoproj.io/instance. Label app.kubernetes.io/instance alone may be Helm's.
 */
export function applicationOf({ namespace, name, labels, annotations }: DeploymentFacts): string | null {
  const [app, kind, place] = (annotations["argocd.argoproj.io/tracking-id"] ?? "").split(":");
  if (app && kind === "apps/Deployment" && place === `${namespace}/${name}`) return app;
  return labels["argocd.argoproj.io/instance"] ?? null;
}

/** Could an autoscaler have acted, and why not? */
export function autoscalersOf(
  world: ContentionWorld,
  pods: readonly ContendedPod[],
): readonly AutoscalerFinding[] {
  const nothing = { autoscaler: null, params: {} };
  if (world.autoscaler.state === "unknown") return [{ ...nothing, code: "not-read", couldAct: null }];
  const targets = new Set(deploymentsOf(world, pods).map(({ namespace, name }) => `${namespace}/${name}`));
  const pending = pods.filter(({ nodeName, phase }) => nodeName === null && phase === "Pending").length;
  const found = itemsOf(world.autoscaler)
    .filter(
      ({ kind, namespace, target }) => kind === "ClusterAutoscaler" || targets.has(`${namespace}/${target}`),
    )
    .map((each) => ({ autoscaler: `${each.namespace}/${each.name}`, ...judged(each, pending) }));
  return found.length > 0 ? found : [{ ...nothing, code: "none-seen", couldAct: false }];
}

function judged(
  { kind, maxReplicas, currentReplicas, updateMode: mode }: AutoscalerFacts,
  pending: number,
): Omit<AutoscalerFinding, "autoscaler"> {
  if (kind === "ClusterAutoscaler")
    return pending > 0
      ? { code: "cluster-autoscaler-pending", couldAct: true, params: { pods: pending } }
      : { code: "cluster-autoscaler-nothing-pending", couldAct: false, params: {} };
  if (kind === "HorizontalPodAutoscaler") {
    const isFull = maxReplicas !== null && currentReplicas !== null && currentReplicas >= maxReplicas;
    if (isFull) return { code: "hpa-at-most", couldAct: false, params: { replicas: maxReplicas } };
    return { code: "hpa-adds-cold-pods", couldAct: currentReplicas === null ? null : true, params: {} };
  }
  if (mode === "Off") return { code: "vpa-only-recommends", couldAct: false, params: { mode } };
  if (mode === "Initial") return { code: "vpa-new-pods-only", couldAct: false, params: { mode } };
  return { code: "vpa-may-raise", couldAct: mode === null ? null : true, params: { mode } };
}
