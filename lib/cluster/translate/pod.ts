import type { ObjectCondition, PodObject } from "@/lib/domain/world";
import { type Json, record, records, text, textOrNull, timeMs } from "./fields";
import { clusterObject, conditions, isTrue } from "./metadata";

export function podObject(item: Json): PodObject {
  const base = clusterObject(item);
  const status = record(item.status);
  const all = conditions(status);
  const containers = records(status.containerStatuses);
  return {
    ...base,
    phase: text(status.phase),
    nodeName: textOrNull(record(item.spec).nodeName),
    address: textOrNull(status.podIP),
    runningAtMs: readySince(status, all) ?? lastStart(containers),
    isReady: isTrue(all, "Ready"),
    isLauncher: base.labels["kubevirt.io"] === "virt-launcher",
    conditions: all,
    waitingReason: waitingReason([...records(status.initContainerStatuses), ...containers]),
    statusReason: textOrNull(status.reason),
    image: image(item),
  };
}

function readySince(status: Json, all: readonly ObjectCondition[]): number | null {
  if (!isTrue(all, "Ready")) return null;
  const ready = records(status.conditions).find((condition) => condition.type === "Ready");
  return timeMs(ready?.lastTransitionTime);
}

function lastStart(containers: readonly Json[]): number | null {
  const starts = containers.map((one) => timeMs(record(record(one.state).running).startedAt));
  const known = starts.filter((start) => start !== null);
  return known.length > 0 && known.length === starts.length ? Math.max(...known) : null;
}

function waitingReason(containers: readonly Json[]): string | null {
  const reasons = containers.map((one) => text(record(record(one.state).waiting).reason));
  return reasons.find((reason) => reason !== "") ?? null;
}

function image(item: Json): string | null {
  const first = records(record(item.spec).containers)[0];
  return textOrNull(first?.image);
}
