import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import { type KubevirtRelease, releaseOf } from "@/lib/domain/capacity/charge";
import type { Known } from "@/lib/domain/world";
import { type ApiResource, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { METRICS, readKind, unknownKind } from "./read-kind";
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
      .catch((error: unknown): Known<T> => unknownKind(resource.plural, error));
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
