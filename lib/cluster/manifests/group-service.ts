import { LABEL } from "@/lib/domain/labels";
import type { NewOwned } from "../cluster";
import { type Manifest, ownedMetadata } from "./manifest";

/** The headless Service by which the machines of a group find each other: machine-2.lab-<id> from the first second. */
export function groupService(service: NewOwned): Manifest {
  const { installationId, sessionId } = service.identity;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: ownedMetadata(service),
    spec: {
      clusterIP: "None",
      publishNotReadyAddresses: true,
      selector: { [LABEL.installation]: installationId, [LABEL.session]: sessionId },
    },
  };
}

/** Name of the n-th machine (from 1) within its group. */
export const groupHostname = (index: number): string => `machine-${index}`;
