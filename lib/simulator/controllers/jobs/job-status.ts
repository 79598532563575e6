import { apiTime, findCondition, withCondition } from "../../conditions";
import type { Job } from "../workloads/workload-objects";
import type { Change } from "../../world";
import type { Tally } from "./job-pods";

/** Why a Job ends, as its conditions and its event say it. */
export interface Verdict {
  reason: string;
  message: string;
}

export const PAST_DEADLINE: Verdict = {
  reason: "DeadlineExceeded",
  message: "Job was active longer than specified deadline",
};
export const PAST_BACKOFF: Verdict = {
  reason: "BackoffLimitExceeded",
  message: "Job has reached the specified backoff limit",
};
export const COMPLETED: Verdict = {
  reason: "CompletionsReached",
  message: "Reached expected number of succeeded pods",
};

export function isJobFinished(job: Job): boolean {
  return finishOf(job) !== undefined;
}

/** The condition by which a Job is over; undefined while it is not. */
export function finishOf(job: Job) {
  return ["Complete", "Failed"]
    .map((type) => findCondition(job.status.conditions, type))
    .find((condition) => condition?.status === "True");
}

export function withJobCondition(
  job: Job,
  type: string,
  verdict: Verdict,
  nowMs: number,
  status = "True",
): Job {
  const time = apiTime(nowMs);
  const condition = { type, status, lastProbeTime: time, lastTransitionTime: time, ...verdict };
  return { ...job, status: { ...job.status, conditions: withCondition(job.status.conditions, condition) } };
}

/** The Job with its pods counted; a count of none is not printed. */
export function withTally(job: Job, { active, ready, terminating, succeeded, failed }: Tally): Job {
  const { active: _active, succeeded: _succeeded, failed: _failed, ...rest } = job.status;
  const counts = {
    ...(active.length > 0 ? { active: active.length } : {}),
    ...(succeeded > 0 ? { succeeded } : {}),
    ...(failed > 0 ? { failed } : {}),
  };
  return { ...job, status: { ...rest, ...counts, terminating, uncountedTerminatedPods: {}, ready } };
}

export function jobEvent(
  job: Job,
  type: "Normal" | "Warning",
  { reason, message }: { reason: string; message: string },
): Change {
  return { do: "event", event: { about: job, type, reason, message, component: "job-controller" } };
}
