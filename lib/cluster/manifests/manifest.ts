import { sessionLabels } from "@/lib/domain/labels";
import type { NewOwned, SessionIdentity } from "../cluster";

/** A Kubernetes object as it is sent. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}
export interface ManifestMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly resourceVersion?: string;
}
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
  readonly blockOwnerDeletion: boolean;
}

/** Metadata of an object that dies with its session's deadline Job. An empty UID would have it deleted at once. */
export function ownedMetadata(object: NewOwned): ManifestMetadata {
  if (object.owner.uid === "") throw new Error(`${object.name} has no owner UID`);
  return {
    name: object.name,
    namespace: object.namespace,
    labels: labelsOf(object.identity),
    ownerReferences: [
      {
        apiVersion: "batch/v1",
        kind: "Job",
        name: object.owner.name,
        uid: object.owner.uid,
        controller: false,
        blockOwnerDeletion: false,
      },
    ],
  };
}

export function labelsOf(identity: SessionIdentity): Readonly<Record<string, string>> {
  return sessionLabels(identity);
}
