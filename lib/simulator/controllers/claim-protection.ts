import { hasFinalizer, withoutFinalizer } from "../deletion";
import type { Pod } from "../objects";
import { NOTHING, ownWakes } from "../world";
import type { Controller } from "../world";

export const CLAIM_PROTECTION = "kubernetes.io/pvc-protection";

/**
 * Keeps a claim in deletion while a scheduled pod object names it, a finished one included
 * (pvc_protection_controller.go); a pod that was never scheduled does not protect it.
 */
export const claimProtection: Controller = {
  name: "claim-protection",

  wakes(change) {
    if (change.resource !== "pods") return ownWakes(change, "persistentvolumeclaims");
    const names = claimsOf(change.object as Pod);
    const { namespace } = change.object.metadata;
    return names.map((name) => ({ resource: "persistentvolumeclaims", namespace, name }));
  },

  reconcile(target, world) {
    const claim = world.objects.get(target.resource, target.namespace, target.name);
    if (claim?.metadata.deletionTimestamp === undefined || !hasFinalizer(claim, CLAIM_PROTECTION))
      return NOTHING;
    const pods = world.objects.list("pods", target.namespace) as Pod[];
    const isUsed = pods.some((pod) => pod.spec.nodeName !== undefined && claimsOf(pod).includes(target.name));
    if (isUsed) return NOTHING;
    return { changes: [{ do: "update", object: withoutFinalizer(claim, CLAIM_PROTECTION) }] };
  },
};

export function claimsOf(pod: Pod): string[] {
  return (pod.spec.volumes ?? [])
    .map((volume) => volume.persistentVolumeClaim?.claimName)
    .filter((name) => name !== undefined);
}
