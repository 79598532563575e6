import type { ClusterAutoscaler, ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { Known } from "@/lib/domain/world";
import { type ApiResource, objectPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { ClusterError } from "./cluster-error";
import { METRICS, readKind, unknownKind, VERTICAL_GROUP } from "./read-kind";
import { startTimeLimit } from "./time-limit";
import {
  AUTOSCALER_STATUS,
  clusterAutoscaler,
  horizontalAutoscaler,
  verticalAutoscaler,
} from "./translate/autoscalers";
import {
  contendedNode,
  deploymentFacts,
  nodeUse,
  podEvent,
  podUse,
  replicaSetFacts,
} from "./translate/contention";
import { contendedPod } from "./translate/contention-pod";
import { type Json, record } from "./translate/fields";

export interface ContentionOptions {
  /** For all kinds together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

const EVENT: ApiResource = { group: "", version: "v1", plural: "events" };
const REPLICA_SET: ApiResource = { group: "apps", version: "v1", plural: "replicasets" };
const DEPLOYMENT: ApiResource = { group: "apps", version: "v1", plural: "deployments" };
const HORIZONTAL: ApiResource = { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers" };
const VERTICAL: ApiResource = { ...VERTICAL_GROUP, plural: "verticalpodautoscalers" };
const CONFIG_MAP: ApiResource = { group: "", version: "v1", plural: "configmaps" };

/**
 * What an analysis of a cold start goes by, side by side and of the whole cluster, for nodes are shared. Each kind is
 * read whole or is unknown with the reason; metrics, autoscalers and the cluster autoscaler's status may be absent. Never
 * throws.
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
    const [node, pod, event, replicaSet, deployment, horizontal, vertical, cluster, nodes, pods] =
      await Promise.all([
        read(RESOURCES.node, contendedNode),
        read(RESOURCES.pod, contendedPod),
        read(EVENT, podEvent),
        read(REPLICA_SET, replicaSetFacts),
        read(DEPLOYMENT, deploymentFacts),
        read(HORIZONTAL, horizontalAutoscaler),
        read(VERTICAL, verticalAutoscaler),
        limit
          .race(readClusterAutoscaler(api, limit.signal))
          .catch((error: unknown): Known<never> => unknownKind(CONFIG_MAP.plural, error)),
        read({ ...METRICS, plural: "nodes" }, nodeUse),
        read({ ...METRICS, plural: "pods" }, podUse),
      ]);
    return {
      ...{ node, pod, event, replicaSet, deployment, nodeUsage: nodes, podUsage: pods },
      ...{ horizontalAutoscaler: horizontal, verticalAutoscaler: vertical, clusterAutoscaler: cluster },
    };
  } finally {
    limit.stop();
  }
}

/** By its name, for the right to read every ConfigMap is more than this is worth. Never throws. */
async function readClusterAutoscaler(api: ApiClient, signal: AbortSignal): Promise<Known<ClusterAutoscaler>> {
  const path = objectPath(CONFIG_MAP, AUTOSCALER_STATUS.namespace, AUTOSCALER_STATUS.name);
  try {
    const { body, dateMs } = await api.send({ method: "GET", path, signal });
    const found = clusterAutoscaler(record(body));
    if (dateMs === null) throw new ClusterError("incomplete", 200, "The answer has no Date");
    return { state: "known", items: found === null ? [] : [found], dateMs };
  } catch (error) {
    if (error instanceof ClusterError && error.code === "not-found") return { state: "absent" };
    return unknownKind(CONFIG_MAP.plural, error);
  }
}
