import type { Claim, KubeObject, Pod } from "../objects";
import type { ObjectReader } from "../store";
import { NOTHING, ownWakes, targetOf } from "../world";
import type { Change, Controller } from "../world";
import { claimsOf } from "./claim-protection";

const CLAIMS = "persistentvolumeclaims";
const CLASSES = "storageclasses.storage.k8s.io";
const IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";
/** The provisioner of classes whose volumes an admin makes by hand: here nobody does, so that nothing binds to one. */
const NO_PROVISIONER = "kubernetes.io/no-provisioner";

interface StorageClass extends KubeObject {
  provisioner?: string;
  volumeBindingMode?: string;
}

/**
 * Binds claims to volumes of their class (kube-controller-manager, pv_controller.go): at once, or by the class's
 * volumeBindingMode WaitForFirstConsumer when a pod that names it has its node. A class that nobody made is taken for
 * one that binds at once.
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
    if (isAwaitingConsumer(claim, objects)) {
      const pods = objects.list("pods", target.namespace) as Pod[];
      const isUsed = pods.some(
        (pod) => pod.spec.nodeName !== undefined && claimsOf(pod).includes(target.name),
      );
      const text = "waiting for first consumer to be created before binding";
      if (!isUsed) return { changes: [said(claim, "Normal", "WaitForFirstConsumer", text)] };
    }
    if (!isUnprovisioned(claim, objects)) return { changes: [{ do: "update", object: bound(claim) }] };
    return {
      changes: [
        said(claim, "Warning", "ProvisioningFailed", `no volume plugin matched name: ${NO_PROVISIONER}`),
      ],
    };
  },
};

/** The class of a claim that names none: the one that says so of itself, else the one that clusters call so. */
export function defaultClass(objects: ObjectReader): string {
  const found = objects.list(CLASSES).find(({ metadata }) => metadata.annotations?.[IS_DEFAULT] === "true");
  return found?.metadata.name ?? "standard";
}

export function isUnbound(claim: KubeObject): boolean {
  return (claim.status as { phase?: string } | undefined)?.phase !== "Bound";
}

export function isAwaitingConsumer(claim: Claim, objects: ObjectReader): boolean {
  return classOf(claim, objects)?.volumeBindingMode === "WaitForFirstConsumer";
}

/** Whether no volume will ever be made for it. */
export function isUnprovisioned(claim: Claim, objects: ObjectReader): boolean {
  return classOf(claim, objects)?.provisioner === NO_PROVISIONER;
}

function classOf({ spec }: Claim, objects: ObjectReader): StorageClass | undefined {
  return objects.get(CLASSES, undefined, spec.storageClassName ?? "") as StorageClass | undefined;
}

function said(about: KubeObject, type: "Normal" | "Warning", reason: string, message: string): Change {
  return { do: "event", event: { about, type, reason, message, component: "persistentvolume-controller" } };
}

function bound(claim: KubeObject): KubeObject {
  const spec = (claim.spec ?? {}) as { accessModes?: string[]; resources?: { requests?: unknown } };
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
