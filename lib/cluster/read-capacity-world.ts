import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import { type KubevirtRelease, releaseOf } from "@/lib/domain/capacity/charge";
import type { Known } from "@/lib/domain/world";
import { type ApiResource, collectionPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { itemFailure } from "./classify-failure";
import { ClusterError } from "./cluster-error";
import { hasApiGroup } from "./discovery";
import { listObjects } from "./list-objects";
import { startTimeLimit } from "./time-limit";
import {
  capacityNode,
  capacityPod,
  claim,
  nodeLease,
  nodeUsage,
  podUsage,
  quota,
} from "./translate/capacity";
import { type Json, record, text } from "./translate/fields";

export interface CapacityOptions {
  readonly namespaces: readonly string[];
  /** For all kinds together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

const METRICS = { group: "metrics.k8s.io", version: "v1beta1" };
const QUOTA: ApiResource = { group: "", version: "v1", plural: "resourcequotas" };
const CLAIM: ApiResource = { group: "", version: "v1", plural: "persistentvolumeclaims" };
/** Where kubelets renew their leases. */
const LEASE_NAMESPACE = "kube-node-lease";
const EVERYWHERE = [null];

/**
 * What capacity is told from, side by side: quotas and claims of our namespaces; nodes, pods, leases and metrics of the
 * whole cluster. Each is read whole, or it is unknown with the reason; metrics may be absent. Never throws.
 */
export async function readCapacityWorld(api: ApiClient, options: CapacityOptions): Promise<CapacityWorld> {
  const limit = startTimeLimit(options.timeoutMs, options.signal);
  const look = { api, pageSize: options.pageSize, signal: limit.signal };
  const read = <T>(
    resource: ApiResource,
    scopes: readonly (string | null)[],
    translate: (item: Json) => T | null,
  ) =>
    limit
      .race(readKind(look, resource, scopes, translate))
      .catch((error: unknown): Known<T> => unknown(resource.plural, error));
  try {
    const [quotas, claims, nodes, pods, leases, nodeMetrics, podMetrics, kubevirtRelease] = await Promise.all(
      [
        read(QUOTA, options.namespaces, quota),
        read(CLAIM, options.namespaces, claim),
        read(RESOURCES.node, EVERYWHERE, capacityNode),
        read(RESOURCES.pod, EVERYWHERE, capacityPod),
        read(RESOURCES.lease, [LEASE_NAMESPACE], nodeLease),
        read({ ...METRICS, plural: "nodes" }, EVERYWHERE, nodeUsage),
        read({ ...METRICS, plural: "pods" }, EVERYWHERE, podUsage),
        readRelease(api, limit.signal),
      ],
    );
    return {
      ...{ quota: quotas, claim: claims, node: nodes, pod: pods, lease: leases },
      ...{ nodeUsage: nodeMetrics, podUsage: podMetrics, kubevirtRelease },
    };
  } finally {
    limit.stop();
  }
}

interface Look {
  readonly api: ApiClient;
  readonly pageSize: number | undefined;
  readonly signal: AbortSignal;
}

/** What `translate` has no word for is left out. */
async function readKind<T>(
  { api, pageSize, signal }: Look,
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
      : unknown(resource.plural, error);
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
  if (!mayBeAbsent || group !== METRICS.group) return false;
  try {
    return !(await hasApiGroup(api, group, { signal }));
  } catch {
    return false;
  }
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

function unknown(resource: string, error: unknown): Known<never> {
  return { state: "unknown", failure: itemFailure(resource, error) };
}
