import type { Claim, KubeObject, Pod } from "../objects";
import type { ObjectReader } from "../store";
import { NOTHING, ownWakes, targetOf } from "../world";
import type { Change, Controller, Step } from "../world";
import { claimsOf } from "./claim-protection";
import { CLASSES, isUnbound, NO_PROVISIONER, provisionOf } from "./storage-classes";

const CLAIMS = "persistentvolumeclaims";

/**
 * Binds claims to volumes of their class (kube-controller-manager, pv_controller.go): at once, or by the class's
 * volumeBindingMode WaitForFirstConsumer when the scheduler has chosen a node for a pod that names it.
 */
export const claimBinding: Controller = {
  name: "claim-binding",

  wakes(change, { objects }) {
    if (change.resource === CLASSES)
      return objects
        .list(CLAIMS)
        .filter(isUnbound)
        .map((each) => targetOf(CLAIMS, each));
    if (change.resource !== "pods") return ownWakes(change, CLAIMS);
    const { namespace } = change.object.metadata;
    return claimsOf(change.object as Pod).map((name) => ({ resource: CLAIMS, namespace, name }));
  },

  reconcile(target, { objects }) {
    const claim = objects.get(CLAIMS, target.namespace, target.name) as Claim | undefined;
    if (claim?.metadata.deletionTimestamp !== undefined || !claim || !isUnbound(claim)) return NOTHING;
    const { provisioner, isAwaitingNode, isByHand, isSilent } = provisionOf(claim, objects);
    if (isAwaitingNode) return said(claim, "Normal", ...waitingFor(claim, objects));
    if (isByHand)
      return said(claim, "Warning", "ProvisioningFailed", `no volume plugin matched name: ${NO_PROVISIONER}`);
    if (isSilent) return said(claim, "Normal", "ExternalProvisioning", silence(provisioner));
    return { changes: [{ do: "update", object: bound(claim) }] };
  },
};

function waitingFor(claim: Claim, objects: ObjectReader): [reason: string, message: string] {
  const pods = objects.list("pods", claim.metadata.namespace) as Pod[];
  const users = pods.filter((pod) => claimsOf(pod).includes(claim.metadata.name));
  const names = users.filter(({ spec }) => !spec.nodeName).map(({ metadata }) => metadata.name);
  if (names.length === 0)
    return ["WaitForFirstConsumer", "waiting for first consumer to be created before binding"];
  const pod = names.length > 1 ? "pods" : "pod";
  return ["WaitForPodScheduled", `waiting for ${pod} ${names.join(",")} to be scheduled`];
}

function silence(provisioner: string): string {
  return (
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the ` +
    "system administrator. If volume creation is delayed, please verify that the provisioner is running and " +
    "correctly registered."
  );
}

function said(about: KubeObject, type: "Normal" | "Warning", reason: string, message: string): Step {
  const event: Change = {
    do: "event",
    event: { about, type, reason, message, component: "persistentvolume-controller" },
  };
  return { changes: [event] };
}

function bound(claim: Claim): Claim {
  const { spec } = claim;
  const annotations = {
    ...claim.metadata.annotations,
    "pv.kubernetes.io/bind-completed": "yes",
    "pv.kubernetes.io/bound-by-controller": "yes",
  };
  return {
    ...claim,
    metadata: { ...claim.metadata, annotations },
    spec: { ...spec, volumeName: `pvc-${claim.metadata.uid}` },
    status: { phase: "Bound", accessModes: spec.accessModes, capacity: spec.resources?.requests },
  };
}
