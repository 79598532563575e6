import { FOREGROUND, isDeletingForeground, isOrphaning, withoutFinalizer } from "../deletion";
import type { KubeObject, OwnerReference } from "../objects";
import { resourceOfKind } from "../resources";
import { resourceKeyOf } from "../store";
import type { ObjectReader, StoreChange } from "../store";
import { NOTHING, targetOf } from "../world";
import type { Change, Controller, Step, Target, Wake, World } from "../world";

/**
 * Deletes what has no owner left (kube-controller-manager, garbagecollector.go): an owner counts only with its very
 * UID and in the same namespace; one that is deleting in the foreground is waiting for its dependents.
 */
export const garbageCollector: Controller = {
  name: "garbage-collector",

  wakes(change, { objects }) {
    const { metadata } = change.object;
    const wakes: Wake[] = [];
    const isOwned = (metadata.ownerReferences?.length ?? 0) > 0;
    if (change.type !== "DELETED" && (isOwned || metadata.deletionTimestamp !== undefined)) {
      wakes.push(targetOf(change.resource, change.object));
    }
    if (change.type === "DELETED" || isDeletingForeground(change.object)) {
      for (const dependent of objects.dependentsOf(metadata.uid)) wakes.push(wakeOf(dependent));
    }
    return [...wakes, ...ownersOf(change, objects)];
  },

  reconcile(target, world) {
    const object = world.objects.get(target.resource, target.namespace, target.name);
    if (!object) return NOTHING;
    if (object.metadata.deletionTimestamp !== undefined) {
      if (isOrphaning(object)) return orphanDependents(object, world);
      if (!isDeletingForeground(object)) return NOTHING;
      return finishForeground(object, world);
    }
    return collect(object, world);
  },
};

function collect(object: KubeObject, world: World): Step {
  const owners = object.metadata.ownerReferences ?? [];
  if (owners.length === 0) return NOTHING;
  const solid: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  const changes: Change[] = [];
  for (const owner of owners) {
    const state = stateOf(owner, object, world);
    if (state === "solid") solid.push(owner);
    if (state === "waiting") waiting.push(owner);
    if (state === "elsewhere") changes.push(strayOwner(object, owner));
  }
  if (solid.length === owners.length) return { changes };
  if (solid.length > 0) {
    changes.push({
      do: "update",
      object: { ...object, metadata: { ...object.metadata, ownerReferences: solid } },
    });
    return { changes };
  }
  const isForeground = waiting.length > 0 && world.objects.dependentsOf(object.metadata.uid).length > 0;
  changes.push({ do: "delete", object, propagation: isForeground ? "Foreground" : existingPolicy(object) });
  return { changes };
}

function stateOf(owner: OwnerReference, object: KubeObject, world: World) {
  const resource = resourceOfKind(owner.apiVersion, owner.kind);
  // A kind that nobody serves cannot be looked up, so the real collector errs and leaves the object alone.
  if (!resource) return "solid";
  const found = world.objects.byUid(owner.uid);
  if (!found || found.metadata.name !== owner.name || found.kind !== owner.kind) return "absent";
  if (resource.isNamespaced && found.metadata.namespace !== object.metadata.namespace) return "elsewhere";
  return isDeletingForeground(found) ? "waiting" : "solid";
}

function finishForeground(object: KubeObject, world: World): Step {
  const dependents = world.objects.dependentsOf(object.metadata.uid);
  const isBlocked = dependents.some((dependent) =>
    dependent.metadata.ownerReferences?.some(
      (owner) => owner.uid === object.metadata.uid && owner.blockOwnerDeletion === true,
    ),
  );
  if (!isBlocked) return { changes: [{ do: "update", object: withoutFinalizer(object, FOREGROUND) }] };
  // A dependent that was already going in the background learns that it must now wait for its own dependents.
  const changes = dependents
    .filter(
      (dependent) => dependent.metadata.deletionTimestamp !== undefined && !isDeletingForeground(dependent),
    )
    .filter((dependent) => world.objects.dependentsOf(dependent.metadata.uid).length > 0)
    .filter((dependent) => dependent.kind !== "Pod" && !isOrphaning(dependent))
    .map((dependent): Change => ({ do: "delete", object: dependent, propagation: "Foreground" }));
  return { changes };
}

function orphanDependents(object: KubeObject, world: World): Step {
  const changes = world.objects.dependentsOf(object.metadata.uid).map((dependent): Change => {
    const ownerReferences = dependent.metadata.ownerReferences?.filter(
      (owner) => owner.uid !== object.metadata.uid,
    );
    return { do: "update", object: { ...dependent, metadata: { ...dependent.metadata, ownerReferences } } };
  });
  changes.push({ do: "update", object: withoutFinalizer(object, "orphan") });
  return { changes };
}

function strayOwner(object: KubeObject, owner: OwnerReference): Change {
  const where = object.metadata.namespace ?? "";
  const reference = `${owner.apiVersion}/${owner.kind}, namespace: ${where}, name: ${owner.name}, uid: ${owner.uid}`;
  const message = `ownerRef [${reference}] does not exist in namespace "${where}"`;
  const component = "garbage-collector-controller";
  return {
    do: "event",
    event: { about: object, type: "Warning", reason: "OwnerRefInvalidNamespace", message, component },
  };
}

function existingPolicy(object: KubeObject) {
  const finalizers = object.metadata.finalizers ?? [];
  if (finalizers.includes("orphan")) return "Orphan";
  return finalizers.includes(FOREGROUND) ? "Foreground" : "Background";
}

function ownersOf(change: StoreChange, objects: ObjectReader): Wake[] {
  const references = [
    ...(change.object.metadata.ownerReferences ?? []),
    ...(change.previous?.metadata.ownerReferences ?? []),
  ];
  return references
    .map((owner) => objects.byUid(owner.uid))
    .filter((owner) => owner !== undefined && isDeletingForeground(owner))
    .map((owner) => wakeOf(owner as KubeObject));
}

function wakeOf(object: KubeObject): Target {
  return targetOf(resourceKeyOf(object), object);
}
