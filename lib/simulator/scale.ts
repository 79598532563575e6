import { badRequest, methodNotAllowed, notFound, unsupportedMediaType } from "./api-error";
import type { Cluster } from "./cluster";
import type { ReplicaSet } from "./controllers/workloads/workload-objects";
import { isMap } from "./decoding/json";
import { mergePatch } from "./merge-patch";
import { readJson } from "./negotiation";
import type { KubeObject } from "./objects";
import { json, mediaTypeOf } from "./reply";
import type { Call, Reply } from "./reply";
import { commit } from "./update";
import type { Draft } from "./world";

const MERGED = ["application/merge-patch+json", "application/strategic-merge-patch+json"];

/** The scale of a Deployment or ReplicaSet, which `kubectl scale` changes: read, replaced, or merged into. */
export function handleScale(cluster: Cluster, call: Call): Reply {
  const { resource, namespace, name, verb, body } = call;
  const current = cluster.store.get(resource.key, namespace, name) as ReplicaSet | undefined;
  if (!current) throw notFound(resource, name);
  if (verb === "get") return json(200, scaleOf(current));
  if (verb !== "patch" && verb !== "update") throw methodNotAllowed();
  if (verb === "patch" && !MERGED.includes(mediaTypeOf(call.headers)))
    throw unsupportedMediaType(MERGED.join(", "));
  const sent = readJson(body, (text) => badRequest(`error decoding patch: ${text}`));
  const wanted = verb === "patch" ? mergePatch(scaleOf(current), sent) : sent;
  const replicas = isMap(wanted) && isMap(wanted.spec) ? (wanted.spec.replicas ?? 0) : null;
  if (typeof replicas !== "number")
    throw badRequest("the object provided is unrecognized (must be of type Scale)");
  const scaled: Draft = { ...current, spec: { ...current.spec, replicas } };
  const answer = commit(cluster, { ...call, subresource: "" }, current, scaled);
  return json(answer.status, scaleOf(answer.body as ReplicaSet));
}

export function isScalable({ kind }: Pick<KubeObject, "kind">): boolean {
  return kind === "Deployment" || kind === "ReplicaSet";
}

function scaleOf({ metadata, spec, status }: ReplicaSet) {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const labels = Object.entries(spec.selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: spec.replicas ?? 0 },
    status: { replicas: status?.replicas ?? 0, selector: labels.join(",") },
  };
}
