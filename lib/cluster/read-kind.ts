import type { Known } from "@/lib/domain/world";
import { type ApiResource, collectionPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { itemFailure } from "./classify-failure";
import { ClusterError } from "./cluster-error";
import { hasApiGroup } from "./discovery";
import { listObjects } from "./list-objects";
import type { Json } from "./translate/fields";

export const METRICS = { group: "metrics.k8s.io", version: "v1beta1" };
export const VERTICAL_GROUP = { group: "autoscaling.k8s.io", version: "v1" };
/** APIs that a cluster may do without. */
const OPTIONAL_GROUPS: readonly string[] = [
  METRICS.group,
  VERTICAL_GROUP.group,
  "autoscaling",
  RESOURCES.vm.group,
];

export interface KindLook {
  readonly api: ApiClient;
  readonly pageSize: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * A kind read whole in each scope (null: the whole cluster): known, unknown with the reason, or absent where its optional
 * API is not installed. What `translate` has no word for is left out. Never throws.
 */
export async function readKind<T>(
  { api, pageSize, signal }: KindLook,
  resource: ApiResource,
  scopes: readonly (string | null)[],
  translate: (item: Json) => T | null,
): Promise<Known<T>> {
  try {
    const options = { translate, pageSize, signal };
    const lists = await Promise.all(
      scopes.map((namespace) => listObjects(api, collectionPath(resource, namespace), options)),
    );
    return {
      state: "known",
      items: lists.flatMap(({ items }) => items.filter((each) => each !== null)),
      dateMs: Math.min(...lists.map(({ dateMs }) => dateMs)),
    };
  } catch (error) {
    return (await isAbsent(api, resource, error, signal))
      ? { state: "absent" }
      : unknownKind(resource.plural, error);
  }
}

/** A restricted account gets 403 for a group that is not installed, so that too is a reason to ask discovery. */
async function isAbsent(
  api: ApiClient,
  { group }: ApiResource,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const mayBeAbsent = error instanceof ClusterError && (error.status === 404 || error.status === 403);
  if (!mayBeAbsent || !OPTIONAL_GROUPS.includes(group)) return false;
  try {
    return !(await hasApiGroup(api, group, { signal }));
  } catch {
    return false;
  }
}

export function unknownKind(resource: string, error: unknown): Known<never> {
  return { state: "unknown", failure: itemFailure(resource, error) };
}
