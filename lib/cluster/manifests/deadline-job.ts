import { MACHINES_ANNOTATION } from "@/lib/domain/labels";
import type { NewDeadlineJob } from "../cluster";
import { labelsOf, type Manifest } from "./manifest";

/** No image can be pulled from the reserved domain .invalid: should a pod ever be made of it, it does nothing. */
const NEVER_PULLED = "curfew.invalid/deadline:1";

/**
 * The Job that ends a session when nobody else does (design law 12). Parallelism 0 and no `completions`: it starts no
 * pod and never completes; at its deadline it fails, TTL 0 has it deleted, and all that it owns goes with it.
 */
export function deadlineJob(job: NewDeadlineJob): Manifest {
  if (!Number.isSafeInteger(job.activeDeadlineSeconds) || job.activeDeadlineSeconds <= 0) {
    throw new RangeError(`activeDeadlineSeconds ${job.activeDeadlineSeconds} is no whole number above 0`);
  }
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name: job.name,
      namespace: job.namespace,
      labels: labelsOf(job.identity),
      annotations: { [MACHINES_ANNOTATION]: String(job.machineCount) },
    },
    spec: {
      parallelism: 0,
      activeDeadlineSeconds: job.activeDeadlineSeconds,
      ttlSecondsAfterFinished: 0,
      backoffLimit: 0,
      template: { metadata: { labels: labelsOf(job.identity) }, spec: podSpec() },
    },
  };
}

/** Fit for the strictest Pod Security level and for any quota, since both look at the template as well. */
function podSpec(): Record<string, unknown> {
  const resources = { cpu: "1m", memory: "1Mi", "ephemeral-storage": "1Mi" };
  return {
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, runAsUser: 65534, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "deadline",
        image: NEVER_PULLED,
        resources: { requests: resources, limits: resources },
        securityContext: {
          allowPrivilegeEscalation: false,
          privileged: false,
          capabilities: { drop: ["ALL"] },
        },
      },
    ],
  };
}
