import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { Known } from "@/lib/domain/world";
import { type ApiResource, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { METRICS, readKind, unknownKind } from "./read-kind";
import { startTimeLimit } from "./time-limit";
import {
  contendedNode,
  deploymentFacts,
  horizontalAutoscaler,
  nodeUse,
  podEvent,
  podUse,
  replicaSetFacts,
} from "./translate/contention";
import { contendedPod } from "./translate/contention-pod";
import type { Json } from "./translate/fields";

export interface ContentionOptions {
  /** For all kinds together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

const EVENT: ApiResource = { group: "", version: "v1", plural: "events" };
const REPLICA_SET: ApiResource = { group: "apps", version: "v1", plural: "replicasets" };
const DEPLOYMENT: ApiResource = { group: "apps", version: "v1", plural: "deployments" };
const AUTOSCALER: ApiResource = { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers" };

/**
 * What an analysis of a cold start goes by, side by side and of the whole cluster, for nodes are shared. Each kind is
 * read whole or is unknown with the reason; metrics and autoscalers may be absent. Never throws.
 */
export async function readContentionWorld(
  api: ApiClient,
  options: ContentionOptions,
): Promise<ContentionWorld> {
  const limit = startTimeLimit(options.timeoutMs, options.signal);
  const look = { api, pageSize: options.pageSize, signal: limit.signal };
  const read = <T>(resource: ApiResource, translate: (item: Json) => T | null) =>
    limit
      .race(readKind(look, resource, [null], translate))
      .catch((error: unknown): Known<T> => unknownKind(resource.plural, error));
  try {
    const [node, pod, event, replicaSet, deployment, autoscaler, nodes, pods] = await Promise.all([
      read(RESOURCES.node, contendedNode),
      read(RESOURCES.pod, contendedPod),
      read(EVENT, podEvent),
      read(REPLICA_SET, replicaSetFacts),
      read(DEPLOYMENT, deploymentFacts),
      read(AUTOSCALER, horizontalAutoscaler),
      read({ ...METRICS, plural: "nodes" }, nodeUse),
      read({ ...METRICS, plural: "pods" }, podUse),
    ]);
    return { node, pod, event, replicaSet, deployment, autoscaler, nodeUsage: nodes, podUsage: pods };
  } finally {
    limit.stop();
  }
}
