import { hasFinalizer, withoutFinalizer } from "../../deletion";
import type { Pod } from "../../objects";
import { owningController } from "../workloads/owned";
import type { Job } from "../workloads/workload-objects";
import { NOTHING, targetOf } from "../../world";
import type { Controller } from "../../world";
import { TRACKING } from "./job-pods";
import { isJobFinished } from "./job-status";

/** Lets go of pods that nobody will count any more: their Job is gone, or over (job_controller.go, syncOrphanPod). */
export const jobTracking: Controller = {
  name: "job-tracking",

  wakes(change) {
    const isHeld = change.resource === "pods" && hasFinalizer(change.object, TRACKING);
    return isHeld && change.type !== "DELETED" ? [targetOf("pods", change.object)] : [];
  },

  reconcile(target, world) {
    const pod = world.objects.get("pods", target.namespace, target.name) as Pod | undefined;
    if (!pod || !hasFinalizer(pod, TRACKING)) return NOTHING;
    const owner = owningController(pod);
    const job = owner && (world.objects.byUid(owner.uid) as Job | undefined);
    if (job && !isJobFinished(job)) return NOTHING;
    return { changes: [{ do: "update", object: withoutFinalizer(pod, TRACKING) }] };
  },
};
