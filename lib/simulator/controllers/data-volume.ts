import { apiTime, findCondition } from "../conditions";
import type { Claim, ClaimSpec, Condition, DataVolume, KubeObject } from "../objects";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Draft, World } from "../world";
import { CLAIM_PROTECTION } from "./claim-protection";
import { defaultClass, isUnbound, provisionOf } from "./storage-classes";
import { controllerRef } from "./workloads/owned";

const KEY = "datavolumes.cdi.kubevirt.io";

/** Makes the claim of a DataVolume and fills it in the time a clone takes; the claim is owned by the DataVolume. */
export const dataVolume: Controller = {
  name: "data-volume",

  wakes(change, { objects }) {
    if (change.resource !== "persistentvolumeclaims") return ownWakes(change, KEY);
    if (change.type === "DELETED") return [];
    // A source that appears lets those go on that wait for it, and a claim that is bound its own.
    const { namespace } = change.object.metadata;
    return objects.list(KEY).map((volume) => ({
      resource: KEY,
      namespace: volume.metadata.namespace ?? namespace,
      name: volume.metadata.name,
    }));
  },

  reconcile(target, world, nowMs) {
    const volume = world.objects.get(KEY, target.namespace, target.name) as DataVolume | undefined;
    if (!volume || volume.metadata.deletionTimestamp !== undefined || volume.status?.phase === "Succeeded")
      return NOTHING;
    const source = volume.spec.source?.pvc;
    const verb = source ? "Clone" : "Import";
    if (source && !world.objects.get("persistentvolumeclaims", source.namespace, source.name)) {
      const message = `Source PVC ${source.namespace}/${source.name} not found`;
      const reason = "CloneSourceNotFound";
      const event = { about: volume, type: "Warning", reason, message } as const;
      const conditions = [{ type: "Bound", status: "False", reason, message }];
      const waiting = {
        ...volume,
        status: { claimName: volume.metadata.name, conditions, phase: "Pending", progress: "N/A" },
      };
      if (volume.status?.phase === "Pending") return NOTHING;
      const component = "datavolume-pvc-clone-controller";
      return {
        changes: [
          { do: "update", object: waiting },
          { do: "event", event: { ...event, component } },
        ],
      };
    }
    const startedMs = filledFromMs(volume, nowMs);
    const doneMs = startedMs + world.settings.delays.volumeCloneMs;
    const changes: Change[] = [];
    const found = world.objects.get("persistentvolumeclaims", target.namespace, target.name) as
      Claim | undefined;
    if (!found) {
      const claim = claimFor(volume, defaultClass(world.objects));
      const refusal = world.quotaRefusal({
        ...claim,
        metadata: { ...volume.metadata, ...claim.metadata } as KubeObject["metadata"],
      });
      if (refusal !== null) return refused(volume, refusal, nowMs);
      changes.push({ do: "create", object: claim });
    } else if (isUnbound(found))
      return { changes: [{ do: "update", object: unbound(volume, found, world) }] };
    if (nowMs < doneMs) {
      const { phase, progress, untilMs } = stageOf(verb, nowMs, startedMs, doneMs);
      const name = volume.metadata.name;
      const conditions = found ? [isBound(name, startedMs)] : undefined;
      const status = { claimName: name, conditions, phase, progress };
      return { changes: [...changes, { do: "update", object: { ...volume, status } }], dueMs: untilMs };
    }
    return { changes: [...changes, { do: "update", object: succeeded(volume, verb, nowMs) }] };
  },
};

/** A volume is filled from the moment at which its claim was bound, which its own condition tells. */
function filledFromMs({ status }: DataVolume, nowMs: number): number {
  const bound = findCondition(status?.conditions, "Bound");
  return Date.parse((bound?.status === "True" ? bound.lastTransitionTime : null) ?? apiTime(nowMs));
}

function isBound(claim: string, sinceMs: number): Condition {
  const lastTransitionTime = apiTime(sinceMs);
  return {
    lastTransitionTime,
    type: "Bound",
    status: "True",
    reason: "Bound",
    message: `PVC ${claim} Bound`,
  };
}

/** How long a volume is pending and scheduled, as parts of the time that filling it takes in all. */
const PENDING_PART = 0.16;
const SCHEDULED_PART = 0.42;

function stageOf(verb: string, nowMs: number, startedMs: number, doneMs: number) {
  const at = (part: number) => startedMs + part * (doneMs - startedMs);
  if (nowMs < at(PENDING_PART)) return { phase: "Pending", progress: "N/A", untilMs: at(PENDING_PART) };
  if (nowMs < at(SCHEDULED_PART))
    return { phase: `${verb}Scheduled`, progress: "N/A", untilMs: at(SCHEDULED_PART) };
  return { phase: `${verb}InProgress`, progress: "42.00%", untilMs: doneMs };
}

function refused(volume: DataVolume, refusal: string, nowMs: number) {
  const message = `persistentvolumeclaims "${volume.metadata.name}" is forbidden: ${refusal}`;
  const event = { about: volume, type: "Warning", reason: "ErrExceededQuota", message } as const;
  const condition = { type: "Bound", status: "False", reason: "ErrExceededQuota", message };
  const status = { ...volume.status, phase: "Pending", conditions: [condition] };
  const changes: Change[] = [
    { do: "update", object: { ...volume, status } },
    { do: "event", event: { ...event, component: "datavolume-import-controller" } },
  ];
  return { changes, dueMs: nowMs + 15_000 };
}

/** Nothing is filled before its claim has a volume (CDI, datavolume controller-base.go). */
function unbound(volume: DataVolume, claim: Claim, { objects }: World): DataVolume {
  const phase = provisionOf(claim, objects).isOnDemand ? "WaitForFirstConsumer" : "Pending";
  const { name } = volume.metadata;
  const condition = { type: "Bound", status: "False", reason: "Pending", message: `PVC ${name} Pending` };
  return { ...volume, status: { claimName: name, conditions: [condition], phase, progress: "N/A" } };
}

function claimFor(volume: DataVolume, storageClass: string): Draft {
  const asked: ClaimSpec = volume.spec.pvc ?? volume.spec.storage ?? {};
  const { metadata } = volume;
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: metadata.name,
      namespace: metadata.namespace,
      labels: {
        app: "containerized-data-importer",
        "app.kubernetes.io/component": "storage",
        "app.kubernetes.io/managed-by": "cdi-controller",
      },
      annotations: { "cdi.kubevirt.io/storage.contentType": "kubevirt" },
      ownerReferences: [controllerRef(volume)],
      finalizers: [CLAIM_PROTECTION],
    },
    spec: {
      accessModes: asked.accessModes ?? ["ReadWriteMany"],
      resources: asked.resources,
      storageClassName: asked.storageClassName ?? storageClass,
      volumeMode: asked.volumeMode ?? "Block",
    },
    status: { phase: "Pending" },
  };
}

function succeeded(volume: DataVolume, verb: string, nowMs: number): DataVolume {
  const time = apiTime(nowMs);
  const at = { lastHeartbeatTime: time, lastTransitionTime: time };
  const name = volume.metadata.name;
  const conditions = [
    { ...at, type: "Bound", status: "True", reason: "Bound", message: `PVC ${name} Bound` },
    { ...at, type: "Running", status: "False", reason: "Completed", message: `${verb} Complete` },
    { ...at, type: "Ready", status: "True", reason: "", message: "" },
  ];
  return { ...volume, status: { claimName: name, conditions, phase: "Succeeded", progress: "100.0%" } };
}
