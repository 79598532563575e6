import type { Claim, KubeObject } from "../objects";
import type { ObjectReader } from "../store";

export const CLASSES = "storageclasses.storage.k8s.io";
const IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";
const SELECTED_NODE = "volume.kubernetes.io/selected-node";
/** The provisioner of classes whose volumes an admin makes by hand: here nobody does, so that nothing binds to one. */
export const NO_PROVISIONER = "kubernetes.io/no-provisioner";
/** A provisioner that is not running: its name is of the domain that is reserved for what is not there (RFC 2606). */
const SILENT = /(^|\.)invalid(\/|$)/;

interface StorageClass extends KubeObject {
  provisioner?: string;
  volumeBindingMode?: string;
}

/** Whether and by whom a claim gets its volume; a class that nobody made is taken for one that binds at once. */
export interface Provision {
  provisioner: string;
  /** Its class binds when a pod that names it has its node, not at once. */
  isOnDemand: boolean;
  /** It does, and no node was chosen yet. */
  isAwaitingNode: boolean;
  /** No volume will ever be made for it. */
  isByHand: boolean;
  /** One was asked for, and nobody answers. */
  isSilent: boolean;
}

export function provisionOf(claim: Claim, objects: ObjectReader): Provision {
  const found = objects.get(CLASSES, undefined, claim.spec.storageClassName ?? "");
  const { provisioner = "", volumeBindingMode } = (found ?? {}) as Partial<StorageClass>;
  const isOnDemand = volumeBindingMode === "WaitForFirstConsumer";
  return {
    provisioner,
    isOnDemand,
    isAwaitingNode: isOnDemand && claim.metadata.annotations?.[SELECTED_NODE] === undefined,
    isByHand: provisioner === NO_PROVISIONER,
    isSilent: SILENT.test(provisioner),
  };
}

/** The class of a claim that names none: the one that says so of itself, else the one that clusters call so. */
export function defaultClass(objects: ObjectReader): string {
  const found = objects.list(CLASSES).find(({ metadata }) => metadata.annotations?.[IS_DEFAULT] === "true");
  return found?.metadata.name ?? "standard";
}

export function isUnbound(claim: KubeObject): boolean {
  return (claim.status as { phase?: string } | undefined)?.phase !== "Bound";
}

/** The claim with the node that a pod which uses it is to run on, by which its volume is made. */
export function withSelectedNode(claim: Claim, node: string): Claim {
  const annotations = { ...claim.metadata.annotations, [SELECTED_NODE]: node };
  return { ...claim, metadata: { ...claim.metadata, annotations } };
}
