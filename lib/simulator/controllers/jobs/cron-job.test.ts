import { describe, expect, it } from "vitest";
import type { CronJob, Job } from "../workloads/workload-objects";
import { PROGRAMS } from "../containers/program";
import { jobCluster } from "./test-jobs";

/** A CronJob of each minute whose pods run for so long; the cluster's clock stands at 10:00:00. */
function cronCluster(seconds: number, spec: object = {}, exitCode = 0) {
  const made = jobCluster();
  const annotations = {
    [PROGRAMS]: JSON.stringify({ app: { runsSeconds: seconds, exitCodes: [exitCode] } }),
  };
  const containers = [{ name: "app", image: "registry.lab/app:1" }];
  const template = { metadata: { annotations }, spec: { restartPolicy: "Never", containers } };
  const jobTemplate = { metadata: { labels: { app: "reap" } }, spec: { backoffLimit: 0, template } };
  made.add({
    ...{ apiVersion: "batch/v1", kind: "CronJob", metadata: { name: "reap" } },
    spec: { schedule: "* * * * *", concurrencyPolicy: "Forbid", jobTemplate, ...spec },
  });
  return {
    ...made,
    cronJob: () => made.cluster.store.get("cronjobs.batch", "lab", "reap") as CronJob,
    jobs: () => made.cluster.store.list("jobs.batch", "lab") as Job[],
    change(change: Partial<CronJob["spec"]>) {
      const now = made.cluster.store.get("cronjobs.batch", "lab", "reap") as CronJob;
      made.cluster.store.replace({ ...now, spec: { ...now.spec, ...change } });
      made.cluster.settle();
    },
  };
}
const minuteOf = (time: string) => `reap-${Date.parse(time) / 60_000}`;

describe("a CronJob", () => {
  it("makes a Job at its minute, named by it and held by it, and counts how it ended", () => {
    const { advance, jobs, cronJob, said } = cronCluster(5);
    advance(59);
    expect(jobs()).toEqual([]);
    advance(1);
    const [job] = jobs();
    expect(job?.metadata).toMatchObject({
      name: minuteOf("2026-12-01T10:01:00Z"),
      labels: { app: "reap" },
      annotations: { "batch.kubernetes.io/cronjob-scheduled-timestamp": "2026-12-01T10:01:00Z" },
      ownerReferences: [{ kind: "CronJob", name: "reap", controller: true, blockOwnerDeletion: true }],
    });
    expect(cronJob().status).toMatchObject({
      active: [{ kind: "Job", name: job?.metadata.name, uid: job?.metadata.uid }],
      lastScheduleTime: "2026-12-01T10:01:00Z",
    });
    advance(10);
    expect(cronJob().status).toEqual({
      lastScheduleTime: "2026-12-01T10:01:00Z",
      lastSuccessfulTime: "2026-12-01T10:01:06Z",
    });
    expect(said("CronJob")).toEqual([
      `SuccessfulCreate: Created job ${job?.metadata.name}`,
      `SawCompletedJob: Saw completed job: ${job?.metadata.name}, condition: Complete`,
    ]);
  });

  it("starts none beside one that runs under Forbid, and the missed one late when that has ended", () => {
    const { advance, namesOf, said } = cronCluster(90);
    advance(125);
    expect(namesOf("jobs.batch")).toEqual([minuteOf("2026-12-01T10:01:00Z")]);
    expect(said("CronJob")).toContain(
      "JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid",
    );
    advance(27);
    expect(namesOf("jobs.batch")).toEqual(["2026-12-01T10:01:00Z", "2026-12-01T10:02:00Z"].map(minuteOf));
  });

  it("lets the missed one be once its deadline to start has passed", () => {
    const { advance, namesOf } = cronCluster(90, { startingDeadlineSeconds: 20 });
    advance(155);
    expect(namesOf("jobs.batch")).toEqual([minuteOf("2026-12-01T10:01:00Z")]);
    advance(30);
    expect(namesOf("jobs.batch")).toContain(minuteOf("2026-12-01T10:03:00Z"));
  });

  it("ends the one that runs under Replace, and lets both run under Allow", () => {
    const replacing = cronCluster(600, { concurrencyPolicy: "Replace" });
    replacing.advance(125);
    expect(replacing.namesOf("jobs.batch")).toEqual([minuteOf("2026-12-01T10:02:00Z")]);
    expect(replacing.cronJob().status.active).toHaveLength(1);
    const allowing = cronCluster(600, { concurrencyPolicy: "Allow" });
    allowing.advance(125);
    expect(allowing.cronJob().status.active).toHaveLength(2);
  });

  it.each([
    [{ successfulJobsHistoryLimit: 2 }, 0, 2],
    [{ successfulJobsHistoryLimit: 0 }, 0, 0],
    [{}, 0, 3],
    [{ failedJobsHistoryLimit: 1 }, 1, 1],
  ])("keeps of Jobs that are over as many as %j says, with exit code %d", (limits, exitCode, kept) => {
    const { advance, jobs, pods } = cronCluster(1, limits, exitCode);
    advance(6 * 60 + 30);
    expect(jobs()).toHaveLength(kept);
    expect(pods()).toHaveLength(kept);
  });

  it("makes none while it is suspended, and one alone for all that it missed", () => {
    const { advance, jobs, change, said } = cronCluster(1, { suspend: true });
    advance(3 * 3600);
    expect(jobs()).toEqual([]);
    change({ suspend: false });
    expect(jobs().map(({ metadata }) => metadata.name)).toEqual([minuteOf("2026-12-01T13:00:00Z")]);
    expect(said("CronJob").some((text) => text.startsWith("TooManyMissedTimes: "))).toBe(true);
  });

  it.each([
    ["* * * * *", "2026-12-01T10:00:00Z"],
    ["30 6-16/4 * * 1-5", "2026-12-01T06:30:00Z"],
    ["0 0 1 1 *", "2026-01-01T00:00:00Z"],
  ])("starts the last of decades of missed times of %s at once", (schedule, last) => {
    const { advance, cluster, cronJob, jobs, said } = cronCluster(1, { schedule, suspend: true });
    const { spec, status, ...rest } = cronJob();
    const lastScheduleTime = "1970-01-01T00:00:00Z";
    cluster.store.replace({
      ...rest,
      spec: { ...spec, suspend: false },
      status: { ...status, lastScheduleTime },
    });
    advance(1);
    expect(jobs().map(({ metadata }) => metadata.name)).toEqual([minuteOf(last)]);
    const isMany = said("CronJob").some((text) => text.startsWith("TooManyMissedTimes: "));
    expect(isMany).toBe(schedule !== "0 0 1 1 *");
  });

  it("says that a Job which somebody deleted went missing, and takes it from what is active", () => {
    const { advance, jobs, cronJob, cluster, said } = cronCluster(600);
    advance(61);
    const [job] = jobs();
    if (job) cluster.delete(job, {});
    advance(5);
    expect(cronJob().status.active).toBeUndefined();
    expect(said("CronJob")).toContain(`MissingJob: Active job went missing: ${job?.metadata.name}`);
  });

  it("takes its Jobs and their pods with it", () => {
    const { advance, jobs, pods, cronJob, cluster } = cronCluster(600);
    advance(61);
    cluster.delete(cronJob(), {});
    advance(60);
    expect([...jobs(), ...pods()]).toEqual([]);
  });
});
