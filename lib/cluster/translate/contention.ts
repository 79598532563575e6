import type {
  ContendedNode,
  DeploymentFacts,
  PodEvent,
  ReplicaSetFacts,
} from "@/lib/domain/contention/contention-world";
import { toNumber } from "@/lib/domain/capacity/measure";
import { askedAmounts } from "./asked-amounts";
import { nodeUsage, podUsage } from "./capacity";
import { numberOf } from "./contention-pod";
import { type Json, record, records, text, textMap, textOrNull, timeMs, wholeNumber } from "./fields";
import { changedAt, conditions } from "./metadata";

const REVISION = "deployment.kubernetes.io/revision";

export function contendedNode(item: Json): ContendedNode {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const status = record(item.status);
  const allocatable = record(status.allocatable);
  const all = conditions(status);
  const ready = all.find(({ type }) => type === "Ready");
  return {
    name: text(metadata.name),
    allocatableCpu: numberOf(allocatable.cpu),
    allocatableMemory: numberOf(allocatable.memory),
    isReady: ready ? ready.status === "True" : null,
    readyChangedAtMs: changedAt(status, "Ready"),
    isCordoned: spec.unschedulable === true,
    taints: records(spec.taints).map((taint) => ({
      ...{ key: text(taint.key), value: text(taint.value), effect: text(taint.effect) },
    })),
    conditions: all,
    labels: textMap(metadata.labels),
  };
}

/** An event of core/v1 or events.k8s.io/v1; null where it is not about a pod. A series counts as often as it says. */
export function podEvent(item: Json): PodEvent | null {
  const about = record(item.involvedObject ?? item.regarding);
  if (about.kind !== "Pod") return null;
  const series = record(item.series);
  const created = timeMs(record(item.metadata).creationTimestamp);
  const first =
    timeMs(item.firstTimestamp) ?? timeMs(item.deprecatedFirstTimestamp) ?? timeMs(item.eventTime) ?? created;
  const last =
    timeMs(series.lastObservedTime) ?? timeMs(item.lastTimestamp) ?? timeMs(item.deprecatedLastTimestamp);
  return {
    namespace: text(about.namespace) || text(record(item.metadata).namespace),
    podName: text(about.name),
    podUid: textOrNull(about.uid),
    container: /\{([^}]+)\}/.exec(text(about.fieldPath))?.[1] ?? null,
    type: text(item.type),
    reason: text(item.reason),
    message: text(item.message) || text(item.note),
    count: wholeNumber(series.count) ?? wholeNumber(item.count) ?? wholeNumber(item.deprecatedCount) ?? 1,
    firstAtMs: first,
    lastAtMs: last ?? first,
  };
}

export function replicaSetFacts(item: Json): ReplicaSetFacts {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const status = record(item.status);
  const podSpec = record(record(spec.template).spec);
  const owner = records(metadata.ownerReferences).find(({ kind }) => kind === "Deployment");
  const revision = Number.parseInt(textMap(metadata.annotations)[REVISION] ?? "", 10);
  const each = records(podSpec.containers).map((container): [string, number | null] => {
    const { requests, limits } = record(container.resources);
    return [text(container.name), numberOf(record(requests).cpu ?? record(limits).cpu)];
  });
  return {
    uid: text(metadata.uid),
    namespace: text(metadata.namespace),
    name: text(metadata.name),
    deployment: owner ? text(owner.name) : null,
    revision: Number.isNaN(revision) ? null : revision,
    createdAtMs: timeMs(metadata.creationTimestamp),
    replicas: wholeNumber(spec.replicas),
    readyReplicas: wholeNumber(status.readyReplicas) ?? (item.status === undefined ? null : 0),
    requestCpu: askedAmounts(podSpec).cpu,
    containerCpu: Object.fromEntries(each),
  };
}

export function deploymentFacts(item: Json): DeploymentFacts {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const status = record(item.status);
  const strategy = record(spec.strategy);
  const type = textOrNull(strategy.type) ?? "RollingUpdate";
  const rolling = record(strategy.rollingUpdate);
  const isRolling = type === "RollingUpdate";
  return {
    uid: text(metadata.uid),
    namespace: text(metadata.namespace),
    name: text(metadata.name),
    labels: textMap(metadata.labels),
    annotations: textMap(metadata.annotations),
    replicas: wholeNumber(spec.replicas) ?? 1,
    availableReplicas: wholeNumber(status.availableReplicas) ?? (item.status === undefined ? null : 0),
    maxUnavailable: isRolling ? share(rolling.maxUnavailable) : null,
    maxSurge: isRolling ? share(rolling.maxSurge) : null,
    strategy: type,
    conditions: conditions(status),
  };
}

export function nodeUse(item: Json) {
  const used = nodeUsage(item);
  return used && { name: used.name, cpu: toNumber(used.cpu), memory: toNumber(used.memory) };
}

export function podUse(item: Json) {
  const used = podUsage(item);
  return (
    used && {
      namespace: used.namespace,
      name: used.name,
      cpu: toNumber(used.cpu),
      memory: toNumber(used.memory),
    }
  );
}

function share(value: unknown): string | number {
  return typeof value === "number" || typeof value === "string" ? value : "25%";
}
