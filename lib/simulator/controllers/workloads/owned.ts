import type { KubeObject, OwnerReference } from "../../objects";
import type { World } from "../../world";

/** What an object controls of a kind, oldest first. */
export function controlledBy<T extends KubeObject>(owner: KubeObject, kind: string, world: World): T[] {
  const owned = world.objects.dependentsOf(owner.metadata.uid).filter((one) => one.kind === kind);
  const mine = owned.filter((one) => owningController(one)?.uid === owner.metadata.uid);
  return mine.sort((a, b) => a.metadata.creationTimestamp.localeCompare(b.metadata.creationTimestamp)) as T[];
}

/** The one owner that controls an object; undefined where none does. */
export function owningController({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** The reference by which an object controls another: it goes with it, and holds up its foreground deletion. */
export function controllerRef({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
