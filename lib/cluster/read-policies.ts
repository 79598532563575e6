import type { Seen } from "@/lib/domain/backstops";
import type { DeletingPolicy } from "@/lib/domain/kyverno-policy";
import { collectionPath } from "./api-paths";
import { itemFailure } from "./classify-failure";
import { ClusterError } from "./cluster-error";
import { hasApiGroup } from "./discovery";
import { listObjects } from "./list-objects";
import type { KindLook } from "./read-kind";
import type { Json } from "./translate/fields";
import { cleanupPolicy, deletingPolicy } from "./translate/kyverno-policies";

type Translate = (item: Json) => DeletingPolicy | null;
interface PolicyKind {
  readonly plural: string;
  readonly isNamespaced: boolean;
}
interface PolicyGroup {
  readonly group: string;
  /** The newest first, as releases of Kyverno came to serve them. */
  readonly versions: readonly string[];
  readonly translate: Translate;
  readonly kinds: readonly PolicyKind[];
}

export const KYVERNO_GROUP = "kyverno.io";
const GROUPS: readonly PolicyGroup[] = [
  {
    ...{ group: KYVERNO_GROUP, versions: ["v2", "v2beta1", "v2alpha1"], translate: cleanupPolicy },
    kinds: [
      { plural: "clustercleanuppolicies", isNamespaced: false },
      { plural: "cleanuppolicies", isNamespaced: true },
    ],
  },
  {
    ...{ group: "policies.kyverno.io", versions: ["v1", "v1beta1", "v1alpha1"], translate: deletingPolicy },
    kinds: [
      { plural: "deletingpolicies", isNamespaced: false },
      { plural: "namespaceddeletingpolicies", isNamespaced: true },
    ],
  },
];

/**
 * All policies by which Kyverno deletes on a schedule and that select a kind of ours, of the cluster and of `namespaces`:
 * whole, or unknown with the reason. Of a kind that no version serves there are none. Never throws.
 */
export async function readPolicies(
  look: KindLook,
  namespaces: readonly string[],
): Promise<Seen<DeletingPolicy>> {
  try {
    const lists = await Promise.all(GROUPS.map((group) => readGroup(look, group, namespaces)));
    return { state: "known", items: lists.flat() };
  } catch (error) {
    return { state: "unknown", failure: itemFailure("cleanuppolicies", error) };
  }
}

async function readGroup(
  look: KindLook,
  { group, versions, translate, kinds }: PolicyGroup,
  namespaces: readonly string[],
): Promise<DeletingPolicy[]> {
  if (!(await hasApiGroup(look.api, group, { signal: look.signal }))) return [];
  const lists = kinds.map(async ({ plural, isNamespaced }) => {
    for (const version of versions) {
      const scopes = isNamespaced ? namespaces : [null];
      const paths = scopes.map((scope) => collectionPath({ group, version, plural }, scope));
      const found = await listServed(look, paths, translate);
      if (found !== null) return found;
    }
    return [];
  });
  return (await Promise.all(lists)).flat();
}

/** null: this version does not serve the kind. Throws ClusterError. */
async function listServed(
  { api, pageSize, signal }: KindLook,
  paths: readonly string[],
  translate: Translate,
): Promise<DeletingPolicy[] | null> {
  try {
    const lists = await Promise.all(
      paths.map((path) => listObjects(api, path, { translate, pageSize, signal })),
    );
    return lists.flatMap(({ items }) => items.filter((item) => item !== null));
  } catch (error) {
    if (error instanceof ClusterError && error.status === 404) return null;
    throw error;
  }
}
