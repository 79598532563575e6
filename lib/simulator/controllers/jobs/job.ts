import { apiTime, findCondition } from "../../conditions";
import { withoutFinalizer } from "../../deletion";
import type { Pod } from "../../objects";
import { burstOf } from "../workloads/burst";
import { owningController } from "../workloads/owned";
import type { Job } from "../workloads/workload-objects";
import { earliest, NOTHING, ownWakes } from "../../world";
import type { Change, Controller, Step, Wake, World } from "../../world";
import { deadlineOf } from "./job-deadline";
import {
  backOffEndMs,
  DEFAULT_BACKOFF_LIMIT,
  hasRestartedTooOften,
  jobPod,
  tallyOf,
  TRACKING,
  wantedPods,
  type Tally,
} from "./job-pods";
import {
  COMPLETED,
  isJobFinished,
  jobEvent,
  PAST_BACKOFF,
  PAST_DEADLINE,
  withJobCondition,
  withTally,
  type Verdict,
} from "./job-status";

const JOBS = "jobs.batch";
/** What becomes of pods is looked at a second later, all that happened in it at once (syncJobBatchPeriod). */
const BATCH_MS = 1_000;
/** A refused pod is tried again later; a real controller backs off, this one waits so long each time. */
const RETRY_MS = 5_000;

interface Sight {
  job: Job;
  tally: Tally;
  world: World;
  nowMs: number;
}

/**
 * Runs a Job (kube-controller-manager, job_controller.go): starts its clock, makes its pods, counts how they end, and
 * completes it or fails it at its deadline or its backoffLimit. It is Failed only once no pod terminates any more, so
 * that one on a dead node holds it up; a Job with parallelism 0 has no pod and ends by its deadline alone.
 */
export const job: Controller = {
  name: "job",

  wakes(change) {
    if (change.resource !== "pods") return ownWakes(change, JOBS);
    const owner = owningController(change.object);
    if (owner?.kind !== "Job" || change.type === "ADDED") return [];
    const { namespace } = change.object.metadata;
    return [{ resource: JOBS, namespace, name: owner.name, afterMs: BATCH_MS } satisfies Wake];
  },

  reconcile(target, world, nowMs) {
    const found = world.objects.get(target.resource, target.namespace, target.name) as Job | undefined;
    if (!found || isJobFinished(found)) return NOTHING;
    const sight = { job: found, tally: tallyOf(found, world), world, nowMs };
    if (found.metadata.deletionTimestamp !== undefined) return told(sight);
    if (found.spec.suspend === true) return suspend(sight);
    if (found.status.startTime === undefined) return start(sight);
    const failure = failureOf(sight);
    if (failure) return fail(sight, failure);
    return isDone(sight) ? complete(sight) : keepUp(sight);
  },
};

/** Counts what has ended, and lets it go; a Job whose pods have not moved stays as it is. */
function told(sight: Sight, changed = sight.job): Step {
  const released = sight.tally.uncounted.map((pod): Change => ({
    do: "update",
    object: withoutFinalizer(pod, TRACKING),
  }));
  const next = counted(sight, changed);
  return { changes: [...released, ...(next === sight.job ? [] : [{ do: "update", object: next } as const])] };
}

/** The Job with its pods counted, unless it has never had one. */
function counted({ job, tally }: Sight, changed: Job): Job {
  const ever = tally.pods.length + tally.failed + tally.succeeded + (job.status.active ?? 0);
  return ever > 0 ? withTally(changed, tally) : changed;
}

/** A suspended Job has neither pods nor clock: resumed, it starts anew with its whole deadline. */
function suspend(sight: Sight): Step {
  const { job, tally, nowMs } = sight;
  const { startTime, ...rest } = job.status;
  const isSuspended = findCondition(rest.conditions, "Suspended")?.status === "True";
  if (startTime === undefined && isSuspended && tally.pods.length === 0) return NOTHING;
  const verdict = { reason: "JobSuspended", message: "Job suspended" };
  const next = withJobCondition({ ...job, status: rest }, "Suspended", verdict, nowMs);
  const step = told({ ...sight, tally: { ...tally, active: [] } }, next);
  const event = isSuspended ? [] : [jobEvent(job, "Normal", { ...verdict, reason: "Suspended" })];
  return { changes: [...removed(job, tally.active), ...step.changes, ...event] };
}

function start({ job, nowMs }: Sight): Step {
  const wasSuspended = findCondition(job.status.conditions, "Suspended")?.status === "True";
  const verdict = { reason: "JobResumed", message: "Job resumed" };
  const resumed = wasSuspended ? withJobCondition(job, "Suspended", verdict, nowMs, "False") : job;
  const status = { startTime: apiTime(nowMs), terminating: 0, uncountedTerminatedPods: {}, ready: 0 };
  const object = { ...resumed, status: { ...resumed.status, ...status } };
  const event = wasSuspended ? [jobEvent(job, "Normal", { ...verdict, reason: "Resumed" })] : [];
  return { changes: [{ do: "update", object }, ...event] };
}

function failureOf({ job, tally, nowMs }: Sight): Verdict | undefined {
  const targeted = findCondition(job.status.conditions, "FailureTarget");
  if (targeted?.status === "True") return { reason: targeted.reason ?? "", message: targeted.message ?? "" };
  if (tally.failed > (job.spec.backoffLimit ?? DEFAULT_BACKOFF_LIMIT)) return PAST_BACKOFF;
  if (hasRestartedTooOften(job, tally.pods)) return PAST_BACKOFF;
  const deadlineMs = deadlineOf(job);
  return deadlineMs !== undefined && nowMs >= deadlineMs ? PAST_DEADLINE : undefined;
}

function fail(sight: Sight, verdict: Verdict): Step {
  const { job, tally, nowMs } = sight;
  const targeted = withJobCondition(job, "FailureTarget", verdict, nowMs);
  const gone = removed(job, tally.active);
  const step = told({ ...sight, tally: { ...tally, active: [], ready: 0 } }, targeted);
  if (tally.active.length + tally.terminating > 0) return { changes: [...gone, ...step.changes] };
  const failed = withJobCondition(counted(sight, targeted), "Failed", verdict, nowMs);
  return {
    changes: [...step.changes, { do: "update", object: failed }, jobEvent(job, "Warning", verdict)],
  };
}

function isDone({ job, tally }: Sight): boolean {
  const { completions } = job.spec;
  if (tally.active.length > 0) return false;
  return completions === undefined ? tally.succeeded > 0 : tally.succeeded >= completions;
}

function complete(sight: Sight): Step {
  const { job, tally, nowMs } = sight;
  const met = withJobCondition(job, "SuccessCriteriaMet", COMPLETED, nowMs);
  const step = told(sight, met);
  if (tally.terminating > 0) return step;
  const done = withJobCondition(counted(sight, met), "Complete", COMPLETED, nowMs);
  const object = { ...done, status: { ...done.status, completionTime: apiTime(nowMs) } };
  const event = jobEvent(job, "Normal", { reason: "Completed", message: "Job completed" });
  return { changes: [...step.changes, { do: "update", object }, event] };
}

/** Makes the pods that are missing, unless one has failed of late, and deletes those that are too many. */
function keepUp(sight: Sight): Step {
  const { job, tally, world, nowMs } = sight;
  const missing = wantedPods(job, tally) - tally.active.length;
  const deadlineMs = deadlineOf(job);
  if (missing <= 0) {
    const surplus = tally.active.slice(tally.active.length + missing);
    const active = tally.active.filter((pod) => !surplus.includes(pod));
    const step = told({ ...sight, tally: { ...tally, active } });
    return { changes: [...removed(job, surplus), ...step.changes], dueMs: deadlineMs };
  }
  const readyMs = backOffEndMs(tally.pods);
  if (nowMs < readyMs) return { ...told(sight), dueMs: earliest(readyMs, deadlineMs) };
  const burst = burstOf(missing, job, world, nowMs);
  const drafts = Array.from({ length: burst.count }, () => jobPod(job));
  const refusal = drafts[0] ? world.quotaRefusal(drafts[0] as Pod) : null;
  if (refusal !== null) {
    const message = `Error creating: pods "${drafts[0]?.metadata.name ?? ""}" is forbidden: ${refusal}`;
    const event = jobEvent(job, "Warning", { reason: "FailedCreate", message });
    return { changes: [...told(sight).changes, event], dueMs: earliest(nowMs + RETRY_MS, deadlineMs) };
  }
  const made = drafts.flatMap((object): Change[] => [
    { do: "create", object },
    jobEvent(job, "Normal", {
      reason: "SuccessfulCreate",
      message: `Created pod: ${object.metadata.name ?? ""}`,
    }),
  ]);
  const step = told({
    ...sight,
    tally: { ...tally, pods: drafts as Pod[], active: [...tally.active, ...(drafts as Pod[])] },
  });
  return { changes: [...made, ...step.changes], dueMs: earliest(burst.dueMs, deadlineMs) };
}

function removed(job: Job, pods: readonly Pod[]): Change[] {
  return pods.flatMap((pod): Change[] => [
    { do: "delete", object: pod },
    jobEvent(job, "Normal", { reason: "SuccessfulDelete", message: `Deleted pod: ${pod.metadata.name}` }),
  ]);
}
