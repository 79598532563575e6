import type { ContendedPod, ContentionWorld, DeploymentFacts } from "./contention-world";
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
