import { LABEL, MANAGED_BY } from "@/lib/domain/labels";
import { passLeaseName } from "@/lib/domain/names";
import type { NewPassLease } from "../cluster";
import type { Manifest } from "./manifest";

/** Holds the number of the last pass, by which an old database is known (design law 10). */
export const PASS_NUMBER_ANNOTATION = "curfew.dev/pass-number";

export function passLease(lease: NewPassLease): Manifest {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name: passLeaseName(lease.installationId),
      namespace: lease.namespace,
      labels: {
        [LABEL.managedBy]: MANAGED_BY,
        [LABEL.environment]: lease.environment,
        [LABEL.installation]: lease.installationId,
      },
      annotations: { [PASS_NUMBER_ANNOTATION]: String(lease.number) },
      ...(lease.resourceVersion === null ? {} : { resourceVersion: lease.resourceVersion }),
    },
    spec: { holderIdentity: `pass-${lease.number}`, renewTime: microTime(lease.nowMs) },
  };
}

/** Lease times are refused unless they have exactly six fraction digits; JavaScript writes three. */
export function microTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "000Z");
}
