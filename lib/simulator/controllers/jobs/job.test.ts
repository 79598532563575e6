import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Job } from "../workloads/workload-objects";
import { ALIVE } from "../../nodes";
import { jobCluster, jobDraft } from "./test-jobs";

const TRACKING = "batch.kubernetes.io/job-tracking";

describe("a Job's pod", () => {
  it("is the Job's, runs, and is counted when it has succeeded", () => {
    const { add, job, pods, advance, conditions, said } = jobCluster();
    add(jobDraft());
    const [pod] = pods();
    expect(pod?.metadata).toMatchObject({
      generateName: "job-",
      finalizers: [TRACKING],
      labels: { "batch.kubernetes.io/job-name": "job" },
      ownerReferences: [{ kind: "Job", name: "job", controller: true, blockOwnerDeletion: true }],
    });
    expect(job().status).toMatchObject({
      startTime: "2026-12-01T10:00:00Z",
      active: 1,
      ready: 0,
      terminating: 0,
    });
    advance(2);
    expect(job().status).toMatchObject({ active: 1, ready: 1 });
    advance(3.5);
    expect(pods()[0]).toMatchObject({ status: { phase: "Succeeded" }, metadata: { finalizers: [TRACKING] } });
    expect(job().status.succeeded).toBeUndefined();
    advance(1);
    expect(job().status).toMatchObject({ succeeded: 1, ready: 0, completionTime: "2026-12-01T10:00:06Z" });
    expect(job().status.active).toBeUndefined();
    expect(conditions()).toEqual(["SuccessCriteriaMet: CompletionsReached", "Complete: CompletionsReached"]);
    expect(pods()[0]?.metadata.finalizers).toBeUndefined();
    expect(said("Job")).toEqual([
      `SuccessfulCreate: Created pod: ${pod?.metadata.name}`,
      "Completed: Job completed",
    ]);
  });

  it.each([
    [["sleep", "7"], 6.9, "Running"],
    [["sleep", "7"], 7.1, "Succeeded"],
    [["sleep", "infinity"], 9_999, "Running"],
    [["true"], 0.1, "Succeeded"],
    [["false"], 0.1, "Failed"],
    [["/bin/sh", "-c", "curl -sS http://curfew/api/reap"], 1.1, "Succeeded"],
  ])("that runs %j is, after %s s, %s", (command, seconds, phase) => {
    const { add, pods, advance } = jobCluster();
    const containers = [{ name: "app", image: "registry.lab/app:1", command }];
    add(jobDraft({ backoffLimit: 0, template: { spec: { restartPolicy: "Never", containers } } }));
    advance(seconds);
    expect(pods()[0]?.status.phase).toBe(phase);
  });

  it("does not end while it is ordered to be stuck", () => {
    const { add, pods, advance, order } = jobCluster();
    add(jobDraft());
    order(0, "stuck");
    advance(600);
    expect(pods()[0]?.status.phase).toBe("Running");
  });

  it("is made again when it was deleted before it ended, and that counts as a failure", () => {
    const { add, job, pods, advance, cluster } = jobCluster();
    add(jobDraft());
    const [first] = pods();
    if (first) cluster.delete(first, {});
    advance(30);
    expect(job().status).toMatchObject({ failed: 1, succeeded: 1 });
    expect(pods()).toHaveLength(1);
  });
});

describe("a Job with several pods", () => {
  it("runs as many at once as parallelism says until enough have succeeded", () => {
    const { add, job, pods, advance } = jobCluster();
    add(jobDraft({ parallelism: 2, completions: 3 }));
    expect(pods()).toHaveLength(2);
    advance(6.5);
    expect(job().status).toMatchObject({ active: 1, succeeded: 2 });
    advance(7);
    expect(job().status).toMatchObject({ succeeded: 3 });
    expect(pods()).toHaveLength(3);
  });

  it("without completions is over once one has succeeded and none is left", () => {
    const { add, conditions, pods, advance, order } = jobCluster();
    add(jobDraft({ parallelism: 2 }));
    advance(1);
    order(0, "power-off");
    advance(3);
    expect(pods()).toHaveLength(2);
    expect(conditions()).toEqual([]);
    advance(4);
    expect(pods()).toHaveLength(2);
    expect(conditions()).toContain("Complete: CompletionsReached");
  });

  it("makes no more than 500 at once, and the rest as fast as its requests may follow", () => {
    const { add, advance, namesOf } = jobCluster();
    add(jobDraft({ parallelism: 2_000_000_000 }, { runsSeconds: 600 }));
    expect(namesOf("pods")).toHaveLength(500);
    advance(24);
    expect(namesOf("pods")).toHaveLength(500);
    advance(1);
    expect(namesOf("pods")).toHaveLength(1000);
  });

  it("makes as many as a quota has room for, says of the next that it is refused, and makes it when there is room", () => {
    const { add, advance, cluster, namesOf, said } = jobCluster();
    const hard = { pods: "2" };
    const quota = add({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: { hard } });
    advance(1);
    add(jobDraft({ parallelism: 3 }, { runsSeconds: 600 }));
    expect(namesOf("pods")).toHaveLength(2);
    expect(said("Job").at(-1)).toMatch(
      /^FailedCreate: Error creating: pods "job-\w+" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2/,
    );
    cluster.store.remove(quota);
    advance(30);
    expect(namesOf("pods")).toHaveLength(3);
  });

  it("deletes what is too many when parallelism is lowered, and all when it is suspended", () => {
    const { add, job, pods, advance, cluster, said } = jobCluster();
    add(jobDraft({ parallelism: 3, completions: 3 }, { runsSeconds: 600 }));
    cluster.update({ ...job(), spec: { ...job().spec, parallelism: 1 } });
    advance(40);
    expect(pods()).toHaveLength(1);
    cluster.update({ ...job(), spec: { ...job().spec, suspend: true } });
    advance(40);
    expect(pods()).toEqual([]);
    expect(job().status.startTime).toBeUndefined();
    cluster.update({ ...job(), spec: { ...job().spec, suspend: false } });
    advance(40);
    expect(pods()).toHaveLength(1);
    expect(said("Job")).toEqual(expect.arrayContaining(["Suspended: Job suspended", "Resumed: Job resumed"]));
  });
});

describe("a Job whose pods fail", () => {
  it("makes the next after 10 s and then 20 s, and gives up past its backoffLimit", () => {
    const { add, job, pods, advance, conditions, said } = jobCluster();
    add(jobDraft({ backoffLimit: 2 }, { runsSeconds: 0, exitCodes: [1] }));
    advance(9.9);
    expect(pods()).toHaveLength(1);
    advance(0.2);
    expect(pods()).toHaveLength(2);
    advance(19.5);
    expect(pods()).toHaveLength(2);
    advance(2);
    expect(pods()).toHaveLength(3);
    advance(3);
    expect(job().status).toMatchObject({ failed: 3 });
    expect(conditions()).toEqual(["FailureTarget: BackoffLimitExceeded", "Failed: BackoffLimitExceeded"]);
    expect(said("Job").at(-1)).toBe("BackoffLimitExceeded: Job has reached the specified backoff limit");
    advance(3_600);
    expect(pods()).toHaveLength(3);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
  ])(
    "fails with backoffLimit %d once the pod has started again %d times by itself",
    (backoffLimit, restarts) => {
      const { add, job, pods, advance, conditions, said } = jobCluster();
      const draft = jobDraft({ backoffLimit }, { runsSeconds: 1, exitCodes: [1] });
      const { template } = draft.spec as { template: { spec: object } };
      const onFailure = { ...template, spec: { ...template.spec, restartPolicy: "OnFailure" } };
      add({ ...draft, spec: { backoffLimit, template: onFailure } });
      let most = 0;
      for (let second = 0; second < 200; second++) {
        advance(1);
        most = Math.max(
          most,
          ...pods().map(({ status }) => status.containerStatuses?.[0]?.restartCount ?? 0),
        );
      }
      expect(most).toBe(restarts);
      expect(conditions()).toEqual(["FailureTarget: BackoffLimitExceeded", "Failed: BackoffLimitExceeded"]);
      expect(job().status).toMatchObject({ failed: 1 });
      expect(pods()).toEqual([]);
      expect(said("Job").filter((text) => text.startsWith("SuccessfulCreate"))).toHaveLength(1);
    },
  );

  it("past its deadline deletes its pod, and has failed once that is gone", () => {
    const { add, job, advance, conditions, pods } = jobCluster();
    add(jobDraft({ activeDeadlineSeconds: 10 }, { runsSeconds: 600 }));
    advance(10.5);
    expect(conditions()).toEqual(["FailureTarget: DeadlineExceeded"]);
    expect(job().status).toMatchObject({ failed: 1, terminating: 1, ready: 0 });
    advance(3);
    expect(pods()).toEqual([]);
    expect(conditions()).toEqual(["FailureTarget: DeadlineExceeded", "Failed: DeadlineExceeded"]);
    expect(job().status).toMatchObject({ failed: 1, terminating: 0 });
  });

  it("has not failed while its pod hangs on a dead node", () => {
    const { add, advance, conditions, pods, cluster } = jobCluster();
    add(jobDraft({ activeDeadlineSeconds: 10 }, { runsSeconds: 600 }));
    const node = cluster.store.get("nodes", undefined, pods()[0]?.spec.nodeName ?? "");
    if (node)
      cluster.store.replace({ ...node, metadata: { ...node.metadata, annotations: { [ALIVE]: "false" } } });
    advance(3_600);
    expect(conditions()).toEqual(["FailureTarget: DeadlineExceeded"]);
    expect(pods()).toHaveLength(1);
  });

  it("is told that quota refuses its pod, and makes it once there is room", () => {
    const { add, advance, said, pods, cluster } = jobCluster();
    const quota = add({
      ...{
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "none" },
        spec: { hard: { pods: "0" } },
      },
    });
    advance(1);
    add(jobDraft());
    expect(said("Job")[0]).toMatch(
      /^FailedCreate: Error creating: pods "job-.{5}" is forbidden: exceeded quota: none/,
    );
    cluster.store.remove(cluster.store.byUid(quota.metadata.uid) ?? quota);
    advance(6);
    expect(pods()).toHaveLength(1);
  });
});

describe("the end of a Job", () => {
  it("by its TTL takes its pods along", () => {
    const { add, namesOf, advance } = jobCluster();
    add(jobDraft({ ttlSecondsAfterFinished: 30 }));
    advance(30);
    expect(namesOf("jobs.batch")).toEqual(["job"]);
    advance(10);
    expect([...namesOf("jobs.batch"), ...namesOf("pods")]).toEqual([]);
  });

  it.each(["Background", "Foreground"] as const)(
    "in the %s takes a running pod along",
    (propagationPolicy) => {
      const { add, job, namesOf, advance, cluster } = jobCluster();
      add(jobDraft({}, { runsSeconds: 600 }));
      cluster.delete(job(), { propagationPolicy });
      advance(40);
      expect([...namesOf("jobs.batch"), ...namesOf("pods")]).toEqual([]);
    },
  );

  it("makes no pod any more, however long something else holds the Job", () => {
    const { add, job, namesOf, advance, cluster } = jobCluster();
    add(jobDraft({}, { runsSeconds: 600 }));
    const { apiVersion, kind, metadata } = job();
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, blockOwnerDeletion: true };
    const held = { name: "held", finalizers: ["example.com/hold"], ownerReferences: [owner] };
    add({ apiVersion: "v1", kind: "Secret", metadata: held });
    cluster.delete(job(), { propagationPolicy: "Foreground" });
    advance(120);
    expect([...namesOf("jobs.batch"), ...namesOf("pods")]).toEqual(["job"]);
  });

  it("that orphans its pod lets go of it", () => {
    const { add, job, pods, advance, cluster } = jobCluster();
    add(jobDraft({}, { runsSeconds: 600 }));
    cluster.delete(job(), { propagationPolicy: "Orphan" });
    advance(5);
    expect(pods().map(({ metadata }) => [metadata.finalizers, metadata.ownerReferences])).toEqual([
      [undefined, undefined],
    ]);
  });
});

describe("property: a Job", () => {
  it("always ends, with no more successes than completions and no more pods at once than parallelism", () => {
    const numbers = fc.record({
      parallelism: fc.integer({ min: 1, max: 4 }),
      completions: fc.integer({ min: 1, max: 6 }),
      backoffLimit: fc.integer({ min: 0, max: 3 }),
    });
    const someOrders = fc.array(fc.constantFrom("power-off", "crash"), { maxLength: 12 });
    fc.assert(
      fc.property(numbers, someOrders, (spec, orders) => {
        const { add, job, pods, advance, conditions, cluster, order } = jobCluster();
        cluster.store.onChange(({ object }) => {
          const { status } = object as Job;
          if (object.kind === "Job") expect(status.succeeded ?? 0).toBeLessThanOrEqual(spec.completions);
          const active = pods().filter(({ status: { phase } }) => phase === "Pending" || phase === "Running");
          expect(active.length).toBeLessThanOrEqual(spec.parallelism);
        });
        add(jobDraft(spec, { runsSeconds: 50 }));
        for (const value of orders) {
          const running = pods().findIndex(({ status }) => status.phase === "Running");
          if (running === -1) break;
          order(running, value);
          advance(7);
        }
        advance(900);
        const failed = job().status.failed ?? 0;
        const isOver =
          failed > spec.backoffLimit ? "Failed: BackoffLimitExceeded" : "Complete: CompletionsReached";
        expect(conditions()).toContain(isOver);
      }),
      { numRuns: 50 },
    );
  });
});
