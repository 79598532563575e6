import { findCondition, isFinished } from "../../conditions";
import type { Pod } from "../../objects";
import { podDefaults, withQosClass } from "../../pod-defaults";
import { randomSuffix } from "../../random-suffix";
import { NOTHING, ownWakes } from "../../world";
import type { Change, Controller, Draft, Step, Wake, World } from "../../world";
import { burstOf } from "./burst";
import { controlledBy, controllerRef } from "./owned";
import type { ReplicaSet } from "./workload-objects";

const REPLICA_SETS = "replicasets.apps";
/** A refused pod is tried again later; a real controller backs off, this one waits so long each time. */
const RETRY_MS = 5_000;

/** Keeps as many pods as its replicas say: makes what is missing, deletes what is too many, those not ready first. */
export const replicaSet: Controller = {
  name: "replica-set",

  wakes(change) {
    if (change.resource !== "pods") return ownWakes(change, REPLICA_SETS);
    const owner = change.object.metadata.ownerReferences?.find(({ kind }) => kind === "ReplicaSet");
    const { namespace } = change.object.metadata;
    return owner ? [{ resource: REPLICA_SETS, namespace, name: owner.name } satisfies Wake] : [];
  },

  reconcile(target, world, nowMs) {
    const set = world.objects.get(target.resource, target.namespace, target.name) as ReplicaSet | undefined;
    if (!set || set.metadata.deletionTimestamp !== undefined) return NOTHING;
    const active = controlledBy<Pod>(set, "Pod", world).filter(
      (pod) => pod.metadata.deletionTimestamp === undefined && !isFinished(pod),
    );
    const missing = (set.spec.replicas ?? 1) - active.length;
    const step = missing > 0 ? fill(set, missing, world, nowMs) : { changes: thin(set, active, -missing) };
    return { ...step, changes: [...step.changes, ...told(set, active)] };
  },
};

function fill(set: ReplicaSet, missing: number, world: World, nowMs: number): Step {
  const { count, dueMs } = burstOf(missing, set, world, nowMs);
  const drafts = Array.from({ length: count }, () => podOf(set));
  const [first] = drafts;
  const refusal = first ? world.quotaRefusal(first as Pod) : null;
  if (refusal === null) {
    const made = drafts.flatMap((draft): Change[] => [
      { do: "create", object: draft },
      eventOf(set, "Normal", "SuccessfulCreate", `Created pod: ${draft.metadata.name ?? ""}`),
    ]);
    return { changes: made, dueMs };
  }
  const text = `Error creating: pods "${first?.metadata.name ?? ""}" is forbidden: ${refusal}`;
  return { changes: [eventOf(set, "Warning", "FailedCreate", text)], dueMs: nowMs + RETRY_MS };
}

function thin(set: ReplicaSet, active: Pod[], count: number): Change[] {
  const rank = (pod: Pod) => (pod.spec.nodeName ? 1 : 0) + (isReady(pod) ? 2 : 0);
  const doomed = [...active].sort((a, b) => rank(a) - rank(b)).slice(0, count);
  return doomed.flatMap((pod): Change[] => [
    { do: "delete", object: pod },
    eventOf(set, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`),
  ]);
}

function told(set: ReplicaSet, active: Pod[]): Change[] {
  const ready = active.filter(isReady).length;
  const status = {
    ...set.status,
    replicas: active.length,
    fullyLabeledReplicas: active.length,
    readyReplicas: ready,
    availableReplicas: ready,
    observedGeneration: set.metadata.generation ?? 1,
  };
  const isSame = JSON.stringify({ ...set.status, ...status }) === JSON.stringify(set.status ?? {});
  return isSame ? [] : [{ do: "update", object: { ...set, status } }];
}

function podOf(set: ReplicaSet): Draft {
  const { template } = set.spec;
  const { namespace, name } = set.metadata;
  const pod: Draft = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...template.metadata,
      name: `${name}-${randomSuffix()}`,
      generateName: `${name}-`,
      namespace,
      ownerReferences: [controllerRef(set)],
    },
    spec: template.spec,
  };
  return withQosClass(podDefaults(pod));
}

export function isReady(pod: Pod): boolean {
  return findCondition(pod.status.conditions, "Ready")?.status === "True";
}

function eventOf(set: ReplicaSet, type: "Normal" | "Warning", reason: string, message: string): Change {
  return { do: "event", event: { about: set, type, reason, message, component: "replicaset-controller" } };
}
