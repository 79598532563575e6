import { RESOURCES } from "../resources";
import { NOTHING } from "../world";
import type { Change, Controller, Wake } from "../world";

/** Empties a namespace that is being deleted, and lets it go when nothing is left in it. */
export const namespaceLifecycle: Controller = {
  name: "namespace-lifecycle",

  wakes(change, { objects }) {
    if (change.resource === "namespaces")
      return ownNamespace(change.type === "DELETED", change.object.metadata.name);
    const name = change.object.metadata.namespace;
    if (change.type !== "DELETED" || name === undefined) return [];
    const namespace = objects.get("namespaces", undefined, name);
    return namespace?.metadata.deletionTimestamp === undefined ? [] : ownNamespace(false, name);
  },

  reconcile(target, world) {
    const namespace = world.objects.get("namespaces", undefined, target.name);
    if (namespace?.metadata.deletionTimestamp === undefined) return NOTHING;
    const inside = RESOURCES.filter((resource) => resource.isNamespaced).flatMap((resource) =>
      world.objects.list(resource.key, target.name),
    );
    const live = inside.filter((object) => object.metadata.deletionTimestamp === undefined);
    const changes = live.map((object): Change => ({ do: "delete", object, propagation: "Background" }));
    if (inside.length === 0)
      changes.push({ do: "update", object: { ...namespace, spec: { finalizers: [] } } });
    return { changes };
  },
};

function ownNamespace(isGone: boolean, name: string): Wake[] {
  return isGone ? [] : [{ resource: "namespaces", name }];
}
