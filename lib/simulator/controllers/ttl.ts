import { findCondition } from "../conditions";
import type { Job } from "./workloads/workload-objects";
import { NOTHING, ownWakes } from "../world";
import type { Controller } from "../world";

/** Deletes finished Jobs in the foreground once their TTL has passed (ttlafterfinished_controller.go). */
export const ttlAfterFinished: Controller = {
  name: "ttl-after-finished",

  wakes: (change) => ownWakes(change, "jobs.batch"),

  reconcile(target, world, nowMs) {
    const job = world.objects.get(target.resource, target.namespace, target.name) as Job | undefined;
    const seconds = job?.spec.ttlSecondsAfterFinished;
    if (!job || seconds === undefined || job.metadata.deletionTimestamp !== undefined) return NOTHING;
    const conditions = job.status.conditions;
    const done = findCondition(conditions, "Failed") ?? findCondition(conditions, "Complete");
    if (done?.status !== "True") return NOTHING;
    const dueMs = Date.parse(done.lastTransitionTime ?? "") + seconds * 1000;
    if (nowMs < dueMs) return { changes: [], dueMs };
    return { changes: [{ do: "delete", object: job, propagation: "Foreground" }] };
  },
};
