import { badRequest, conflict, detailsOf, invalidOptions, notFound } from "../api-error";
import type { Cluster } from "../cluster";
import { decodeTyped } from "../decoding/decode";
import { isMap } from "../decoding/json";
import { apiTime } from "../conditions";
import { checkNamespace, createObject } from "../create";
import { mediaTypeOf } from "../reply";
import type { Call, Reply } from "../reply";
import { apiVersionOf } from "../resources";
import { checkPatched, decodePatch } from "../patch";
import { commit } from "../update";
import type { Draft } from "../world";
import { applyConfig } from "./apply";
import { decodeManagedFields, encodeManagedFields } from "./managed-fields";
import { rulesOf } from "./merge-rules";

/** Whether a PATCH is a server-side apply, which may make the object. */
export function isApply(call: Call): boolean {
  return mediaTypeOf(call.headers) === "application/apply-patch+yaml";
}

/** PATCH by server-side apply: 201 where it makes the object, which `checkMayCreate` must not refuse, else 200. */
export function handleApply(cluster: Cluster, call: Call, checkMayCreate: () => void): Reply {
  const { resource, namespace, name, search } = call;
  const manager = {
    name: search.get("fieldManager") ?? "",
    ...{ operation: "Apply" as const, apiVersion: apiVersionOf(resource), subresource: call.subresource },
  };
  if (manager.name === "") {
    const message = "Required value: is required for apply patch";
    throw invalidOptions("PatchOptions", { reason: "FieldValueRequired", field: "fieldManager", message });
  }
  const config = decodeConfig(call);
  const live = cluster.store.get(resource.key, namespace, name) ?? null;
  if (live === null && call.subresource !== "") throw notFound(resource, name);
  const { object, owners } = applyConfig({
    live,
    owners: decodeManagedFields(live?.metadata.managedFields ?? []),
    config,
    manager,
    isForced: ["1", "true"].includes(search.get("force") ?? ""),
    now: apiTime(cluster.nowMs()),
    rules: rulesOf(resource),
  });
  const managedFields = encodeManagedFields(owners);
  const wanted = checkPatched(call, object, live);
  if (live !== null) return commit(cluster, call, live, wanted, managedFields);
  checkMayCreate();
  if (config.metadata.uid) {
    const text = `uid mismatch: the provided object specified uid ${config.metadata.uid}, and no existing object was found`;
    throw conflict(resource.key, name, text, detailsOf(resource, name));
  }
  return createObject(cluster, call, wanted, managedFields);
}

/** What a manager wants of an object. Its status counts on the status subresource alone. */
function decodeConfig(call: Call): Draft {
  const { resource, body, subresource } = call;
  const sent = decodePatch(body, "error decoding YAML");
  if (!isMap(sent)) throw badRequest("error decoding YAML: not a map");
  const apiVersion = String(sent.apiVersion ?? "");
  const kind = String(sent.kind ?? "");
  if (apiVersion !== apiVersionOf(resource) || kind !== resource.kind) {
    const groupVersion = apiVersion.includes("/") || apiVersion === "" ? apiVersion || "/" : `/${apiVersion}`;
    throw badRequest(`invalid object type: ${groupVersion}, Kind=${kind}`);
  }
  const { metadata, ...rest } = decodeTyped(resource, { ...sent, metadata: sent.metadata ?? {} });
  if (metadata.managedFields) throw badRequest("metadata.managedFields must be nil");
  const { status, ...others } = rest;
  const isStatusKept = subresource === "status" || !resource.hasStatus;
  const config: Draft = {
    ...others,
    ...(isStatusKept && status !== undefined ? { status } : {}),
    metadata,
  };
  checkNamespace(config, call.namespace);
  return config;
}
