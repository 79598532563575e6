import type { Claim, Pod } from "../../objects";
import type { ObjectReader } from "../../store";
import { claimsOf } from "../claim-protection";
import { isUnbound, provisionOf } from "../storage-classes";

/** What the volumes of a pod say to its being scheduled (kube-scheduler, plugins volumebinding and binder.go). */
export interface ClaimVerdict {
  /** Why no node will do, in the scheduler's words. */
  problem: string | null;
  /** Claims that are bound on demand, once a node is chosen for the pod. */
  onDemand: Claim[];
  /** Whether a node was chosen for them, so that the pod waits for their volumes. */
  isBinding: boolean;
}

export function judgeClaims(pod: Pod, objects: ObjectReader): ClaimVerdict {
  const verdict: ClaimVerdict = { problem: null, onDemand: [], isBinding: false };
  for (const name of claimsOf(pod)) {
    const claim = objects.get("persistentvolumeclaims", pod.metadata.namespace, name) as Claim | undefined;
    if (!claim) return { ...verdict, problem: `persistentvolumeclaim "${name}" not found. not found` };
    if (claim.metadata.deletionTimestamp !== undefined)
      return { ...verdict, problem: `persistentvolumeclaim "${name}" is being deleted` };
    if (!isUnbound(claim)) continue;
    const { isOnDemand, isAwaitingNode, isByHand } = provisionOf(claim, objects);
    if (!isOnDemand) return { ...verdict, problem: "pod has unbound immediate PersistentVolumeClaims" };
    if (isByHand) return { ...verdict, problem: noneToBind(objects.list("nodes").length) };
    if (isAwaitingNode) verdict.onDemand.push(claim);
    else verdict.isBinding = true;
  }
  return verdict;
}

function noneToBind(nodes: number): string {
  return `${nodes} node(s) didn't find available persistent volumes to bind`;
}
