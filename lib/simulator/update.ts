import { isDeepStrictEqual } from "node:util";
import { ApiError, badRequest, conflict, detailsOf, invalid, notFound, staleUpdate } from "./api-error";
import { ownersAfterUpdate } from "./apply/apply";
import { decodeManagedFields, encodeManagedFields, isSameButTimes } from "./apply/managed-fields";
import type { ManagedEntry } from "./apply/managed-fields";
import { rulesOf } from "./apply/merge-rules";
import type { Cluster } from "./cluster";
import { apiTime } from "./conditions";
import { checkNamespace, decodeObject, withoutEmptyMaps } from "./create";
import { secretDefaults } from "./defaults";
import type { KubeObject, Pod } from "./objects";
import { isDryRun, json } from "./reply";
import type { Call, Reply } from "./reply";
import { apiVersionOf } from "./resources";
import { checkDecoding, validate } from "./validate";
import { podUpdateErrors } from "./validate-pod-update";
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
  const wanted = checkDecoding(resource, sent);
  const current = cluster.store.get(resource.key, namespace, name);
  if (!current) throw notFound(resource, name);
  const { uid, resourceVersion } = wanted.metadata;
  if (uid && uid !== current.metadata.uid) throw wrongUid(call, uid, current);
  const isConditional = resource.isCustom || CONDITIONAL_ONLY.includes(resource.kind);
  if (!resourceVersion && isConditional) throw versionMissing(call);
  return commit(cluster, call, current, wanted);
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
  if (isStatus) return { ...current, status: statusOf(current, wanted) };
  // Nobody but KubeVirt writes an instance's status: its webhook takes back what others do (vmi-mutator.go).
  const isKept = resource.hasStatus || resource.kind === "VirtualMachineInstance";
  const keepsStatus = isKept && "status" in current;
  const { status: _sent, ...rest } = wanted;
  const next: KubeObject = { ...(isKept ? rest : wanted), metadata: clean };
  if (keepsStatus) next.status = current.status;
  const isNewSpec = resource.hasGeneration && !isDeepStrictEqual(next.spec, current.spec);
  if (isNewSpec) next.metadata = { ...clean, generation: (generation ?? 0) + 1 };
  return next;
}

/** What a kind prints of its status even where a client sends nothing of it. */
function statusOf(current: KubeObject, { status }: Draft): object {
  const sent = (status ?? {}) as object;
  if (current.kind === "Node") return { conditions: [], allocatable: {}, ...sent };
  return current.kind === "Pod" ? { phase: (current as Pod).status.phase, ...sent } : sent;
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
  if (current.kind === "Pod") {
    const errors = podUpdateErrors(current as Pod, next as Pod);
    if (errors.length > 0) throw invalid(resource, name, errors);
  }
}

function checkJobTemplate(call: Call, current: KubeObject, next: KubeObject): void {
  const [before, after] = [current, next].map((job) => (job.spec as { template?: unknown }).template);
  if (isDeepStrictEqual(before, after)) return;
  const message = `Invalid value: ${JSON.stringify(after)}: field is immutable`;
  throw invalid(call.resource, call.name, [{ reason: "FieldValueInvalid", field: "spec.template", message }]);
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
