import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import { type KubevirtRelease, releaseOf } from "@/lib/domain/capacity/charge";
import { defaultClassForDisks } from "@/lib/domain/capacity/storage-class";
import type { Known } from "@/lib/domain/world";
import type { ApiResource } from "./api-paths";
import type { ApiClient } from "./api-request";
import { METRICS, readKind, unknownKind } from "./read-kind";
import { startTimeLimit, type TimeLimit } from "./time-limit";
import { cpuAllocationRatio, nodeUsage, podUsage, storageClass } from "./translate/capacity";
import { record, text } from "./translate/fields";
import { type ViewKind, viewKinds } from "./view/view-kind";

const KUBEVIRT: ApiResource = { group: "kubevirt.io", version: "v1", plural: "kubevirts" };
const STORAGE_CLASS: ApiResource = { group: "storage.k8s.io", version: "v1", plural: "storageclasses" };

export interface CapacityOptions {
  readonly namespaces: readonly string[];
  /** For all kinds together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

/**
 * What capacity is told from, side by side: quotas and claims of our namespaces; nodes, pods, leases and metrics of the
 * whole cluster. Each is read whole, or it is unknown with the reason; metrics may be absent. Never throws.
 */
export async function readCapacityWorld(api: ApiClient, options: CapacityOptions): Promise<CapacityWorld> {
  const limit = startTimeLimit(options.timeoutMs, options.signal);
  const read = reader(api, options, limit);
  const kinds = viewKinds(options.namespaces);
  try {
    const [quota, claim, node, pod, lease, unwatched] = await Promise.all([
      read(kinds.quota),
      read(kinds.claim),
      read(kinds.node),
      read(kinds.everyPod),
      read(kinds.lease),
      readUnwatched(api, { ...options, signal: limit.signal }),
    ]);
    return { quota, claim, node, pod, lease, ...unwatched };
  } finally {
    limit.stop();
  }
}

export type Unwatched = Pick<
  CapacityWorld,
  "nodeUsage" | "podUsage" | "kubevirtRelease" | "cpuAllocationRatio" | "defaultStorageClass"
>;

/**
 * What of it is only asked: metrics.k8s.io has no watch, virt-api's version is no object, and the KubeVirt object and
 * StorageClasses hardly ever change. Never throws.
 */
export async function readUnwatched(
  api: ApiClient,
  options: Omit<CapacityOptions, "namespaces">,
): Promise<Unwatched> {
  const limit = startTimeLimit(options.timeoutMs, options.signal);
  const read = reader(api, options, limit);
  const everywhere = [null];
  const metrics = (plural: string) => ({ resource: { ...METRICS, plural }, scopes: everywhere });
  try {
    const [nodes, pods, kubevirtRelease, kubevirts, classes] = await Promise.all([
      read({ ...metrics("nodes"), translate: nodeUsage }),
      read({ ...metrics("pods"), translate: podUsage }),
      readRelease(api, limit.signal),
      read({ resource: KUBEVIRT, scopes: everywhere, translate: cpuAllocationRatio }),
      read({ resource: STORAGE_CLASS, scopes: everywhere, translate: storageClass }),
    ]);
    // A cluster has one KubeVirt object; an operator refuses a second.
    const ratio = kubevirts.state === "known" ? (kubevirts.items[0] ?? null) : null;
    const defaultStorageClass = classes.state === "known" ? defaultClassForDisks(classes.items) : null;
    const usage = { nodeUsage: nodes, podUsage: pods };
    return { ...usage, kubevirtRelease, cpuAllocationRatio: ratio, defaultStorageClass };
  } finally {
    limit.stop();
  }
}

type Readable<T> = Pick<ViewKind<T>, "resource" | "scopes" | "translate">;

function reader(api: ApiClient, { pageSize }: Pick<CapacityOptions, "pageSize">, limit: TimeLimit) {
  const look = { api, pageSize, signal: limit.signal };
  return <T>({ resource, scopes, translate }: Readable<T>) =>
    limit
      .race(readKind(look, resource, scopes, translate))
      .catch((error: unknown): Known<T> => unknownKind(resource.plural, error));
}

/** What virt-api says of itself; null where there is none or it does not say. */
async function readRelease(api: ApiClient, signal: AbortSignal): Promise<KubevirtRelease | null> {
  try {
    const path = "/apis/subresources.kubevirt.io/v1/version";
    const { body } = await api.send({ method: "GET", path, signal });
    return releaseOf(text(record(body).gitVersion));
  } catch {
    return null;
  }
}
