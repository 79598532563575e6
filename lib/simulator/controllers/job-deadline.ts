import { apiTime, findCondition, withCondition } from "../conditions";
import type { Job } from "../objects";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Step } from "../world";

const MESSAGE = "Job was active longer than specified deadline";
/** time.Duration holds nanoseconds in 63 bits; a longer deadline overflows and has passed at once. */
const LONGEST_SECONDS = 9_223_372_036;

/**
 * Starts a Job's clock and fails it at its deadline (kube-controller-manager, job_controller.go). Pods of Jobs are
 * made by nobody here: a Job with parallelism 0 needs none, and that is the only sort that ends by its deadline alone.
 */
export const jobDeadline: Controller = {
  name: "job-deadline",

  wakes: (change) => ownWakes(change, "jobs.batch"),

  reconcile(target, world, nowMs) {
    const job = world.objects.get(target.resource, target.namespace, target.name) as Job | undefined;
    if (!job || job.metadata.deletionTimestamp !== undefined || isJobFinished(job)) return NOTHING;
    if (job.spec.suspend === true) return suspend(job, nowMs);
    if (job.status.startTime === undefined) return start(job, nowMs);
    return job.spec.completions === 0 ? complete(job, nowMs) : checkDeadline(job, nowMs);
  },
};

export function isJobFinished(job: Job): boolean {
  return ["Complete", "Failed"].some((type) => findCondition(job.status.conditions, type)?.status === "True");
}

/** A suspended Job has no clock: resumed, it starts anew with its whole deadline. */
function suspend(job: Job, nowMs: number): Step {
  const { startTime, ...rest } = job.status;
  if (startTime === undefined && findCondition(rest.conditions, "Suspended")?.status === "True")
    return NOTHING;
  const conditions = withCondition(rest.conditions, suspended("True", "JobSuspended", nowMs));
  return { changes: [{ do: "update", object: { ...job, status: { ...rest, conditions } } }] };
}

function suspended(status: string, reason: string, nowMs: number) {
  const time = apiTime(nowMs);
  const message = status === "True" ? "Job suspended" : "Job resumed";
  return { type: "Suspended", status, lastProbeTime: time, lastTransitionTime: time, reason, message };
}

function start(job: Job, nowMs: number): Step {
  const wasSuspended = findCondition(job.status.conditions, "Suspended")?.status === "True";
  const conditions = wasSuspended
    ? { conditions: withCondition(job.status.conditions, suspended("False", "JobResumed", nowMs)) }
    : {};
  const status = { startTime: apiTime(nowMs), terminating: 0, uncountedTerminatedPods: {}, ready: 0 };
  return {
    changes: [{ do: "update", object: { ...job, status: { ...job.status, ...status, ...conditions } } }],
  };
}

function checkDeadline(job: Job, nowMs: number): Step {
  const seconds = job.spec.activeDeadlineSeconds;
  if (seconds === undefined) return NOTHING;
  // startTime holds whole seconds, so the deadline can come up to a second early, as on a real cluster.
  const deadlineMs = Date.parse(job.status.startTime ?? "") + seconds * 1000;
  if (seconds <= LONGEST_SECONDS && nowMs < deadlineMs) return { changes: [], dueMs: deadlineMs };
  const targeted = withJobCondition(job, "FailureTarget", nowMs);
  const failed = withJobCondition(targeted, "Failed", nowMs);
  const event = { about: job, type: "Warning", reason: "DeadlineExceeded", message: MESSAGE } as const;
  const changes: Change[] = [
    { do: "update", object: targeted },
    { do: "update", object: failed },
    { do: "event", event: { ...event, component: "job-controller" } },
  ];
  return { changes };
}

/** The trap of `completions: 0`: such a Job is complete as soon as it is seen. */
function complete(job: Job, nowMs: number): Step {
  const time = apiTime(nowMs);
  const done = { type: "Complete", status: "True", lastProbeTime: time, lastTransitionTime: time };
  const conditions = withCondition(job.status.conditions, done);
  const status = { ...job.status, conditions, completionTime: time };
  return { changes: [{ do: "update", object: { ...job, status } }] };
}

function withJobCondition(job: Job, type: string, nowMs: number): Job {
  const time = apiTime(nowMs);
  const condition = {
    type,
    status: "True",
    lastProbeTime: time,
    lastTransitionTime: time,
    reason: "DeadlineExceeded",
    message: MESSAGE,
  };
  return { ...job, status: { ...job.status, conditions: withCondition(job.status.conditions, condition) } };
}
