import type { Charge } from "./charge";
import type { Nano, Quantity } from "./quantity";

/** A ResourceQuota, in plain values. */
export interface Quota {
  readonly namespace: string;
  readonly name: string;
  readonly scopes: readonly QuotaScope[];
  readonly resources: readonly QuotaResource[];
}
export interface QuotaResource {
  /** "requests.memory", "count/virtualmachines.kubevirt.io" … */
  readonly key: string;
  readonly hard: Quantity;
  /** null: the quota controller has not written it yet; the API server refuses everything until it has. */
  readonly used: Quantity | null;
}

/** Which objects a quota counts: only those that every one of its scopes takes in. */
export type QuotaScope =
  | { readonly name: "Terminating" | "NotTerminating" | "BestEffort" | "NotBestEffort" }
  | {
      readonly name: "PriorityClass";
      readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
      readonly values: readonly string[];
    }
  /** One that does not bear on our machines, or that we do not know. */
  | { readonly name: "other"; readonly text: string };

/** What scopes ask of a pod. */
export interface PodTraits {
  /** activeDeadlineSeconds is set: what Kubernetes calls "Terminating" here has nothing to do with deletion. */
  readonly hasDeadline: boolean;
  readonly isBestEffort: boolean;
  readonly priorityClass: string | null;
}

/** A launcher pod or lab pod as this product makes them. */
export const traitsOfKind = (kind: "vm" | "pod"): PodTraits => ({
  hasDeadline: kind === "pod",
  isBestEffort: false,
  priorityClass: null,
});

/** Does a quota with these scopes count this pod? A scope that is not known counts it: the careful answer. */
export function isInScopes(scopes: readonly QuotaScope[], pod: PodTraits): boolean {
  return scopes.every((scope) => isInScope(scope, pod));
}

/** A quota with scopes counts pods alone: other objects have none that could match. */
export function countsKey({ scopes }: Pick<Quota, "scopes">, key: string): boolean {
  return scopes.length === 0 || isKeyOfPods(key);
}

/** Does a key count what is claimed of one storage class? */
export function isKeyOfClass(key: string): boolean {
  return key.includes(".storageclass.storage.k8s.io/");
}

/** Does a key count pods or what they ask for? */
export function isKeyOfPods(key: string): boolean {
  const isOfPods = /^(?:count\/)?pods$|^(?:(?:requests|limits)\.)?(?:cpu|memory|ephemeral-storage)$/.test(
    key,
  );
  return isOfPods || /^(?:requests\.)?hugepages-|^requests\.[^/]+\//.test(key);
}

function isInScope(scope: QuotaScope, pod: PodTraits): boolean {
  switch (scope.name) {
    case "Terminating":
      return pod.hasDeadline;
    case "NotTerminating":
      return !pod.hasDeadline;
    case "BestEffort":
      return pod.isBestEffort;
    case "NotBestEffort":
      return !pod.isBestEffort;
    case "PriorityClass":
      return isInPriority(scope, pod.priorityClass);
    case "other":
      return true;
  }
}

function isInPriority(scope: QuotaScope & { name: "PriorityClass" }, priorityClass: string | null): boolean {
  switch (scope.operator) {
    case "In":
      return priorityClass !== null && scope.values.includes(priorityClass);
    case "NotIn":
      return priorityClass === null || !scope.values.includes(priorityClass);
    case "Exists":
      return priorityClass !== null;
    case "DoesNotExist":
      return priorityClass === null;
  }
}

/** Something that is charged, or will be, in one namespace. */
export interface Charged {
  readonly namespace: string;
  readonly charge: Charge;
  readonly traits: PodTraits;
}

/** What of these a quota counts for one of its keys. */
export function countedFor(
  quota: Pick<Quota, "namespace" | "scopes">,
  key: string,
  all: readonly Charged[],
): Nano {
  if (!countsKey(quota, key)) return 0n;
  return all
    .filter((each) => each.namespace === quota.namespace && isInScopes(quota.scopes, each.traits))
    .reduce((sum, { charge }) => sum + (charge[key] ?? 0n), 0n);
}
