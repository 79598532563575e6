import { loadYaml } from "@kubernetes/client-node";
import type {
  ClusterAutoscaler,
  HorizontalAutoscaler,
  VerticalAutoscaler,
} from "@/lib/domain/contention/contention-world";
import { numberOf } from "./contention-pod";
import { type Json, record, records, text, textOrNull, timeMs, wholeNumber } from "./fields";

/** Where the cluster autoscaler writes how it is, unless it was told another name or nothing. */
export const AUTOSCALER_STATUS = { namespace: "kube-system", name: "cluster-autoscaler-status" };

/** A HorizontalPodAutoscaler (autoscaling/v2). */
export function horizontalAutoscaler(item: Json): HorizontalAutoscaler {
  const spec = record(item.spec);
  const { namespace, name } = record(item.metadata);
  return {
    ...{ namespace: text(namespace), name: text(name), target: deploymentOf(spec.scaleTargetRef) },
    minReplicas: wholeNumber(spec.minReplicas) ?? 1,
    maxReplicas: wholeNumber(spec.maxReplicas),
    currentReplicas: wholeNumber(record(item.status).currentReplicas),
  };
}

/** A VerticalPodAutoscaler (autoscaling.k8s.io/v1), whose mode is Recreate unless it says another. */
export function verticalAutoscaler(item: Json): VerticalAutoscaler {
  const spec = record(item.spec);
  const { namespace, name } = record(item.metadata);
  const told = records(record(record(item.status).recommendation).containerRecommendations);
  return {
    ...{ namespace: text(namespace), name: text(name), target: deploymentOf(spec.targetRef) },
    updateMode: text(record(spec.updatePolicy).updateMode) || "Recreate",
    recommendations: told.map(({ containerName, target, lowerBound }) => ({
      container: text(containerName),
      target: numberOf(record(target).cpu),
      lowerBound: numberOf(record(lowerBound).cpu),
    })),
  };
}

function deploymentOf(reference: unknown): string | null {
  const { kind, name } = record(reference);
  return kind === "Deployment" ? textOrNull(name) : null;
}

/** null: it is another ConfigMap. What cannot be read of the status is not told. */
export function clusterAutoscaler(item: Json): ClusterAutoscaler | null {
  const { namespace, name } = record(item.metadata);
  if (namespace !== AUTOSCALER_STATUS.namespace || name !== AUTOSCALER_STATUS.name) return null;
  const status = text(record(item.data).status);
  return /^Cluster-autoscaler status at/.test(status) ? fromText(status) : fromYaml(status);
}

/** As it is written since 1.30 (kubernetes/autoscaler, cluster-autoscaler/clusterstate/api). */
function fromYaml(status: string): ClusterAutoscaler {
  const told = parsed(status);
  return {
    state: textOrNull(told.autoscalerStatus),
    scaleUp: textOrNull(record(record(told.clusterWide).scaleUp).status),
    writtenAtMs: goTimeMs(text(told.time)),
    groups: records(told.nodeGroups).map(({ name, health, scaleUp }) => ({
      name: text(name),
      target: wholeNumber(record(health).cloudProviderTarget),
      most: wholeNumber(record(health).maxSize),
      scaleUp: textOrNull(record(scaleUp).status),
    })),
  };
}

function parsed(status: string): Json {
  try {
    return record(loadYaml(status));
  } catch {
    return {};
  }
}

/** As it was written before: "ScaleUp: NoActivity (ready=5 …)" of the cluster, then of each group. */
function fromText(status: string): ClusterAutoscaler {
  const [wide = "", ...groups] = status.split(/^ *Name: +/m);
  const scaleUp = (part: string) => /^ *ScaleUp: +(\w+)/m.exec(part)?.[1] ?? null;
  const count = (part: string, what: string) => {
    const found = new RegExp(`${what}=(\\d+)`).exec(part)?.[1];
    return found === undefined ? null : Number(found);
  };
  return {
    ...{ state: null, scaleUp: scaleUp(wide) },
    writtenAtMs: goTimeMs(/^Cluster-autoscaler status at (.+):$/m.exec(wide)?.[1] ?? ""),
    groups: groups.map((part) => ({
      name: /^\S*/.exec(part)?.[0] ?? "",
      ...{ target: count(part, "cloudProviderTarget"), most: count(part, "maxSize"), scaleUp: scaleUp(part) },
    })),
  };
}

/** "2026-07-18 22:01:49.110900936 +0000 UTC", as Go prints a time. */
function goTimeMs(time: string): number | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d* \+0000/.exec(time) ?? [];
  return timeMs(`${day}T${clock}Z`);
}
