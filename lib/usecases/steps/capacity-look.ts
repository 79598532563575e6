import type { Cluster } from "@/lib/cluster/cluster";
import type { ViewedCapacity } from "@/lib/cluster/view/cluster-view";

/** How long a request waits for the first list of a view that has only begun. */
const PATIENCE_MS = 8000;

/** The cluster as capacity sees it, from the view that all pages share, with how old that is. Never throws. */
export function lookAtCapacity({ view }: Cluster): Promise<ViewedCapacity> {
  return view.capacity(PATIENCE_MS);
}
