import type { ClusterObject, ObjectCondition, ObjectOwner } from "@/lib/domain/world";
import { ClusterError } from "../cluster-error";
import { type Json, record, records, text, textMap, texts, timeMs } from "./fields";

/** What every object has. Throws ClusterError "incomplete" for one without name, UID or creation time. */
export function clusterObject(item: Json): ClusterObject {
  const metadata = record(item.metadata);
  const name = text(metadata.name);
  const uid = text(metadata.uid);
  const createdAtMs = timeMs(metadata.creationTimestamp);
  if (name === "" || uid === "" || createdAtMs === null) {
    throw new ClusterError("incomplete", 200, "An object has no name, UID or creation time");
  }
  return {
    namespace: text(metadata.namespace),
    name,
    uid,
    createdAtMs,
    deletingAtMs: timeMs(metadata.deletionTimestamp),
    finalizers: texts(metadata.finalizers),
    labels: textMap(metadata.labels),
    owners: records(metadata.ownerReferences).map(owner),
  };
}

export function conditions(status: Json): readonly ObjectCondition[] {
  return records(status.conditions).map((condition) => ({
    type: text(condition.type),
    status: condition.status === "True" || condition.status === "False" ? condition.status : "Unknown",
    reason: text(condition.reason),
    message: text(condition.message),
  }));
}

/** When the condition came to be what it is, epoch ms; null: not told. */
export function changedAt(status: Json, type: string): number | null {
  return timeMs(records(status.conditions).find((one) => one.type === type)?.lastTransitionTime);
}

/** Is the condition there and True? */
export function isTrue(all: readonly ObjectCondition[], type: string): boolean {
  return all.some((condition) => condition.type === type && condition.status === "True");
}

function owner(reference: Json): ObjectOwner {
  return {
    kind: text(reference.kind),
    name: text(reference.name),
    uid: text(reference.uid),
    isController: reference.controller === true,
  };
}
