import { ApiError } from "./api-error";
import type { Cluster } from "./cluster";
import { apiTime } from "./conditions";
import { BOOT, livesOf } from "./controllers/containers/life";
import { matchesLabels, parseLabelSelector } from "./label-selector";
import { isAlive } from "./nodes";
import type { KubeObject, Node, Pod } from "./objects";
import { podAmounts } from "./pod-resources";
import { json } from "./reply";
import type { Reply } from "./reply";
import type { ApiRequest } from "./request-path";

export const METRICS_GROUP = { group: "metrics.k8s.io", version: "v1beta1" };
/** A metrics server needs two scrapes of a pod before it says something of it. */
const FIRST_SIGHT_MS = 30_000;
const WINDOW = "20s";
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
  const nodes = (cluster.store.list("nodes") as Node[]).filter(isAlive);
  const pods = runningPods(cluster);
  return nodes.map((node) => {
    const on = pods.filter(({ spec }) => spec.nodeName === node.metadata.name).map(podUsage);
    const usage = on.reduce(add, SYSTEM);
    return { ...head(cluster, "NodeMetrics", node), usage: printed(usage) };
  });
}

function podMetrics(cluster: Cluster, namespace: string | undefined) {
  const alive = new Set(
    (cluster.store.list("nodes") as Node[]).filter(isAlive).map(({ metadata }) => metadata.name),
  );
  const seen = runningPods(cluster).filter(
    ({ metadata, spec, status }) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      alive.has(spec.nodeName ?? "") &&
      cluster.nowMs() - Date.parse(status.startTime ?? "") >= FIRST_SIGHT_MS,
  );
  return seen.map((pod) => {
    const usage = podUsage(pod);
    const share = {
      cores: usage.cores / pod.spec.containers.length,
      bytes: usage.bytes / pod.spec.containers.length,
    };
    const containers = pod.spec.containers.map(({ name }) => ({ name, usage: printed(share) }));
    return { ...head(cluster, "PodMetrics", pod), containers };
  });
}

function runningPods(cluster: Cluster): Pod[] {
  return (cluster.store.list("pods") as Pod[]).filter(({ status }) => status.phase === "Running");
}

/** What a pod uses: its containers' cores where they have a life of their own, else a share of what it asks for. */
function podUsage(pod: Pod): Usage {
  const asked = podAmounts(pod, "requests");
  const amount = (name: string) => Number(asked.get(name)?.nano ?? 0n) / 1e9;
  const lives = pod.metadata.annotations?.[BOOT] === undefined ? undefined : livesOf(pod);
  const cores = lives
    ? Object.values(lives).reduce((sum, life) => sum + (life.phase === "waiting" ? 0 : life.cores), 0)
    : Math.max(0.001, amount("cpu") * 0.4);
  return { cores, bytes: Math.max(8_000_000, amount("memory") * 0.6) };
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
