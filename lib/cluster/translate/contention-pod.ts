import type {
  ContainerEnd,
  ContainerState,
  ContendedContainer,
  ContendedPod,
  ProbeRule,
  Qos,
} from "@/lib/domain/contention/contention-world";
import type { NodeRequirement, Toleration } from "@/lib/domain/contention/pod-rules";
import { toNumber } from "@/lib/domain/capacity/measure";
import { isValid, quantityOf } from "@/lib/domain/capacity/quantity";
import { isManaged } from "@/lib/domain/labels";
import { askedAmounts } from "./asked-amounts";
import { capacityPod } from "./capacity";
import {
  isRecord,
  type Json,
  record,
  records,
  text,
  textMap,
  textOrNull,
  texts,
  timeMs,
  wholeNumber,
} from "./fields";
import { changedAt, conditions } from "./metadata";

const JVM_ENV = /^(JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|JAVA_OPTIONS|CATALINA_OPTS)$/;
const HANDLERS = ["httpGet", "tcpSocket", "exec", "grpc"];
const QOS: readonly Qos[] = ["Guaranteed", "Burstable", "BestEffort"];

/** A pod as the API or `kubectl get -o json` writes it; what is missing, null or of another type is null. */
export function contendedPod(item: Json): ContendedPod {
  const metadata = record(item.metadata);
  const spec = record(item.spec);
  const status = record(item.status);
  const base = capacityPod(item);
  const asked = askedAmounts(spec);
  const all = conditions(status);
  const labels = textMap(metadata.labels);
  return {
    uid: text(metadata.uid),
    namespace: base.namespace,
    name: base.name,
    labels,
    annotations: textMap(metadata.annotations),
    owner: controller(metadata),
    nodeName: base.nodeName,
    phase: base.phase,
    statusReason: textOrNull(status.reason),
    statusMessage: textOrNull(status.message),
    createdAtMs: timeMs(metadata.creationTimestamp),
    scheduledAtMs: truth(status, "PodScheduled") === true ? changedAt(status, "PodScheduled") : null,
    deletingAtMs: base.deletingAtMs,
    deletionBeganAtMs: deletionBegan(metadata),
    disruption: disruption(status),
    restartsTogether: restartsTogether(spec),
    isReady: truth(status, "Ready"),
    readySinceMs: truth(status, "Ready") === true ? changedAt(status, "Ready") : null,
    conditions: all,
    qos: QOS.find((each) => each === status.qosClass) ?? null,
    requestCpu: asked.cpu,
    requestMemory: asked.memory,
    isLauncher: base.isLauncher,
    isManaged: isManaged(labels),
    terminationGraceSeconds: wholeNumber(spec.terminationGracePeriodSeconds),
    nodeSelector: textMap(spec.nodeSelector),
    tolerations: records(spec.tolerations).map(toleration),
    nodeTerms: nodeTerms(spec),
    containers: containers(spec, status),
  };
}

/** Cores or bytes of a quantity; null where there is none or it is none. */
export function numberOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const quantity = quantityOf(value);
  return isValid(quantity) ? toNumber(quantity.nano) : null;
}

function controller(metadata: Json): ContendedPod["owner"] {
  const owner = records(metadata.ownerReferences).find((one) => one.controller === true);
  return owner ? { kind: text(owner.kind), name: text(owner.name), uid: text(owner.uid) } : null;
}

function truth(status: Json, type: string): boolean | null {
  const found = records(status.conditions).find((one) => one.type === type);
  return found?.status === "True" ? true : found?.status === "False" ? false : null;
}

/** A deletion's time is that of the request and its grace (apiserver, rest.BeforeDelete). */
function deletionBegan({ deletionTimestamp, deletionGracePeriodSeconds }: Json): number | null {
  const [atMs, seconds] = [timeMs(deletionTimestamp), wholeNumber(deletionGracePeriodSeconds)];
  return atMs === null || seconds === null ? null : atMs - seconds * 1000;
}

function disruption(status: Json): ContendedPod["disruption"] {
  const found = records(status.conditions).find((one) => one.type === "DisruptionTarget");
  if (found?.status !== "True") return null;
  return { reason: textOrNull(found.reason), atMs: timeMs(found.lastTransitionTime) };
}

function toleration({ key, operator, value, effect }: Json): Toleration {
  return { key: text(key), operator: text(operator) || "Equal", value: text(value), effect: text(effect) };
}

function nodeTerms({ affinity }: Json): ContendedPod["nodeTerms"] {
  const required = record(record(affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution;
  if (!isRecord(required)) return null;
  return records(required.nodeSelectorTerms).map((term) => [
    ...records(term.matchExpressions).map((each) => requirement(each, false)),
    ...records(term.matchFields).map((each) => requirement(each, true)),
  ]);
}

function requirement({ key, operator, values }: Json, isField: boolean): NodeRequirement {
  return { key: text(key), operator: text(operator), values: texts(values), isField };
}

/** Kubernetes 1.35 (KEP-5532). */
function restartsTogether(spec: Json): boolean {
  const all = [...records(spec.initContainers), ...records(spec.containers)];
  return all.some((one) =>
    records(one.restartPolicyRules).some(({ action }) => action === "RestartAllContainers"),
  );
}

function containers(spec: Json, status: Json): ContendedContainer[] {
  const seen = [...records(status.initContainerStatuses), ...records(status.containerStatuses)];
  const of = (role: ContendedContainer["role"] | null) => (container: Json) => {
    const isSidecar = role === null && container.restartPolicy === "Always";
    const found = seen.find(({ name }) => name === container.name);
    return contendedContainer(container, role ?? (isSidecar ? "sidecar" : "init"), found ?? {});
  };
  return [...records(spec.initContainers).map(of(null)), ...records(spec.containers).map(of("app"))];
}

function contendedContainer(
  container: Json,
  role: ContendedContainer["role"],
  status: Json,
): ContendedContainer {
  const { requests, limits } = record(container.resources);
  const env = records(container.env).filter(({ name }) => JVM_ENV.test(text(name)));
  return {
    name: text(container.name),
    role,
    image: textOrNull(container.image),
    requestCpu: numberOf(record(requests).cpu ?? record(limits).cpu),
    limitCpu: numberOf(record(limits).cpu),
    requestMemory: numberOf(record(requests).memory ?? record(limits).memory),
    limitMemory: numberOf(record(limits).memory),
    restarts: wholeNumber(status.restartCount),
    isReady: typeof status.ready === "boolean" ? status.ready : null,
    state: stateOf(record(status.state)),
    lastEnd: endOf(record(status.lastState).terminated),
    liveness: probe(container.livenessProbe),
    readiness: probe(container.readinessProbe),
    startup: probe(container.startupProbe),
    env: Object.fromEntries(
      env.map((each) => [text(each.name), isRecord(each.valueFrom) ? null : text(each.value)]),
    ),
  };
}

function stateOf({ running, waiting, terminated }: Json): ContainerState | null {
  if (isRecord(running)) return { kind: "running", startedAtMs: timeMs(running.startedAt) };
  if (isRecord(waiting))
    return { kind: "waiting", reason: textOrNull(waiting.reason), message: textOrNull(waiting.message) };
  const end = endOf(terminated);
  return end && { kind: "terminated", end };
}

function endOf(value: unknown): ContainerEnd | null {
  if (!isRecord(value)) return null;
  return {
    exitCode: wholeNumber(value.exitCode),
    signal: wholeNumber(value.signal) || null,
    reason: textOrNull(value.reason),
    message: textOrNull(value.message),
    startedAtMs: timeMs(value.startedAt),
    finishedAtMs: timeMs(value.finishedAt),
  };
}

/** Kubernetes' defaults (core/v1 defaults.go): period 10 s, time-out 1 s, 3 failures, no delay. 0 means the default. */
function probe(value: unknown): ProbeRule | null {
  if (!isRecord(value)) return null;
  return {
    initialDelaySeconds: wholeNumber(value.initialDelaySeconds) ?? 0,
    periodSeconds: wholeNumber(value.periodSeconds) || 10,
    timeoutSeconds: wholeNumber(value.timeoutSeconds) || 1,
    failureThreshold: wholeNumber(value.failureThreshold) || 3,
    terminationGraceSeconds: wholeNumber(value.terminationGracePeriodSeconds),
    handler: handlerOf(value),
  };
}

function handlerOf(probe: Json): ProbeRule["handler"] {
  const name = HANDLERS.find((each) => isRecord(probe[each]));
  return name === undefined ? null : { [name]: probe[name] };
}
