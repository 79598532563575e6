import { LABEL, MANAGED_BY } from "@/lib/domain/labels";
import type { NewMachine } from "../cluster";
import { groupHostname } from "./group-service";

/** Spreads all lab machines over the nodes by a label that they share: launcher pods get no default spread. */
export function spread(): Record<string, unknown> {
  return {
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "kubernetes.io/hostname",
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: { matchLabels: { [LABEL.managedBy]: MANAGED_BY } },
      },
    ],
  };
}

/** Host name and subdomain of a machine of a group; nothing for one alone. */
export function groupNames(machine: NewMachine): Record<string, unknown> {
  if (machine.groupServiceName === null) return {};
  return { hostname: groupHostname(machine.index), subdomain: machine.groupServiceName };
}
