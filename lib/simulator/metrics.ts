import { ApiError } from "./api-error";
import type { Cluster } from "./cluster";
import { apiTime } from "./conditions";
import { coresOfNode } from "./controllers/containers/cpu-share";
import { served } from "./controllers/containers/node-shares";
import { matchesLabels, parseLabelSelector } from "./label-selector";
import { isAlive } from "./nodes";
import type { KubeObject, Node, Pod } from "./objects";
import { quantityOf } from "./quantity";
import { json } from "./reply";
import type { Reply } from "./reply";
import type { ApiRequest } from "./request-path";

export const METRICS_GROUP = { group: "metrics.k8s.io", version: "v1beta1" };
/** A metrics server needs two scrapes of a pod before it says something of it. */
const FIRST_SIGHT_MS = 30_000;
const WINDOW = "20s";
const LEAST_BYTES = 8_000_000;
/** Of the kubelet, the runtime and the kernel, in no pod. */
const SYSTEM = { cores: 0.18, bytes: 1_150_000_000 };

interface Usage {
  cores: number;
  bytes: number;
}

/** metrics.k8s.io/v1beta1 for nodes and pods, as metrics-server prints it: CPU in n, memory in Ki. No watch. */
export function handleMetrics(cluster: Cluster, request: ApiRequest, search: URLSearchParams): Reply {
  const { plural, namespace, name, verb } = request;
  const all = plural === "nodes" ? nodeMetrics(cluster) : podMetrics(cluster, namespace);
  if (verb === "get") {
    const one = all.find(({ metadata }) => metadata.name === name);
    if (!one) {
      const text = `${plural === "nodes" ? "nodemetrics" : "podmetrics"}.metrics.k8s.io "${name}" not found`;
      throw new ApiError(404, "NotFound", text, { name, group: METRICS_GROUP.group, kind: plural });
    }
    return json(200, one);
  }
  const selector = parseLabelSelector(search.get("labelSelector") ?? "");
  const items = all.filter(({ metadata }) => matchesLabels(selector, metadata.labels ?? {}));
  const kind = plural === "nodes" ? "NodeMetricsList" : "PodMetricsList";
  return json(200, { kind, apiVersion: "metrics.k8s.io/v1beta1", metadata: {}, items });
}

function nodeMetrics(cluster: Cluster) {
  return usageByNode(cluster).map(({ node, used }) => {
    const usage = used.map(({ usage }) => usage).reduce(add, SYSTEM);
    return { ...head(cluster, "NodeMetrics", node), usage: printed(usage) };
  });
}

function podMetrics(cluster: Cluster, namespace: string | undefined) {
  const used = usageByNode(cluster).flatMap((each) => each.used);
  const byPod = new Map<Pod, typeof used>();
  for (const one of used) byPod.set(one.pod, [...(byPod.get(one.pod) ?? []), one]);
  const seen = [...byPod].filter(
    ([{ metadata, status }]) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      cluster.nowMs() - Date.parse(status.startTime ?? "") >= FIRST_SIGHT_MS,
  );
  return seen.map(([pod, each]) => {
    const containers = each.map(({ container, usage }) => ({ name: container.name, usage: printed(usage) }));
    return { ...head(cluster, "PodMetrics", pod), containers };
  });
}

/** What each running container uses, by live nodes: the cores that it gets there, and a share of the memory that it asks for. */
function usageByNode({ store }: Cluster) {
  const byNode = new Map<string, Pod[]>();
  for (const pod of store.list("pods") as Pod[]) {
    const { nodeName } = pod.spec;
    if (nodeName === undefined || pod.status.phase !== "Running") continue;
    const pods = byNode.get(nodeName);
    if (pods) pods.push(pod);
    else byNode.set(nodeName, [pod]);
  }
  const nodes = (store.list("nodes") as Node[]).filter(isAlive);
  return nodes.map((node) => ({ node, used: usageOn(node, byNode.get(node.metadata.name) ?? []) }));
}

function usageOn(node: Node, pods: readonly Pod[]) {
  return served(coresOfNode(node), pods).map(({ pod, container, cores }) => {
    const asked = Number(quantityOf(container.resources?.requests?.memory).nano) / 1e9;
    return { pod, container, usage: { cores, bytes: Math.max(LEAST_BYTES, asked * 0.6) } };
  });
}

function head(cluster: Cluster, kind: string, { metadata }: KubeObject) {
  const { name, namespace, labels } = metadata;
  const now = apiTime(cluster.nowMs());
  const own = { name, ...(namespace === undefined ? {} : { namespace }), creationTimestamp: now, labels };
  return { kind, apiVersion: "metrics.k8s.io/v1beta1", metadata: own, timestamp: now, window: WINDOW };
}

function printed({ cores, bytes }: Usage) {
  return { cpu: `${Math.round(cores * 1e9)}n`, memory: `${Math.round(bytes / 1024)}Ki` };
}

function add(a: Usage, b: Usage): Usage {
  return { cores: a.cores + b.cores, bytes: a.bytes + b.bytes };
}
