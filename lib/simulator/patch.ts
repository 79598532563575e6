import { ApiError, badRequest } from "./api-error";

type Json = unknown;
interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: Json;
}

/** RFC 7396: null removes, objects merge, everything else (lists too) is replaced whole. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: Record<string, Json> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** Lists that a strategic merge patch merges, by the field that names an entry; "" for lists of plain values. */
const MERGE_KEYS: Record<string, string> = {
  finalizers: "",
  ownerReferences: "uid",
  containers: "name",
  initContainers: "name",
  volumes: "name",
  env: "name",
  conditions: "type",
  topologySpreadConstraints: "topologyKey",
  ports: "port",
};

/** A strategic merge patch, as far as core kinds need it: named lists are merged, new entries come first. */
export function strategicPatch(target: Json, patch: Json, key = ""): Json {
  if (Array.isArray(patch) && Array.isArray(target) && key in MERGE_KEYS) {
    return mergeLists(target, patch, MERGE_KEYS[key] ?? "");
  }
  if (!isObject(patch)) return patch;
  const result: Record<string, Json> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith("$")) continue;
    if (value === null) delete result[name];
    else result[name] = strategicPatch(result[name], value, name);
  }
  return result;
}

/** RFC 6902, with the API server's leniency: replacing a missing member adds it. Throws 400 and 422 as recorded. */
export function jsonPatch(target: Json, patch: Json): Json {
  if (!Array.isArray(patch)) {
    const what = patch === null ? "null" : typeof patch;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${what} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  return (patch as Operation[]).reduce(
    (document, operation) => applyOperation(document, operation),
    structuredClone(target),
  );
}

function applyOperation(document: Json, { op, path, from, value }: Operation): Json {
  const steps = pointer(path);
  switch (op) {
    case "test":
      if (JSON.stringify(read(document, steps)) !== JSON.stringify(value)) throw rejected();
      return document;
    case "add":
      return write(document, steps, value, true);
    case "replace":
      return write(document, steps, value, false);
    case "remove":
      return removeAt(document, steps);
    case "move":
      return write(removeAt(document, pointer(from ?? "")), steps, read(document, pointer(from ?? "")), true);
    case "copy":
      return write(document, steps, structuredClone(read(document, pointer(from ?? ""))), true);
    default:
      throw rejected();
  }
}

function read(document: Json, steps: string[]): Json {
  return steps.reduce<Json>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)] as Json;
    return isObject(at) ? at[step] : undefined;
  }, document);
}

function write(document: Json, steps: string[], value: Json, isInsert: boolean): Json {
  const last = steps.at(-1);
  if (last === undefined) return value;
  const parent = read(document, steps.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw rejected();
    parent.splice(index, isInsert ? 0 : 1, value);
  } else if (isObject(parent)) parent[last] = value;
  else throw rejected();
  return document;
}

function removeAt(document: Json, steps: string[]): Json {
  const last = steps.at(-1) ?? "";
  const parent = read(document, steps.slice(0, -1));
  if (Array.isArray(parent) && Number(last) < parent.length) parent.splice(Number(last), 1);
  else if (isObject(parent) && last in parent) delete parent[last];
  else throw rejected();
  return document;
}

function mergeLists(target: Json[], patch: Json[], by: string): Json[] {
  if (by === "") return [...patch, ...target.filter((value) => !patch.includes(value))];
  const nameOf = (entry: Json) => (isObject(entry) ? entry[by] : undefined);
  const merged = target.map((entry) => {
    const change = patch.find((other) => nameOf(other) === nameOf(entry));
    return change === undefined ? entry : strategicPatch(entry, change);
  });
  return [...patch.filter((entry) => !target.some((other) => nameOf(other) === nameOf(entry))), ...merged];
}

function pointer(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function rejected(): ApiError {
  const text = "the server rejected our request due to an error in our request";
  return new ApiError(422, "Invalid", text, {});
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
