import { isFinished } from "./conditions";
import type { Claim, KubeObject, Pod, ResourceQuota } from "./objects";
import { containersWithout, podAmounts } from "./pod-resources";
import { addQuantities, formatQuantity, quantityOf } from "./quantity";
import type { Quantity } from "./quantity";
import { resourceKeyOf } from "./store";
import type { ObjectReader } from "./store";

const ONE: Quantity = { nano: 1_000_000_000n, format: "decimal" };
const COUNTED = ["pods", "secrets", "configmaps", "services", "resourcequotas"];
const CLAIM_KEY = /^(?:(.+)\.storageclass\.storage\.k8s\.io\/)?(persistentvolumeclaims|requests\.storage)$/;
const MUST_SPECIFY = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];

/**
 * Why the quotas of the object's namespace refuse it, in the API server's words (resourcequota admission plugin);
 * null when they do not. The first quota that fails is named, with only the keys that are exceeded.
 */
export function quotaRefusal(objects: ObjectReader, object: KubeObject): string | null {
  for (const quota of quotasFor(objects, object)) {
    const refusal = missingAmounts(quota, object) ?? exceeded(quota, object);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The quotas as they stand once the object is admitted. */
export function chargedQuotas(objects: ObjectReader, object: KubeObject): ResourceQuota[] {
  return quotasFor(objects, object).map((quota) => {
    const used = { ...quota.status.used };
    for (const [key, amount] of requested(quota, object)) {
      used[key] = formatQuantity(addQuantities(quantityOf(used[key]), amount));
    }
    return { ...quota, status: { ...quota.status, used } };
  });
}

/** How much of one quota key an object takes at `nowMs`; null when the key does not count it. */
export function usageOf(object: KubeObject, key: string, nowMs: number): Quantity | null {
  const resource = resourceKeyOf(object);
  if (resource === "events") return null;
  if (key === `count/${resource}`) return ONE;
  if (resource === "pods") return isCharged(object as Pod, nowMs) ? podUsage(object as Pod, key) : null;
  if (key === resource && COUNTED.includes(key)) return ONE;
  return resource === "persistentvolumeclaims" ? claimUsage(object as Claim, key) : null;
}

/** A key may speak of one storage class's claims alone (kubernetes pkg/quota/v1/evaluator/core/persistent_volume_claims.go). */
function claimUsage({ spec }: Claim, key: string): Quantity | null {
  const [, storageClass = spec.storageClassName, what] = CLAIM_KEY.exec(key) ?? [];
  if (what === undefined || storageClass !== spec.storageClassName) return null;
  return what === "persistentvolumeclaims" ? ONE : quantityOf(spec.resources?.requests?.storage);
}

/** Whether a quota's key counts claims, or what they ask for. */
export function isKeyOfClaims(key: string): boolean {
  return CLAIM_KEY.test(key);
}

/** Whether a quota's scopes take in the object; scopes speak of pods only. */
export function isInScope(quota: ResourceQuota, object: KubeObject): boolean {
  const scopes = quota.spec?.scopes ?? [];
  if (scopes.length === 0) return true;
  if (object.kind !== "Pod") return false;
  const pod = object as Pod;
  const isTerminating = (pod.spec.activeDeadlineSeconds ?? -1) >= 0;
  const isBestEffort = podAmounts(pod, "requests").size === 0 && podAmounts(pod, "limits").size === 0;
  return scopes.every((scope) => {
    if (scope === "Terminating") return isTerminating;
    if (scope === "NotTerminating") return !isTerminating;
    if (scope === "BestEffort") return isBestEffort;
    return scope === "NotBestEffort" && !isBestEffort;
  });
}

function quotasFor(objects: ObjectReader, object: KubeObject): ResourceQuota[] {
  const { namespace } = object.metadata;
  if (namespace === undefined) return [];
  const quotas = objects.list("resourcequotas", namespace) as ResourceQuota[];
  return quotas.filter((quota) => quota.status?.hard !== undefined && isInScope(quota, object));
}

function requested(quota: ResourceQuota, object: KubeObject): [key: string, amount: Quantity][] {
  const createdMs = Date.parse(object.metadata.creationTimestamp);
  return Object.keys(quota.status.hard ?? {})
    .sort()
    .map((key): [string, Quantity | null] => [key, usageOf(object, key, createdMs)])
    .filter((entry): entry is [string, Quantity] => entry[1] !== null && entry[1].nano > 0n);
}

function exceeded(quota: ResourceQuota, object: KubeObject): string | null {
  const { hard = {}, used = {} } = quota.status;
  const over = requested(quota, object).filter(
    ([key, amount]) => quantityOf(used[key]).nano + amount.nano > quantityOf(hard[key]).nano,
  );
  if (over.length === 0) return null;
  const print = (of: (key: string, amount: Quantity) => string) =>
    over.map(([key, amount]) => `${key}=${of(key, amount)}`).join(",");
  const ask = print((_, amount) => formatQuantity(amount));
  const have = print((key) => formatQuantity(quantityOf(used[key])));
  const most = print((key) => formatQuantity(quantityOf(hard[key])));
  return `exceeded quota: ${quota.metadata.name}, requested: ${ask}, used: ${have}, limited: ${most}`;
}

function missingAmounts(quota: ResourceQuota, object: KubeObject): string | null {
  if (object.kind !== "Pod") return null;
  const texts = MUST_SPECIFY.filter((key) => key in (quota.status.hard ?? {}))
    .sort()
    .map((key) => ({ key, names: containersWithout(object as Pod, fieldOf(key), key.replace(/^.*\./, "")) }))
    .filter(({ names }) => names.length > 0)
    .map(({ key, names }) => `${key} for: ${names.join(",")}`);
  return texts.length === 0 ? null : `failed quota: ${quota.metadata.name}: must specify ${texts.join("; ")}`;
}

function podUsage(pod: Pod, key: string): Quantity | null {
  if (key === "pods") return ONE;
  const name = key.replace(/^(requests|limits)\./, "");
  if (name.startsWith("count/") || key === "requests.storage") return null;
  return podAmounts(pod, fieldOf(key)).get(name) ?? null;
}

function fieldOf(key: string): "requests" | "limits" {
  return key.startsWith("limits.") ? "limits" : "requests";
}

/** A pod that ended, or whose deletion is overdue by a whole grace period, is charged no more (evaluator/core/pods.go). */
function isCharged(pod: Pod, nowMs: number): boolean {
  if (isFinished(pod)) return false;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  if (deletionTimestamp === undefined) return true;
  return nowMs <= Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}
