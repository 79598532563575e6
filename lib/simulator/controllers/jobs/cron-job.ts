import { randomUUID } from "node:crypto";
import { apiTime } from "../../conditions";
import { withDefaults } from "../../defaults";
import { NOTHING, ownWakes } from "../../world";
import type { Change, Controller } from "../../world";
import { controlledBy, controllerRef, owningController } from "../workloads/owned";
import type { CronJob, Job } from "../workloads/workload-objects";
import { finishOf } from "./job-status";
import { nextTimeMs, zonedTime } from "./schedule-times";

const CRON_JOBS = "cronjobs.batch";
const SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";
/** More missed times than these are spoken of (cronjob/utils.go); the last of them is started all the same. */
const MANY_MISSED = 100;

type Refs = NonNullable<CronJob["status"]["active"]>;

interface Sight {
  cronJob: CronJob;
  jobs: Job[];
  nowMs: number;
}

/**
 * Makes the Jobs of a CronJob at the times of its schedule (kube-controller-manager, cronjob_controllerv2.go): one at most
 * for all times missed, none past startingDeadlineSeconds, and by the concurrencyPolicy none (Forbid) or in its stead
 * (Replace) where the last one still runs. Of Jobs that are over it keeps as many as the history limits say.
 */
export const cronJob: Controller = {
  name: "cronjob",

  wakes(change) {
    if (change.resource !== "jobs.batch") return ownWakes(change, CRON_JOBS);
    const owner = owningController(change.object);
    if (owner?.kind !== "CronJob") return [];
    return [{ resource: CRON_JOBS, namespace: change.object.metadata.namespace, name: owner.name }];
  },

  reconcile(target, world, nowMs) {
    const found = world.objects.get(target.resource, target.namespace, target.name) as CronJob | undefined;
    if (!found || found.metadata.deletionTimestamp !== undefined) return NOTHING;
    const jobs = controlledBy<Job>(found, "Job", world);
    const swept = sweep({ cronJob: found, jobs, nowMs });
    const step = schedule({ cronJob: swept.cronJob, jobs: swept.jobs, nowMs });
    const isSame = step.cronJob === found;
    const update: Change[] = isSame ? [] : [{ do: "update", object: step.cronJob }];
    return { changes: [...swept.changes, ...update, ...step.changes], dueMs: step.dueMs };
  },
};

/** Takes Jobs that are over or gone from the status, and deletes the oldest beyond the history limits. */
function sweep({ cronJob, jobs }: Sight): { cronJob: CronJob; jobs: Job[]; changes: Change[] } {
  const changes: Change[] = [];
  const active = (cronJob.status.active ?? []).filter(({ name, uid }) => {
    const job = jobs.find(({ metadata }) => metadata.uid === uid);
    const finish = job && finishOf(job);
    if (!job) changes.push(said(cronJob, "Normal", "MissingJob", `Active job went missing: ${name}`));
    if (finish) {
      const text = `Saw completed job: ${name}, condition: ${finish.type}`;
      changes.push(said(cronJob, "Normal", "SawCompletedJob", text));
    }
    return job !== undefined && finish === undefined;
  });
  const { successfulJobsHistoryLimit: good = 3, failedJobsHistoryLimit: bad = 1 } = cronJob.spec;
  const ended = (type: string) => jobs.filter((job) => finishOf(job)?.type === type);
  const isLeaving = ({ metadata }: Job) => metadata.deletionTimestamp !== undefined;
  const old = [
    ended("Complete").slice(0, -good || undefined),
    ended("Failed").slice(0, -bad || undefined),
  ].flat();
  for (const job of old.filter((each) => !isLeaving(each))) {
    changes.push({ do: "delete", object: job, propagation: "Background" });
    changes.push(said(cronJob, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`));
  }
  const lastSuccess = ended("Complete")
    .map(({ status }) => status.completionTime ?? "")
    .reduce((a, b) => (a > b ? a : b), cronJob.status.lastSuccessfulTime ?? "");
  return { cronJob: withStatus(cronJob, { active, lastSuccess }), jobs, changes };
}

function withStatus(
  cronJob: CronJob,
  { active, lastSuccess }: { active: Refs; lastSuccess: string },
): CronJob {
  const { active: before = [], lastSuccessfulTime = "", ...rest } = cronJob.status;
  if (before.length === active.length && lastSuccessfulTime === lastSuccess) return cronJob;
  const status = {
    ...rest,
    ...(active.length > 0 ? { active } : {}),
    ...(lastSuccess === "" ? {} : { lastSuccessfulTime: lastSuccess }),
  };
  return { ...cronJob, status };
}

/** Makes the Job of the last time that has come, if it may. */
function schedule({ cronJob, jobs, nowMs }: Sight): { cronJob: CronJob; changes: Change[]; dueMs?: number } {
  const { spec, status } = cronJob;
  if (spec.suspend === true) return { cronJob, changes: [] };
  const { lastMs, nextMs, missed } = timesOf(cronJob, nowMs);
  const wait = { cronJob, changes: [] as Change[], dueMs: nextMs };
  if (lastMs === undefined) return wait;
  const many =
    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";
  if (missed > MANY_MISSED) wait.changes.push(said(cronJob, "Warning", "TooManyMissedTimes", many));
  const { active = [] } = status;
  const name = `${cronJob.metadata.name}-${Math.floor(lastMs / 60_000)}`;
  if (jobs.some((job) => job.metadata.name === name)) return wait;
  if (active.length > 0 && spec.concurrencyPolicy === "Forbid") {
    const text = "Not starting job because prior execution is running and concurrency policy is Forbid";
    return { ...wait, changes: [...wait.changes, said(cronJob, "Normal", "JobAlreadyActive", text)] };
  }
  return start({ cronJob, jobs, nowMs }, { name, atMs: lastMs, nextMs, before: wait.changes });
}

interface Slot {
  name: string;
  atMs: number;
  nextMs: number | undefined;
  before: readonly Change[];
}

/** What still runs under Replace goes first, with its pods. */
function start({ cronJob, jobs }: Sight, { name, atMs, nextMs, before }: Slot) {
  const { spec, status } = cronJob;
  const { active = [] } = status;
  const isReplacing = spec.concurrencyPolicy === "Replace";
  const replaced = isReplacing
    ? jobs.filter(({ metadata }) => active.some(({ uid }) => uid === metadata.uid))
    : [];
  const object = jobOf(cronJob, name, atMs);
  const uid = object.metadata.uid;
  const ref = { kind: "Job", namespace: cronJob.metadata.namespace, name, uid, apiVersion: "batch/v1" };
  const next: CronJob = {
    ...cronJob,
    status: { ...status, active: [...(isReplacing ? [] : active), ref], lastScheduleTime: apiTime(atMs) },
  };
  const changes: Change[] = [
    ...before,
    ...replaced.map((job): Change => ({ do: "delete", object: job, propagation: "Background" })),
    { do: "create", object },
    said(cronJob, "Normal", "SuccessfulCreate", `Created job ${name}`),
  ];
  return { cronJob: next, changes, dueMs: nextMs };
}

function jobOf(cronJob: CronJob, name: string, atMs: number) {
  const { jobTemplate, timeZone } = cronJob.spec;
  const uid = randomUUID();
  const { labels, annotations } = jobTemplate.metadata ?? {};
  const metadata = {
    ...{ name, namespace: cronJob.metadata.namespace, uid, labels },
    annotations: { ...annotations, [SCHEDULED]: zonedTime(atMs, timeZone) },
    ownerReferences: [controllerRef(cronJob)],
  };
  const draft = { apiVersion: "batch/v1", kind: "Job", metadata, spec: jobTemplate.spec };
  return { ...withDefaults(draft, uid), metadata };
}

/**
 * The last time that has come and has no Job yet, how many have come with it, and the next one. How many is reckoned from
 * the first two, and only the last few are looked for (cronjob/utils.go, mostRecentScheduleTime): there may be decades of them.
 */
function timesOf({ metadata, spec, status }: CronJob, nowMs: number) {
  const { startingDeadlineSeconds } = spec;
  const after = (ms: number) => nextTimeMs(spec.schedule, spec.timeZone, ms);
  const sinceMs = Date.parse(status.lastScheduleTime ?? metadata.creationTimestamp);
  const oldestMs = startingDeadlineSeconds === undefined ? sinceMs : nowMs - startingDeadlineSeconds * 1000;
  const firstMs = after(Math.max(sinceMs, oldestMs));
  if (firstMs === undefined || firstMs > nowMs) return { lastMs: undefined, nextMs: firstMs, missed: 0 };
  const secondMs = after(firstMs);
  if (secondMs === undefined || secondMs > nowMs) return { lastMs: firstMs, nextMs: secondMs, missed: 1 };
  const stepMs = secondMs - firstMs;
  const missed = Math.floor((nowMs - firstMs) / stepMs) + 1;
  let lastMs: number | undefined;
  let nextMs = after(firstMs + (missed - 2) * stepMs);
  for (; nextMs !== undefined && nextMs <= nowMs; nextMs = after(nextMs)) lastMs = nextMs;
  return { lastMs, nextMs, missed };
}

function said(about: CronJob, type: "Normal" | "Warning", reason: string, message: string): Change {
  return { do: "event", event: { about, type, reason, message, component: "cronjob-controller" } };
}
