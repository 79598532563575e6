import { createHash } from "node:crypto";
import { apiTime, withCondition } from "../../conditions";
import { NOTHING, ownWakes } from "../../world";
import type { Change, Controller, Draft } from "../../world";
import { controlledBy, controllerRef } from "./owned";
import type { Deployment, ReplicaSet } from "./workload-objects";

const DEPLOYMENTS = "deployments.apps";
const REVISION = "deployment.kubernetes.io/revision";
const HASH = "pod-template-hash";

/**
 * Rolls a Deployment out: a ReplicaSet for each template, the new one filled and the old ones emptied as far as maxSurge
 * and maxUnavailable allow. What is ready counts as available at once (minReadySeconds is not known here).
 */
export const deployment: Controller = {
  name: "deployment",

  wakes(change) {
    if (change.resource !== "replicasets.apps") return ownWakes(change, DEPLOYMENTS);
    const owner = change.object.metadata.ownerReferences?.find(({ kind }) => kind === "Deployment");
    const { namespace } = change.object.metadata;
    return owner ? [{ resource: DEPLOYMENTS, namespace, name: owner.name }] : [];
  },

  reconcile(target, world, nowMs) {
    const rollout = world.objects.get(target.resource, target.namespace, target.name) as
      Deployment | undefined;
    if (!rollout || rollout.metadata.deletionTimestamp !== undefined) return NOTHING;
    const sets = controlledBy<ReplicaSet>(rollout, "ReplicaSet", world);
    const hash = hashOf(rollout);
    const current = sets.find(({ metadata }) => metadata.labels?.[HASH] === hash);
    if (!current) return { changes: rollout.spec.paused === true ? [] : born(rollout, sets, hash) };
    const old = sets.filter((set) => set !== current);
    return { changes: [...scaled(rollout, current, old), ...told(rollout, current, sets, nowMs)] };
  },
};

function born(rollout: Deployment, sets: ReplicaSet[], hash: string): Change[] {
  const revision = String(1 + Math.max(0, ...sets.map(revisionOf)));
  const { template, selector } = rollout.spec;
  const labels = { ...template.metadata?.labels, [HASH]: hash };
  const set: Draft = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${rollout.metadata.name}-${hash}`,
      namespace: rollout.metadata.namespace,
      labels,
      annotations: { ...rollout.metadata.annotations, [REVISION]: revision },
      ownerReferences: [controllerRef(rollout)],
    },
    spec: {
      replicas: 0,
      selector: { matchLabels: { ...selector.matchLabels, [HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
  const annotations = { ...rollout.metadata.annotations, [REVISION]: revision };
  return [
    { do: "create", object: set },
    { do: "update", object: { ...rollout, metadata: { ...rollout.metadata, annotations } } },
  ];
}

function scaled(rollout: Deployment, current: ReplicaSet, old: ReplicaSet[]): Change[] {
  const wanted = rollout.spec.replicas ?? 1;
  const { surge, unavailable } = limitsOf(rollout, wanted);
  const oldTotal = old.reduce((sum, set) => sum + sizeOf(set), 0);
  const mayGrowTo = Math.max(sizeOf(current), Math.min(wanted, wanted + surge - oldTotal));
  const target = Math.min(wanted, mayGrowTo);
  const changes = target === sizeOf(current) ? [] : resize(rollout, current, target);
  const total = target + oldTotal;
  const isComing = target - Math.min(target, availableOf(current));
  return [
    ...changes,
    ...emptied(rollout, { current, old, least: wanted - unavailable, mayGo: total - isComing }),
  ];
}

/**
 * Takes replicas off the old sets: first those that are not available, then of the others as many as leave `least`
 * available. It goes by what the sets are told to be, for their status is late.
 */
function emptied(
  rollout: Deployment,
  { current, old, least, mayGo }: { current: ReplicaSet; old: ReplicaSet[]; least: number; mayGo: number },
): Change[] {
  let left = Math.max(0, mayGo - least);
  let spare = [current, ...old].reduce((sum, set) => sum + availableOf(set), 0) - least;
  return old.flatMap((set) => {
    if (set.status === undefined) return [];
    const idle = Math.min(left, sizeOf(set) - availableOf(set));
    const busy = Math.min(left - idle, Math.max(0, spare), availableOf(set));
    left -= idle + busy;
    spare -= busy;
    return idle + busy > 0 ? resize(rollout, set, sizeOf(set) - idle - busy) : [];
  });
}

function availableOf(set: ReplicaSet): number {
  return Math.min(sizeOf(set), set.status?.availableReplicas ?? 0);
}

function resize(rollout: Deployment, set: ReplicaSet, replicas: number): Change[] {
  const before = sizeOf(set);
  const way = replicas > before ? "up" : "down";
  const message = `Scaled ${way} replica set ${set.metadata.name} from ${before} to ${replicas}`;
  const event = { about: rollout, type: "Normal", reason: "ScalingReplicaSet", message } as const;
  const generation = (set.metadata.generation ?? 1) + 1;
  const object = { ...set, metadata: { ...set.metadata, generation }, spec: { ...set.spec, replicas } };
  return [
    { do: "update", object },
    { do: "event", event: { ...event, component: "deployment-controller" } },
  ];
}

function told(rollout: Deployment, current: ReplicaSet, sets: ReplicaSet[], nowMs: number): Change[] {
  const sum = (field: "replicas" | "readyReplicas" | "availableReplicas") =>
    sets.reduce((total, set) => total + (set.status?.[field] ?? 0), 0);
  const wanted = rollout.spec.replicas ?? 1;
  const available = sum("availableReplicas");
  const isDone = sum("replicas") === wanted && current.status?.availableReplicas === wanted;
  const isEnough = available >= wanted - limitsOf(rollout, wanted).unavailable;
  const times = { lastTransitionTime: apiTime(nowMs), lastUpdateTime: apiTime(nowMs) };
  const conditions = [
    {
      ...{ type: "Available", status: isEnough ? "True" : "False", ...times },
      reason: isEnough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
      message: `Deployment ${isEnough ? "has" : "does not have"} minimum availability.`,
    },
    {
      ...{ type: "Progressing", status: "True", ...times },
      reason: isDone ? "NewReplicaSetAvailable" : "ReplicaSetUpdated",
      message: `ReplicaSet "${current.metadata.name}" ${isDone ? "has successfully progressed" : "is progressing"}.`,
    },
  ].reduce(withCondition, keepTimes(rollout));
  const status = {
    observedGeneration: rollout.metadata.generation ?? 1,
    replicas: sum("replicas"),
    updatedReplicas: current.status?.replicas ?? 0,
    readyReplicas: sum("readyReplicas"),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, wanted - available),
    conditions,
  };
  const isSame = withoutTimes(status) === withoutTimes(rollout.status ?? {});
  return isSame ? [] : [{ do: "update", object: { ...rollout, status } }];
}

function keepTimes(rollout: Deployment) {
  return rollout.status?.conditions ?? [];
}

function withoutTimes(status: object): string {
  return JSON.stringify(status, (key, value: unknown) => (key === "lastUpdateTime" ? undefined : value));
}

/** maxSurge rounds up, maxUnavailable down, 25% each unless given; both 0 would stand still, so one may go. */
function limitsOf(rollout: Deployment, wanted: number): { surge: number; unavailable: number } {
  const { type, rollingUpdate = {} } = rollout.spec.strategy ?? {};
  if (type === "Recreate") return { surge: 0, unavailable: wanted };
  const share = (value: number | string, round: (share: number) => number) =>
    typeof value === "number" ? value : round((wanted * Number.parseFloat(value)) / 100);
  const surge = share(rollingUpdate.maxSurge ?? "25%", Math.ceil);
  const unavailable = share(rollingUpdate.maxUnavailable ?? "25%", Math.floor);
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable };
}

function hashOf({ spec }: Deployment): string {
  return createHash("sha256").update(JSON.stringify(spec.template)).digest("hex").slice(0, 10);
}

function revisionOf(set: ReplicaSet): number {
  return Number(set.metadata.annotations?.[REVISION] ?? 0);
}

function sizeOf(set: ReplicaSet): number {
  return set.spec.replicas ?? 0;
}
