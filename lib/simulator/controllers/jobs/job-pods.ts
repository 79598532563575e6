import { findCondition } from "../../conditions";
import { hasFinalizer } from "../../deletion";
import type { Pod } from "../../objects";
import { podDefaults, withQosClass } from "../../pod-defaults";
import { randomSuffix } from "../../random-suffix";
import type { Draft, World } from "../../world";
import { controlledBy, controllerRef } from "../workloads/owned";
import type { Job, PodTemplate } from "../workloads/workload-objects";

/** Holds a pod until its Job has counted how it ended. */
export const TRACKING = "batch.kubernetes.io/job-tracking";
export const DEFAULT_BACKOFF_LIMIT = 6;
const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 600_000;

/** A Job's pods as its controller counts them. */
export interface Tally {
  pods: Pod[];
  active: Pod[];
  /** Ended or ending, and not yet counted in the status. */
  uncounted: Pod[];
  ready: number;
  terminating: number;
  succeeded: number;
  failed: number;
}

export function tallyOf(job: Job, world: World): Tally {
  const pods = controlledBy<Pod>(job, "Pod", world);
  const uncounted = pods.filter(
    (pod) => hasFinalizer(pod, TRACKING) && (hasSucceeded(pod) || hasFailed(pod)),
  );
  const active = pods.filter((pod) => !hasSucceeded(pod) && !hasFailed(pod));
  return {
    pods,
    active,
    uncounted,
    ready: active.filter((pod) => findCondition(pod.status.conditions, "Ready")?.status === "True").length,
    terminating: pods.filter(isTerminating).length,
    succeeded: (job.status.succeeded ?? 0) + uncounted.filter(hasSucceeded).length,
    failed: (job.status.failed ?? 0) + uncounted.filter(hasFailed).length,
  };
}

function isTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined && !["Succeeded", "Failed"].includes(pod.status.phase);
}

const hasSucceeded = (pod: Pod) => pod.status.phase === "Succeeded";

/** A pod that is being deleted counts as failed at once: on a dead node it would never get to that phase. */
function hasFailed(pod: Pod): boolean {
  if (pod.status.phase === "Failed") return true;
  return pod.metadata.deletionTimestamp !== undefined && !hasSucceeded(pod);
}

/** How many pods there should be: as many at once as parallelism says, and no more than still have to succeed. */
export function wantedPods(job: Job, { active, succeeded }: Tally): number {
  const { completions, parallelism = 1, template } = job.spec;
  if (template === undefined) return active.length;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/**
 * When the next pod may be made: each failure in a row since the last success doubles the wait, from 10 s up to 10 min
 * (backoff_utils.go). Pods that were removed are forgotten.
 */
export function backOffEndMs(pods: readonly Pod[]): number {
  const ended = pods
    .filter((pod) => hasSucceeded(pod) || hasFailed(pod))
    .map((pod) => ({ didFail: hasFailed(pod), atMs: endMs(pod) }))
    .sort((a, b) => b.atMs - a.atMs);
  const [last] = ended;
  if (!last?.didFail) return 0;
  const success = ended.findIndex(({ didFail }) => !didFail);
  const failures = success === -1 ? ended.length : success;
  return last.atMs + Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
}

/**
 * Pods that start their containers again by themselves fail a Job too, once those have started again as often as
 * backoffLimit says, or once where that is 0 (job_controller.go, pastBackoffLimitOnFailure).
 */
export function hasRestartedTooOften({ spec }: Job, pods: readonly Pod[]): boolean {
  if ((spec.template as PodTemplate | undefined)?.spec.restartPolicy !== "OnFailure") return false;
  const restarts = pods
    .filter(({ status }) => status.phase === "Running" || status.phase === "Pending")
    .flatMap(({ status }) => [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
  return restarts >= Math.max(1, spec.backoffLimit ?? DEFAULT_BACKOFF_LIMIT);
}

function endMs({ status, metadata }: Pod): number {
  const ends = (status.containerStatuses ?? []).map(({ state }) =>
    Date.parse(state.terminated?.finishedAt ?? ""),
  );
  const known = ends.filter((ms) => !Number.isNaN(ms));
  return known.length > 0
    ? Math.max(...known)
    : Date.parse(metadata.deletionTimestamp ?? metadata.creationTimestamp);
}

/** A new pod of the Job, held by its finalizer until it is counted. */
export function jobPod(job: Job): Draft {
  const template = job.spec.template as PodTemplate;
  const { namespace, name } = job.metadata;
  const metadata = {
    ...template.metadata,
    name: `${name}-${randomSuffix()}`,
    generateName: `${name}-`,
    namespace,
    ownerReferences: [controllerRef(job)],
    finalizers: [TRACKING],
  };
  return withQosClass(podDefaults({ apiVersion: "v1", kind: "Pod", metadata, spec: template.spec }));
}
