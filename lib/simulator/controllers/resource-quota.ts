import type { ResourceQuota } from "../objects";
import { addQuantities, formatQuantity } from "../quantity";
import type { Quantity } from "../quantity";
import { isInScope, isKeyOfClaims, usageOf } from "../quota";
import { RESOURCES } from "../resources";
import { NOTHING, ownWakes, targetOf } from "../world";
import type { Controller, World } from "../world";

const RESYNC_MS = 300_000;
const ZERO: Quantity = { nano: 0n, format: "decimal" };

/** Counts what is used. Admission counts up at once; counting down happens here, a moment after the delete. */
export const resourceQuota: Controller = {
  name: "resource-quota",

  wakes(change, { objects, settings }) {
    if (change.resource === "resourcequotas") return ownWakes(change, "resourcequotas");
    const { namespace } = change.object.metadata;
    if (namespace === undefined) return [];
    const afterMs = settings.delays.quotaSyncMs;
    return (objects.list("resourcequotas", namespace) as ResourceQuota[])
      .filter(({ spec }) =>
        Object.keys(spec?.hard ?? {}).some((key) => kindsOf(key).includes(change.resource)),
      )
      .map((quota) => ({ ...targetOf("resourcequotas", quota), afterMs }));
  },

  reconcile(target, world, nowMs) {
    const quota = world.objects.get(target.resource, target.namespace, target.name) as
      ResourceQuota | undefined;
    if (!quota || quota.metadata.deletionTimestamp !== undefined) return NOTHING;
    const { hard = {} } = quota.spec ?? {};
    const used = Object.fromEntries(Object.keys(hard).map((key) => [key, usedOf(quota, key, world, nowMs)]));
    // Empty maps are not printed: one that limits nothing keeps the status that it was made with, and admits all.
    const status = Object.keys(hard).length > 0 ? { hard, used } : {};
    return {
      changes: [{ do: "update", object: { ...quota, status } }],
      dueMs: nowMs + RESYNC_MS,
    };
  },
};

function usedOf(quota: ResourceQuota, key: string, world: World, nowMs: number): string {
  const objects = kindsOf(key).flatMap((resource) => world.objects.list(resource, quota.metadata.namespace));
  if (key.startsWith("count/") && !quota.spec?.scopes?.length) return String(objects.length);
  const sum = objects
    .filter((object) => isInScope(quota, object))
    .map((object) => usageOf(object, key, nowMs))
    .reduce<Quantity>((total, amount) => (amount ? addQuantities(total, amount) : total), ZERO);
  return formatQuantity(sum);
}

/** The kinds that a key can count: pods for amounts, else the one that it names. */
function kindsOf(key: string): string[] {
  if (isKeyOfClaims(key)) return ["persistentvolumeclaims"];
  const name = key.replace(/^count\//, "");
  if (name === "events") return [];
  const named = RESOURCES.find((resource) => resource.key === name);
  return named ? [named.key] : ["pods"];
}
