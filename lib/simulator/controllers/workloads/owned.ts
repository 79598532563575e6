import type { KubeObject } from "../../objects";
import type { World } from "../../world";

/** What an object controls of a kind, oldest first. */
export function controlledBy<T extends KubeObject>(owner: KubeObject, kind: string, world: World): T[] {
  const owned = world.objects.dependentsOf(owner.metadata.uid).filter((one) => one.kind === kind);
  const mine = owned.filter(({ metadata }) =>
    metadata.ownerReferences?.some(
      ({ uid, controller }) => uid === owner.metadata.uid && controller === true,
    ),
  );
  return mine.sort((a, b) => a.metadata.creationTimestamp.localeCompare(b.metadata.creationTimestamp)) as T[];
}

export function controllerRef({ apiVersion, kind, metadata }: KubeObject) {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
