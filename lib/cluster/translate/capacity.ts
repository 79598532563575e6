import type {
  CapacityNode,
  CapacityPod,
  Claim,
  NodeLease,
  NodeUsage,
  PodUsage,
} from "@/lib/domain/capacity/capacity-world";
import { DEFAULT_RATIO } from "@/lib/domain/capacity/charge";
import { type ContainerAmounts, podAmounts } from "@/lib/domain/capacity/pod-amounts";
import { type Quantity, quantityOf } from "@/lib/domain/capacity/quantity";
import type { Quota, QuotaScope } from "@/lib/domain/capacity/quota";
import type { StorageClass } from "@/lib/domain/capacity/storage-class";
import { isManaged, sessionIdOfLabels } from "@/lib/domain/labels";
import { containerAmounts } from "./container-amounts";
import { type Json, record, records, text, textMap, textOrNull, texts, timeMs } from "./fields";
import { conditions, isTrue } from "./metadata";

/** Hard limits as the status has them, for admission goes by those; the spec's while there is no status. */
export function quota(item: Json): Quota {
  const { namespace, name } = placed(item);
  const spec = record(item.spec);
  const status = record(item.status);
  const used = record(status.used);
  const hard = { ...record(spec.hard), ...record(status.hard) };
  const resources = Object.keys(hard).sort();
  return {
    namespace,
    name,
    scopes: scopes(spec),
    resources: resources.map((key) => ({
      key,
      hard: quantityOf(hard[key]),
      used: used[key] === undefined ? null : quantityOf(used[key]),
    })),
  };
}

export function capacityNode(item: Json): CapacityNode {
  const spec = record(item.spec);
  const status = record(item.status);
  const metadata = record(item.metadata);
  const all = conditions(status);
  return {
    name: text(metadata.name),
    allocatable: quantities(status.allocatable),
    labels: textMap(metadata.labels),
    isReady: isTrue(all, "Ready"),
    isCordoned: spec.unschedulable === true,
    taints: records(spec.taints).map((taint) => ({
      ...{ key: text(taint.key), value: text(taint.value), effect: text(taint.effect) },
    })),
    conditions: all,
    heartbeatAtMs: timeMs(textMap(metadata.annotations)["kubevirt.io/heartbeat"]),
  };
}

export function capacityPod(item: Json): CapacityPod {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const status = record(item.status);
  const labels = textMap(metadata.labels);
  const overhead = quantities(spec.overhead);
  const qos = status.qosClass;
  const requests = podAmounts(specAmounts(spec, "requests"), overhead);
  return {
    ...placed(item),
    nodeName: textOrNull(spec.nodeName),
    phase: text(status.phase),
    deletingAtMs: timeMs(metadata.deletionTimestamp),
    requests,
    limits: podAmounts(specAmounts(spec, "limits")),
    traits: {
      hasDeadline: typeof spec.activeDeadlineSeconds === "number",
      isBestEffort: qos === "BestEffort",
      priorityClass: textOrNull(spec.priorityClassName),
    },
    qos: qos === "Guaranteed" || qos === "BestEffort" ? qos : "Burstable",
    priority: typeof spec.priority === "number" ? spec.priority : 0,
    isLauncher: labels["kubevirt.io"] === "virt-launcher",
    isManaged: isManaged(labels),
    sessionId: sessionIdOfLabels(labels),
    claims: records(spec.volumes)
      .map((volume) => text(record(volume.persistentVolumeClaim).claimName))
      .filter((name) => name !== ""),
  };
}

export function claim(item: Json): Claim {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const size = record(record(spec.resources).requests).storage;
  return {
    ...placed(item),
    phase: text(record(item.status).phase),
    size: size === undefined ? null : quantityOf(size),
    storageClass: textOrNull(spec.storageClassName),
    deletingAtMs: timeMs(metadata.deletionTimestamp),
    finalizers: texts(metadata.finalizers),
    isOwned: isManaged(textMap(metadata.labels)) || records(metadata.ownerReferences).some(isMachine),
  };
}

export function nodeLease(item: Json): NodeLease | null {
  const renewedAtMs = timeMs(record(item.spec).renewTime);
  return renewedAtMs === null ? null : { node: placed(item).name, renewedAtMs };
}

/** null where a figure is no quantity: it was not measured then. */
export function nodeUsage(item: Json): NodeUsage | null {
  const sum = podAmounts([{ role: "main", amounts: quantities(item.usage) }]);
  return usage(placed(item).name, sum);
}

export function podUsage(item: Json): PodUsage | null {
  const { namespace, name } = placed(item);
  const containers = records(item.containers);
  const sum = podAmounts(containers.map((one) => ({ role: "main", amounts: quantities(one.usage) })));
  const used = usage(name, sum);
  return used && { ...used, namespace };
}

function usage(name: string, sum: ReturnType<typeof podAmounts>): NodeUsage | null {
  const [cpu, memory] = [sum?.["cpu"], sum?.["memory"]];
  return cpu === undefined || memory === undefined ? null : { name, cpu, memory };
}

/** vCPUs sold per core, by the KubeVirt object; KubeVirt's own default where it sets none. */
export function cpuAllocationRatio(item: Json): number {
  const { developerConfiguration } = record(record(item.spec).configuration);
  const ratio = record(developerConfiguration).cpuAllocationRatio;
  return typeof ratio === "number" && ratio >= 1 ? Math.floor(ratio) : DEFAULT_RATIO;
}

export function storageClass(item: Json): StorageClass {
  const metadata = record(item.metadata);
  const marks = textMap(metadata.annotations);
  return {
    name: text(metadata.name),
    createdAtMs: timeMs(metadata.creationTimestamp),
    isVirtDefault: marks["storageclass.kubevirt.io/is-default-virt-class"] === "true",
    isDefault: marks["storageclass.kubernetes.io/is-default-class"] === "true",
  };
}

/** CDI's DataVolume owns every claim that it fills, golden volumes too: that alone makes nothing ours. */
function isMachine({ kind }: Json): boolean {
  return kind !== "DataVolume";
}

function specAmounts(spec: Json, field: "requests" | "limits"): ContainerAmounts[] {
  return containerAmounts(spec, (resources) => quantities(resources[field]));
}

function scopes(spec: Json): QuotaScope[] {
  const expressions = records(record(spec.scopeSelector).matchExpressions).map((one) =>
    scope(text(one.scopeName), text(one.operator), texts(one.values)),
  );
  return [...texts(spec.scopes).map((name) => scope(name, "Exists", [])), ...expressions];
}

function scope(name: string, operator: string, values: readonly string[]): QuotaScope {
  switch (name) {
    case "Terminating":
    case "NotTerminating":
    case "BestEffort":
    case "NotBestEffort":
      return { name };
    case "PriorityClass":
      if (operator === "In" || operator === "NotIn" || operator === "Exists" || operator === "DoesNotExist")
        return { name, operator, values };
  }
  return { name: "other", text: [name, operator, values.join(", ")].filter(Boolean).join(" ") };
}

function quantities(value: unknown): Record<string, Quantity> {
  return Object.fromEntries(Object.entries(record(value)).map(([key, amount]) => [key, quantityOf(amount)]));
}

function placed(item: Json): { readonly namespace: string; readonly name: string } {
  const metadata = record(item.metadata);
  return { namespace: text(metadata.namespace), name: text(metadata.name) };
}
