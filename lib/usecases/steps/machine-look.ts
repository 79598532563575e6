import type { Cluster } from "@/lib/cluster/cluster";
import type { ViewedMachines } from "@/lib/cluster/view/cluster-view";
import type { ItemFailure } from "@/lib/domain/session";
import type { World } from "@/lib/domain/world";

/** Who asks waits at most so long for the first list of a view that has only begun. */
const PATIENCE_MS = 3000;

/** The machines as the view that all pages share has them; what is not of the present is unknown. Never throws. */
export function lookAtMachines({ view }: Cluster, patienceMs = PATIENCE_MS): Promise<ViewedMachines> {
  return view.machines(patienceMs);
}

/** Why the machines are not known; null where they are. */
export function lookFailure({ vm, vmi, pod }: World): ItemFailure | null {
  for (const kind of [vm, vmi, pod]) if (kind.state === "unknown") return kind.failure;
  return null;
}
