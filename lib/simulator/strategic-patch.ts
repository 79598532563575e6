import { isDeepStrictEqual } from "node:util";
import { ApiError, badRequest } from "./api-error";
import { isMap, own, setOwn } from "./decoding/json";

/** Lists that are merged (patchStrategy of the API types), by the field that names an entry; "" for plain values. */
const MERGE_KEYS = new Map([
  ...[["finalizers", ""] as const, ["ownerReferences", "uid"] as const, ["conditions", "type"] as const],
  ...["containers", "initContainers", "volumes", "env", "imagePullSecrets", "schedulingGates"].map(
    (list) => [list, "name"] as const,
  ),
  ...[["volumeMounts", "mountPath"] as const, ["volumeDevices", "devicePath"] as const],
  ...[["hostAliases", "ip"] as const, ["topologySpreadConstraints", "topologyKey"] as const],
  ...[["taints", "key"] as const, ["ports", "port"] as const],
]);
const ORDER = "$setElementOrder/";
const DELETIONS = "$deleteFromPrimitiveList/";

/**
 * A strategic merge patch (apimachinery, strategicpatch/patch.go): maps merge, lists that name their entries merge by
 * them, and directives ($patch, $retainKeys, $setElementOrder, $deleteFromPrimitiveList) say more. Throws 400 and 422.
 */
export function strategicPatch(target: unknown, patch: unknown, parent = ""): unknown {
  if (!isMap(patch)) return patch;
  const { $patch: directive, $retainKeys: retained, ...members } = patch;
  if (directive === "delete") return {};
  if (directive === "replace") return members;
  if (directive !== undefined && directive !== "merge")
    throw badFormat(`unknown patch type found: ${text(directive)}`);
  const result: Record<string, unknown> = isMap(target) ? { ...target } : {};
  if (retained !== undefined) {
    const kept = listOf("$retainKeys", retained);
    for (const name of Object.keys(result)) if (!kept.includes(name)) delete result[name];
  }
  for (const [name, value] of Object.entries(members)) {
    if (name.startsWith("$")) continue;
    if (value === null) delete result[name];
    else setOwn(result, name, merged(own(result, name), value, { name, parent, patch }));
  }
  for (const name of Object.keys(members)) applyToList(result, name, { parent, patch });
  return result;
}

interface Place {
  name: string;
  parent: string;
  patch: Record<string, unknown>;
}

function merged(old: unknown, value: unknown, place: Place): unknown {
  const key = mergeKey(place);
  if (!Array.isArray(value) || key === undefined) return strategicPatch(old, value, place.name);
  return mergedList(Array.isArray(old) ? old : [], value, key, place);
}

/** What a directive says of a list that the patch gives nothing of: entries to take off, or their order alone. */
function applyToList(
  result: Record<string, unknown>,
  directive: string,
  { parent, patch }: Omit<Place, "name">,
) {
  const prefix = [DELETIONS, ORDER].find((each) => directive.startsWith(each));
  if (prefix === undefined) {
    if (directive.startsWith("$")) throw badFormat(`unknown patch type found: ${directive}`);
    return;
  }
  const name = directive.slice(prefix.length);
  const given = listOf(directive, own(patch, directive));
  const list = own(result, name);
  if (!Array.isArray(list)) return;
  if (prefix === DELETIONS)
    setOwn(
      result,
      name,
      list.filter((value) => !given.includes(value)),
    );
  else if (!Object.hasOwn(patch, name))
    setOwn(result, name, ordered(list, given, list, mergeKey({ name, parent, patch }) ?? ""));
}

function mergedList(old: unknown[], patch: unknown[], key: string, { name, patch: whole }: Place): unknown[] {
  const order = own(whole, `${ORDER}${name}`);
  if (key === "") {
    const values = [...new Set([...old, ...patch])];
    return ordered(values, order === undefined ? patch : listOf(ORDER + name, order), old, key);
  }
  const entries = patch.map((entry) => {
    if (isMap(entry)) return entry;
    throw badFormat(`the list ${name} holds what is no object`);
  });
  const directed = entries.filter(({ $patch }) => $patch !== undefined && $patch !== "merge");
  const plain = entries.filter((entry) => !directed.includes(entry));
  if (directed.some(({ $patch }) => $patch === "replace")) return plain;
  for (const entry of entries) {
    if (own(entry, key) === undefined)
      throw rejected(`map: ${text(entry)} does not contain declared merge key: ${key}`);
  }
  const isSame = (one: unknown, other: unknown) => idOf(one, key) === idOf(other, key);
  const left = old.filter((entry) => !directed.some((each) => isSame(each, entry)));
  const changed = left.map((entry) => {
    return plain
      .filter((each) => isSame(each, entry))
      .reduce<unknown>((now, change) => strategicPatch(now, change, name), entry);
  });
  const added = plain.filter((each) => !left.some((entry) => isSame(entry, each)));
  const all = [...changed, ...added.map((each) => strategicPatch({}, each, name))];
  return ordered(all, order === undefined ? plain : listOf(ORDER + name, order), old, key);
}

/** Those of the patch in its order and the others in theirs: another comes first where it came first before. */
function ordered(all: unknown[], wanted: unknown[], before: unknown[], key: string): unknown[] {
  const at = (list: unknown[], entry: unknown) =>
    list.findIndex((other) => isDeepStrictEqual(idOf(other, key), idOf(entry, key)));
  const ofPatch = all
    .filter((entry) => at(wanted, entry) >= 0)
    .sort((one, other) => at(wanted, one) - at(wanted, other));
  const others = all.filter((entry) => at(wanted, entry) < 0);
  const result: unknown[] = [];
  while (ofPatch.length > 0 && others.length > 0) {
    const [left, right] = [at(before, others[0]), at(before, ofPatch[0])];
    result.push(left >= 0 && right >= 0 && left < right ? others.shift() : ofPatch.shift());
  }
  return [...result, ...ofPatch, ...others];
}

function idOf(entry: unknown, key: string): unknown {
  return key === "" ? entry : isMap(entry) ? own(entry, key) : undefined;
}

/** Ports are named by their number, which a container calls otherwise than a Service. */
function mergeKey({ name, parent }: Place): string | undefined {
  if (name === "ports" && /containers$/i.test(parent)) return "containerPort";
  return MERGE_KEYS.get(name);
}

function listOf(directive: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw badFormat(`${directive} must be a list`);
}

function text(value: unknown): string {
  return JSON.stringify(value);
}

function badFormat(why: string): ApiError {
  return badRequest(`error decoding patch: ${why}`);
}

function rejected(why: string): ApiError {
  return new ApiError(422, "Invalid", why, {});
}
