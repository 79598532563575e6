import { ApiError, badRequest, invalid, invalidOptions, notFound, unsupportedMediaType } from "./api-error";
import type { Cluster } from "./cluster";
import { checkNamespace } from "./create";
import { decodeTyped } from "./decoding/decode";
import { checkLevels, isMap, kindOfJson, UnreadableJson } from "./decoding/json";
import { jsonPatch } from "./json-patch";
import { mergePatch } from "./merge-patch";
import { readJson } from "./negotiation";
import type { KubeObject } from "./objects";
import { mediaTypeOf } from "./reply";
import type { Call, Reply } from "./reply";
import { strategicPatch } from "./strategic-patch";
import { commit } from "./update";
import { checkDecoding } from "./validate";
import type { Draft } from "./world";

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
  const isOperations = type.startsWith("application/json");
  if (!isOperations && !isMap(patch)) {
    const what = kindOfJson(patch);
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${what} into Go value of type map[string]interface {}`,
    );
  }
  const current = cluster.store.get(resource.key, namespace, name);
  if (!current) throw notFound(resource, name);
  const apply = isStrategic ? strategicPatch : isOperations ? jsonPatch : mergePatch;
  return commit(cluster, call, current, understood(call, apply(current, patch), current));
}

/** The object that a patch makes. Throws 422 where it is none of the kind, and what is refused of any that is patched. */
function understood(call: Call, patched: unknown, current: KubeObject): Draft {
  const unfit = (text: string) => {
    const message = `Invalid value: ${JSON.stringify(JSON.stringify(patched))}: ${text}`;
    const causes = [{ reason: "FieldValueInvalid", message, field: "patch" }];
    return new ApiError(422, "Invalid", ` "" is invalid: patch: ${message}`, { causes });
  };
  try {
    checkLevels(patched);
  } catch (error) {
    throw error instanceof UnreadableJson ? badRequest(`error decoding patch: ${error.message}`) : error;
  }
  if (!isMap(patched)) throw unfit(`json: cannot unmarshal ${kindOfJson(patched)} into Go value of type map`);
  const { apiVersion, kind } = current;
  if (patched.apiVersion !== apiVersion || patched.kind !== kind) {
    const given = `${String(patched.apiVersion)}, Kind=${String(patched.kind)}`;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): no kind "${given}" is known`,
    );
  }
  try {
    const draft = decodeTyped(call.resource, { ...patched, metadata: patched.metadata ?? {} });
    return checkPatched(call, draft, current);
  } catch (error) {
    const isOfDecoder = error instanceof ApiError && error.message.includes(" cannot be handled as a ");
    throw isOfDecoder ? unfit(error.message.replace(/^.* cannot be handled as a [^:]*: /, "")) : error;
  }
}

/** The object as it is understood. Throws what is refused of one that is patched or applied: another name or UID. */
export function checkPatched(call: Call, patched: Draft, current: KubeObject | null): Draft {
  const { resource, name, namespace } = call;
  if (patched.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${patched.metadata.name ?? ""}) does not match the name on the URL (${name})`,
    );
  }
  checkNamespace(patched, namespace);
  const { uid = "" } = patched.metadata;
  if (current !== null && uid !== current.metadata.uid) throw immutable(call, uid);
  return checkDecoding(resource, patched);
}

function checkNotForced(call: Call): void {
  if (!["1", "true"].includes(call.search.get("force") ?? "")) return;
  const message = "Forbidden: may not be specified for non-apply patch";
  throw invalidOptions("PatchOptions", { reason: "FieldValueForbidden", field: "force", message });
}

/** Reads a patch; one to apply, too, is taken as JSON only, which is YAML. */
export function decodePatch(body: string, prefix: string): unknown {
  return readJson(body, (text) => badRequest(`${prefix}: ${text}`));
}

function immutable({ resource, name }: Call, uid: string): ApiError {
  const message = `Invalid value: "${uid}": field is immutable`;
  const error = { reason: "FieldValueInvalid", field: "metadata.uid", message } as const;
  return invalid(resource, name, [error], [error]);
}
