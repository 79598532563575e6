import { randomUUID } from "node:crypto";
import { ApiError, badRequest, forbidden, methodNotAllowed, notFound } from "./api-error";
import type { ManagedEntry } from "./apply/managed-fields";
import { randomSuffix } from "./random-suffix";
import type { Cluster } from "./cluster";
import { decodeTyped } from "./decoding/decode";
import { withDefaults } from "./defaults";
import { limitedByRange } from "./limit-range";
import { checkContentType, readJsonObject } from "./negotiation";
import type { KubeObject } from "./objects";
import { withQosClass } from "./pod-defaults";
import { isDryRun, json } from "./reply";
import type { Call, Reply } from "./reply";
import { apiVersionOf, resourceOf } from "./resources";
import type { Resource } from "./resources";
import { checkDecoding, validate } from "./validate";
import type { Draft } from "./world";

/** POST on a collection. The order of the refusals is the API server's: decode, namespace, defaults, 422, quota, 409. */
export function handleCreate(cluster: Cluster, call: Call): Reply {
  const { resource } = call;
  const decoded = decodeObject(resource, call);
  if (resource.isNamespaced && call.namespace === undefined)
    throw badRequest("an empty namespace may not be set during creation");
  if (call.name !== "") throw methodNotAllowed();
  checkNamespace(decoded, call.namespace);
  return createObject(cluster, call, decoded);
}

/** Stores a decoded object, with who owns its fields where it was applied. */
export function createObject(
  cluster: Cluster,
  call: Call,
  decoded: Draft,
  managedFields?: ManagedEntry[],
): Reply {
  const { resource } = call;
  const namespace = resource.isNamespaced ? call.namespace : undefined;
  if (decoded.metadata.resourceVersion) {
    throw new ApiError(500, "", "resourceVersion should not be set on objects to be created");
  }
  const { draft, warnings } = pruned(call, decoded);
  const sent = checkDecoding(resource, draft);
  if (namespace !== undefined) admitNamespace(cluster, resource, namespace, sent);
  const uid = randomUUID();
  const name = finalName(resource, sent);
  const metadata = { ...serverFields(sent), ...(managedFields ? { managedFields } : {}) };
  const named: Draft = { ...sent, metadata: { ...metadata, name, namespace, uid } };
  const whole = withQosClass(limitedByRange(cluster.store, resource, withDefaults(named, uid)));
  validate(resource, whole, name);
  const created = cluster.create(whole, isDryRun(call));
  return json(201, isDryRun(call) ? withoutVersion(created) : created, warnings);
}

/** What was only tried has no version. */
function withoutVersion(object: KubeObject): object {
  const { resourceVersion: _none, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Reads a body as an object of the kind; throws the 400 or 415 of the decoder. */
export function decodeObject(resource: Resource, { body, headers }: Call): Draft {
  checkContentType(headers);
  const sent: Partial<Draft> = readJsonObject(body, resource.kind);
  if (resource.isCustom && !sent.kind) {
    const prefix = `the object provided is unrecognized (must be of type ${resource.kind}): `;
    throw badRequest(`${prefix}Object 'Kind' is missing in '${body}' (${body})`);
  }
  const expected = apiVersionOf(resource);
  const actual = String(sent.apiVersion ?? expected);
  if (actual !== expected) {
    const text = `the API version in the data (${actual}) does not match the expected API version (${expected})`;
    throw badRequest(text);
  }
  if (sent.kind !== undefined && sent.kind !== resource.kind) {
    throw badRequest(
      `${resource.kind} in version "${resource.version}" cannot be handled as a ${String(sent.kind)}`,
    );
  }
  const metadata = sent.metadata ?? {};
  return decodeTyped(resource, { ...sent, apiVersion: expected, kind: resource.kind, metadata });
}

export function checkNamespace(sent: Draft, namespace: string | undefined): void {
  const own = sent.metadata.namespace;
  if (own === undefined || own === "" || own === namespace) return;
  throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

function admitNamespace(cluster: Cluster, resource: Resource, namespace: string, sent: Draft): void {
  const found = cluster.store.get("namespaces", undefined, namespace);
  if (!found) throw notFound(resourceOf("namespaces"), namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const text = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(resource, sent.metadata.name ?? "", text);
}

function finalName(resource: Resource, { metadata }: Draft): string {
  if (metadata.name) return metadata.name;
  if (metadata.generateName) return `${metadata.generateName}${randomSuffix()}`;
  const message = "Required value: name or generateName is required";
  const text = `${resource.kind} "" is invalid: metadata.name: ${message}`;
  const causes = [{ reason: "FieldValueRequired", message, field: "metadata.name" }];
  throw new ApiError(422, "Invalid", text, { kind: resource.kind, causes });
}

/** Metadata that only the server sets is dropped from what a client sends. */
function serverFields({ metadata }: Draft): Draft["metadata"] {
  const { uid, resourceVersion, generation, creationTimestamp, deletionTimestamp, ...rest } = metadata;
  const { deletionGracePeriodSeconds, managedFields, ...kept } = rest;
  void [uid, resourceVersion, generation, creationTimestamp, deletionTimestamp];
  void [deletionGracePeriodSeconds, managedFields];
  return withoutEmptyMaps(kept);
}

/** The API prints no labels and no annotations where there are none. */
export function withoutEmptyMaps<M extends Draft["metadata"]>(metadata: M): M {
  const filled = (map: Record<string, string> | undefined) =>
    map && Object.keys(map).length > 0 ? map : undefined;
  const maps = { labels: filled(metadata.labels), annotations: filled(metadata.annotations) };
  return JSON.parse(JSON.stringify({ ...metadata, ...maps })) as M;
}

const MACHINE_FIELDS = [
  "running",
  "runStrategy",
  "template",
  "dataVolumeTemplates",
  "instancetype",
  "preference",
  "updateVolumesStrategy",
];

/** Unknown fields of a VM's spec: refused when the call is strict, else dropped with a warning. */
function pruned(call: Call, sent: Draft): { draft: Draft; warnings?: Record<string, string> } {
  if (sent.kind !== "VirtualMachine") return { draft: sent };
  const fields = Object.entries((sent.spec ?? {}) as object);
  const [unknown] = fields.find(([name]) => !MACHINE_FIELDS.includes(name)) ?? [];
  if (unknown === undefined) return { draft: sent };
  if (call.search.get("fieldValidation") === "Strict") {
    const text = `strict decoding error: unknown field "spec.${unknown}"`;
    throw badRequest(
      `${sent.kind} in version "${call.version}" cannot be handled as a ${sent.kind}: ${text}`,
    );
  }
  const spec = Object.fromEntries(fields.filter(([name]) => MACHINE_FIELDS.includes(name)));
  const warnings = { Warning: `299 - "unknown field \\"spec.${unknown}\\""` };
  return { draft: { ...sent, spec }, warnings };
}
