import { apiTime, isFinished } from "./conditions";
import type { KubeObject, Pod } from "./objects";

export type Propagation = "Foreground" | "Background" | "Orphan";

export interface DeleteOptions {
  propagationPolicy?: Propagation;
  gracePeriodSeconds?: number;
}

export type DeletionPlan =
  | { act: "remove"; object: KubeObject }
  | { act: "update"; object: KubeObject }
  | { act: "nothing"; object: KubeObject };

const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

/**
 * What a DELETE does to an object (apiserver registry, BeforeDelete and deletionFinalizersForGarbageCollection):
 * it goes at once unless finalizers or a pod's grace hold it. Only pods delete gracefully; for every other kind a
 * second DELETE can still change the garbage collector's finalizers.
 */
export function planDeletion(object: KubeObject, options: DeleteOptions, nowMs: number): DeletionPlan {
  const isGraceful = object.kind === "Pod";
  if (object.metadata.deletionTimestamp !== undefined) {
    if (isGraceful) return shortenGrace(object, options, nowMs);
    const finalizers = finalizersFor(object, options);
    return settle({ ...object, metadata: { ...object.metadata, finalizers } });
  }
  const graceSeconds = isGraceful ? graceOf(object as Pod, options) : 0;
  const { generation } = object.metadata;
  const deleting: KubeObject = {
    ...object,
    metadata: {
      ...object.metadata,
      ...(generation === undefined ? {} : { generation: generation + 1 }),
      deletionTimestamp: apiTime(nowMs + graceSeconds * 1000),
      deletionGracePeriodSeconds: graceSeconds,
      finalizers: finalizersFor(object, options),
    },
  };
  if (object.kind === "Namespace") deleting.status = { phase: "Terminating" };
  return settle(deleting);
}

/** True once nothing holds a deleted object any more. */
export function isReleased(object: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (deletionTimestamp === undefined || (finalizers?.length ?? 0) > 0) return false;
  if ((deletionGracePeriodSeconds ?? 0) > 0) return false;
  const spec = object.spec as { finalizers?: string[] } | undefined;
  return object.kind !== "Namespace" || (spec?.finalizers?.length ?? 0) === 0;
}

export function isOrphaning(object: KubeObject): boolean {
  return object.metadata.finalizers?.includes(ORPHAN) ?? false;
}

export function isDeletingForeground(object: KubeObject): boolean {
  const { deletionTimestamp, finalizers } = object.metadata;
  return deletionTimestamp !== undefined && (finalizers?.includes(FOREGROUND) ?? false);
}

export function withoutFinalizer<T extends KubeObject>(object: T, finalizer: string): T {
  const finalizers = object.metadata.finalizers?.filter((one) => one !== finalizer);
  return { ...object, metadata: { ...object.metadata, finalizers } };
}

export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

function settle(object: KubeObject): DeletionPlan {
  return { act: isReleased(object) ? "remove" : "update", object };
}

function shortenGrace(object: KubeObject, options: DeleteOptions, nowMs: number): DeletionPlan {
  const current = object.metadata.deletionGracePeriodSeconds ?? 0;
  const wanted = options.gracePeriodSeconds;
  if (wanted === undefined || wanted >= current) return { act: "nothing", object };
  const startMs = Date.parse(object.metadata.deletionTimestamp ?? "") - current * 1000;
  const deletionTimestamp = apiTime(Math.max(startMs + wanted * 1000, nowMs - 1000));
  const metadata = { ...object.metadata, deletionTimestamp, deletionGracePeriodSeconds: wanted };
  return settle({ ...object, metadata });
}

function graceOf(pod: Pod, options: DeleteOptions): number {
  if (!pod.spec.nodeName || isFinished(pod)) return 0;
  return options.gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
}

/** A Job of batch/v1 orphans its dependents when no policy is given; everything else collects in the background. */
function finalizersFor(object: KubeObject, options: DeleteOptions): string[] | undefined {
  const before = object.metadata.finalizers ?? [];
  const policy =
    options.propagationPolicy ?? existingPolicy(before) ?? (object.kind === "Job" ? "Orphan" : "Background");
  const rest = before.filter((one) => one !== ORPHAN && one !== FOREGROUND);
  const added = policy === "Orphan" ? [ORPHAN] : policy === "Foreground" ? [FOREGROUND] : [];
  const finalizers = [...rest, ...added];
  return finalizers.length > 0 ? finalizers : undefined;
}

function existingPolicy(finalizers: string[]): Propagation | undefined {
  if (finalizers.includes(ORPHAN)) return "Orphan";
  return finalizers.includes(FOREGROUND) ? "Foreground" : undefined;
}
