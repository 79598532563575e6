import { isDeepStrictEqual } from "node:util";
import {
  ApiError,
  badRequest,
  conflict,
  detailsOf,
  invalid,
  invalidOptions,
  notFound,
  staleUpdate,
  unsupportedMediaType,
} from "./api-error";
import { ownersAfterUpdate } from "./apply/apply";
import { decodeManagedFields, encodeManagedFields, isSameButTimes } from "./apply/managed-fields";
import type { ManagedEntry } from "./apply/managed-fields";
import { rulesOf } from "./apply/merge-rules";
import type { Cluster } from "./cluster";
import { apiTime } from "./conditions";
import { checkNamespace, decodeObject, withoutEmptyMaps } from "./create";
import { secretDefaults } from "./defaults";
import type { KubeObject } from "./objects";
import { jsonPatch, mergePatch, strategicPatch } from "./patch";
import { isDryRun, json, mediaTypeOf } from "./reply";
import type { Call, Reply } from "./reply";
import { apiVersionOf } from "./resources";
import { checkDecoding, validate } from "./validate";
import type { Draft } from "./world";

/** Kinds that may be replaced without a resourceVersion (AllowUnconditionalUpdate). */
const CONDITIONAL_ONLY = ["Lease"];

/** PUT on an object or its status. */
export function handleUpdate(cluster: Cluster, call: Call): Reply {
  const { resource, name, namespace } = call;
  if (name === "") throw badRequest("name must be provided");
  const sent = decodeObject(resource, call);
  if (sent.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${sent.metadata.name ?? ""}) does not match the name on the URL (${name})`,
    );
  }
  checkNamespace(sent, namespace);
  checkDecoding(resource, sent);
  const current = cluster.store.get(resource.key, namespace, name);
  if (!current) throw notFound(resource, name);
  const { uid, resourceVersion } = sent.metadata;
  if (uid && uid !== current.metadata.uid) throw wrongUid(call, uid, current);
  const isConditional = resource.isCustom || CONDITIONAL_ONLY.includes(resource.kind);
  if (!resourceVersion && isConditional) throw versionMissing(call);
  return commit(cluster, call, current, sent);
}

/** PATCH: merge, JSON, or (core kinds only) strategic merge. Server-side apply has a handler of its own. */
export function handlePatch(cluster: Cluster, call: Call): Reply {
  const { resource, name, namespace } = call;
  const type = mediaTypeOf(call.headers);
  const isStrategic = type === "application/strategic-merge-patch+json" && !resource.isCustom;
  if (type !== "application/merge-patch+json" && type !== "application/json-patch+json" && !isStrategic) {
    const strategic = resource.isCustom ? "" : "application/strategic-merge-patch+json, ";
    throw unsupportedMediaType(
      `application/json-patch+json, application/merge-patch+json, ${strategic}application/apply-patch+yaml`,
    );
  }
  checkNotForced(call);
  const patch = decodePatch(call.body, "error decoding patch");
  const current = cluster.store.get(resource.key, namespace, name);
  if (!current) throw notFound(resource, name);
  const apply = isStrategic ? strategicPatch : type.startsWith("application/json") ? jsonPatch : mergePatch;
  const patched = apply(current, patch) as Draft;
  checkPatched(call, patched, current);
  return commit(cluster, call, current, patched);
}

/** Throws what is refused of a patched object, whatever the patch: another name or UID, values that do not decode. */
export function checkPatched(call: Call, patched: Draft, current: KubeObject | null): void {
  const { resource, name } = call;
  if (patched.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${patched.metadata.name ?? ""}) does not match the name on the URL (${name})`,
    );
  }
  const { uid = "" } = patched.metadata;
  if (current !== null && uid !== current.metadata.uid) throw immutable(call, uid);
  checkDecoding(resource, patched);
}

/** Stores a changed object; `managedFields`, of an apply, says who owns its fields from then on. */
export function commit(
  cluster: Cluster,
  call: Call,
  current: KubeObject,
  wanted: Draft,
  managedFields?: ManagedEntry[],
): Reply {
  const { resource, name } = call;
  const version = wanted.metadata.resourceVersion;
  if (version && version !== current.metadata.resourceVersion) throw staleUpdate(resource, name);
  const changed = nextObject(call, current, resource.kind === "Secret" ? secretDefaults(wanted) : wanted);
  checkChange(call, current, changed);
  validate(resource, changed, name, true);
  const entries = managedFields ?? entriesAfterUpdate(cluster, call, current, changed);
  const next = withManagedFields(current, changed, entries);
  return json(200, isDryRun(call) ? next : cluster.update(next));
}

/** Only of an object that somebody has applied is it known who owns what. */
function entriesAfterUpdate(
  cluster: Cluster,
  call: Call,
  current: KubeObject,
  next: KubeObject,
): ManagedEntry[] {
  const known = current.metadata.managedFields ?? [];
  if (known.length === 0) return known;
  const name = call.search.get("fieldManager") ?? call.headers["user-agent"]?.split("/")[0] ?? "unknown";
  const apiVersion = apiVersionOf(call.resource);
  const manager = { name, operation: "Update" as const, apiVersion, subresource: call.subresource };
  const update = { manager, now: apiTime(cluster.nowMs()), rules: rulesOf(call.resource) };
  return encodeManagedFields(ownersAfterUpdate(decodeManagedFields(known), current, next, update));
}

/** A change of times alone is none. */
function withManagedFields(current: KubeObject, next: KubeObject, entries: ManagedEntry[]): KubeObject {
  const { managedFields: known, ...before } = current.metadata;
  const { managedFields: _sent, ...metadata } = next.metadata;
  const isSame = isDeepStrictEqual({ ...next, metadata }, { ...current, metadata: before });
  if (isSame && isSameButTimes(known, entries)) return current;
  return { ...next, metadata: { ...metadata, ...(entries.length > 0 ? { managedFields: entries } : {}) } };
}

function checkNotForced(call: Call): void {
  if (!["1", "true"].includes(call.search.get("force") ?? "")) return;
  const message = "Forbidden: may not be specified for non-apply patch";
  throw invalidOptions("PatchOptions", { reason: "FieldValueForbidden", field: "force", message });
}

/** What is stored: server-set metadata stays, status only through its subresource, and a new spec is a new generation. */
function nextObject(call: Call, current: KubeObject, wanted: Draft): KubeObject {
  const { resource } = call;
  const isStatus = call.subresource === "status";
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation } =
    current.metadata;
  const metadata = {
    ...(wanted.metadata as KubeObject["metadata"]),
    namespace: current.metadata.namespace,
    uid,
    creationTimestamp,
    generation,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    resourceVersion: current.metadata.resourceVersion,
  };
  const clean = withoutEmptyMaps(metadata);
  if (isStatus) return { ...current, status: wanted.status };
  const keepsStatus = resource.hasStatus && "status" in current;
  const { status: _sent, ...rest } = wanted;
  const next: KubeObject = { ...(resource.hasStatus ? rest : wanted), metadata: clean };
  if (keepsStatus) next.status = current.status;
  const isNewSpec = resource.hasGeneration && !isDeepStrictEqual(next.spec, current.spec);
  if (isNewSpec) next.metadata = { ...clean, generation: (generation ?? 0) + 1 };
  return next;
}

function checkChange(call: Call, current: KubeObject, next: KubeObject): void {
  const { resource, name } = call;
  if (current.metadata.deletionTimestamp !== undefined) {
    const added = (next.metadata.finalizers ?? []).filter(
      (one) => !current.metadata.finalizers?.includes(one),
    );
    if (added.length > 0) {
      const list = added.map((one) => `"${one}"`).join(", ");
      const text = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      const error = {
        reason: "FieldValueForbidden",
        field: "metadata.finalizers",
        message: `Forbidden: ${text}`,
      } as const;
      throw invalid(resource, name, [error], [error]);
    }
  }
  if (
    current.kind === "Secret" &&
    current.immutable === true &&
    !isDeepStrictEqual(current.data, next.data)
  ) {
    const message = "Forbidden: field is immutable when `immutable` is set";
    throw invalid(resource, name, [{ reason: "FieldValueForbidden", field: "data", message }]);
  }
  if (current.kind === "Job") checkJobTemplate(call, current, next);
}

function checkJobTemplate(call: Call, current: KubeObject, next: KubeObject): void {
  const [before, after] = [current, next].map((job) => (job.spec as { template?: unknown }).template);
  if (isDeepStrictEqual(before, after)) return;
  const message = `Invalid value: ${JSON.stringify(after)}: field is immutable`;
  throw invalid(call.resource, call.name, [{ reason: "FieldValueInvalid", field: "spec.template", message }]);
}

/** Reads a patch; one to apply, too, is taken as JSON only, which is YAML. */
export function decodePatch(body: string, prefix: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest(`${prefix}: unexpected end of JSON input`);
  }
}

function versionMissing({ resource, name }: Call): ApiError {
  const message = "Invalid value: 0: must be specified for an update";
  const text = `${resource.key} "${name}" is invalid: metadata.resourceVersion: ${message}`;
  const causes = [{ reason: "FieldValueInvalid", message, field: "metadata.resourceVersion" }];
  return new ApiError(422, "Invalid", text, { ...detailsOf(resource, name), causes });
}

function wrongUid({ resource, name, namespace }: Call, uid: string, current: KubeObject): ApiError {
  const key = `/registry/${resource.plural}/${namespace === undefined ? "" : `${namespace}/`}${name}`;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`;
  const text = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
  return conflict(resource.key, name, text, detailsOf(resource, name));
}

function immutable({ resource, name }: Call, uid: string): ApiError {
  const message = `Invalid value: "${uid}": field is immutable`;
  const error = { reason: "FieldValueInvalid", field: "metadata.uid", message } as const;
  return invalid(resource, name, [error], [error]);
}
