import { describe, expect, it } from "vitest";
import type { Job } from "../workloads/workload-objects";
import { Store } from "../../store";
import type { Step } from "../../world";
import { REAL_DELAYS } from "../../world";
import { job } from "./job";

const START_MS = Date.parse("2026-12-01T10:00:00.700Z");

function reconcile(spec: Partial<Job["spec"]>, status: Job["status"], nowMs: number): Step {
  const store = new Store();
  const metadata = { name: "j", namespace: "n", uid: "u", resourceVersion: "", creationTimestamp: "" };
  store.insert({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata,
    spec: { parallelism: 0, ...spec },
    status,
  } as Job);
  const settings = {
    delays: REAL_DELAYS,
    hasKubevirt: true,
    hasMetrics: false,
    qemuOverheadMi: 50,
    missingImages: [],
  };
  const world = { objects: store, settings, quotaRefusal: () => null };
  return job.reconcile({ resource: "jobs.batch", namespace: "n", name: "j" }, world, nowMs);
}

function conditionsSet(step: Step): string[][] {
  return step.changes.flatMap((change) => {
    if (change.do !== "update") return [];
    return [((change.object as Job).status.conditions ?? []).map((condition) => condition.type)];
  });
}

const RUNNING = { startTime: "2026-12-01T10:00:00Z" };

describe("the Job's deadline", () => {
  it("starts the clock at first sight, in whole seconds", () => {
    const [change] = reconcile({ activeDeadlineSeconds: 5 }, {}, START_MS).changes;
    expect(change).toMatchObject({
      do: "update",
      object: { status: { startTime: "2026-12-01T10:00:00Z", ready: 0 } },
    });
  });

  it("waits until the last millisecond and fires at the deadline, up to a second early", () => {
    const deadlineMs = Date.parse("2026-12-01T10:00:05Z");
    expect(reconcile({ activeDeadlineSeconds: 5 }, RUNNING, deadlineMs - 1)).toEqual({
      changes: [],
      dueMs: deadlineMs,
    });
    const fired = reconcile({ activeDeadlineSeconds: 5 }, RUNNING, deadlineMs);
    expect(conditionsSet(fired)).toEqual([["FailureTarget"], ["FailureTarget", "Failed"]]);
    expect(deadlineMs - START_MS).toBeLessThan(5_000);
  });

  it("never fires without a deadline, fires at once at 0 and when nanoseconds overflow", () => {
    expect(reconcile({}, RUNNING, START_MS + 1e12).changes).toEqual([]);
    expect(conditionsSet(reconcile({ activeDeadlineSeconds: 0 }, RUNNING, START_MS))).toHaveLength(2);
    expect(
      conditionsSet(reconcile({ activeDeadlineSeconds: 9_999_999_999 }, RUNNING, START_MS)),
    ).toHaveLength(2);
  });

  it("stands still while suspended, and completes at once with completions 0", () => {
    const suspended = reconcile({ suspend: true, activeDeadlineSeconds: 0 }, RUNNING, START_MS);
    expect(conditionsSet(suspended)).toEqual([["Suspended"]]);
    expect(JSON.stringify(suspended.changes[0])).not.toContain("startTime");
    expect(conditionsSet(reconcile({ completions: 0 }, RUNNING, START_MS))).toEqual([
      ["SuccessCriteriaMet"],
      ["SuccessCriteriaMet", "Complete"],
    ]);
  });
});
