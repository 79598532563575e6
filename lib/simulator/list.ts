import { ApiError, badRequest, invalidOptions } from "./api-error";
import { matchesFields, parseFieldSelector } from "./field-selector";
import { matchesLabels, parseLabelSelector } from "./label-selector";
import type { KubeObject } from "./objects";
import type { Resource } from "./resources";
import { serializeList } from "./serialize";
import { keyOf } from "./store";
import type { Store } from "./store";

interface Token {
  rv: number;
  /** Namespace and name of the last object of the page before, or only the name. */
  start: string;
}

interface Snapshot {
  objects: KubeObject[];
  takenMs: number;
}

const KEPT_MS = 300_000;
const MOST_SNAPSHOTS = 200;
const TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
  "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
  "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

export interface ListQuery {
  resource: Resource;
  namespace?: string;
  search: URLSearchParams;
}

/** Lists with selectors and pages; all pages of one list show the version of the first, until that is forgotten. */
export class Lister {
  #snapshots = new Map<string, Snapshot>();

  constructor(
    private readonly store: Store,
    private readonly nowMs: () => number,
  ) {}

  /** The serialised list; throws the refusals of bad options, and 410 for a page of a version that is gone. */
  list({ resource, namespace, search }: ListQuery): string {
    const limit = parseLimit(search);
    const token = parseToken(search);
    checkVersions(search, token, this.store.resourceVersion);
    const isUnlimited = search.get("resourceVersion") === "0";
    const keep = selectorOf(resource, search);
    const version = token && token.rv >= 0 ? token.rv : this.store.resourceVersion;
    const all = token && token.rv >= 0 ? this.#snapshot(resource, token) : this.store.list(resource.key);
    const [first, end] = namespace === undefined ? [0, all.length] : rangeOf(all, namespace);
    const start = token ? firstAfter(all, keyBefore(resource, namespace, token)) : first;
    const most = limit === 0 || isUnlimited ? Infinity : limit;
    const { page, next } = take(all, { start, end, most, keep });
    const last = page.at(-1);
    if (next >= end || !last) return serializeList(resource, page, { resourceVersion: String(version) });
    this.#keep(resource, version, all);
    const hasSelector =
      (search.get("labelSelector") ?? "") !== "" || (search.get("fieldSelector") ?? "") !== "";
    return serializeList(resource, page, {
      resourceVersion: String(version),
      continue: tokenOf(version, last, namespace),
      ...(hasSelector ? {} : { remainingItemCount: end - next }),
    });
  }

  /** Forgets all versions, as a compaction does: open lists get 410. */
  forget(): void {
    this.#snapshots.clear();
  }

  #keep(resource: Resource, version: number, objects: KubeObject[]): void {
    const key = `${resource.key}@${version}`;
    if (!this.#snapshots.has(key)) this.#snapshots.set(key, { objects, takenMs: this.nowMs() });
    for (const [oldest] of this.#snapshots) {
      if (this.#snapshots.size <= MOST_SNAPSHOTS) return;
      this.#snapshots.delete(oldest);
    }
  }

  #snapshot(resource: Resource, token: Token): KubeObject[] {
    const snapshot = this.#snapshots.get(`${resource.key}@${token.rv}`);
    if (snapshot && this.nowMs() - snapshot.takenMs <= KEPT_MS) return snapshot.objects;
    const start = token.start.replace(/^\//, "");
    throw new ApiError(410, "Expired", TOO_OLD, undefined, { continue: encode({ rv: -1, start }) });
  }
}

/** The filter that the selectors of a query make; throws on selectors that the kind does not know. */
export function selectorOf(resource: Resource, search: URLSearchParams): (object: KubeObject) => boolean {
  const labels = parseLabelSelector(search.get("labelSelector") ?? "");
  const fields = parseFieldSelector(resource, search.get("fieldSelector") ?? "");
  return (object) => matchesLabels(labels, object.metadata.labels) && matchesFields(resource, fields, object);
}

function checkVersions(search: URLSearchParams, token: Token | null, current: number): void {
  const version = search.get("resourceVersion") ?? "";
  const match = search.get("resourceVersionMatch") ?? "";
  if (token && version !== "" && version !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  if (match !== "" && version === "") {
    const message = "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
    throw invalidOptions("ListOptions", {
      reason: "FieldValueForbidden",
      field: "resourceVersionMatch",
      message,
    });
  }
  if (version === "" || version === "0") return;
  if (!/^\d+$/.test(version)) {
    const text = `resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`;
    throw new ApiError(500, "", text);
  }
  if (Number(version) > current) {
    const text = `Timeout: Too large resource version: ${version}, current: ${current}`;
    const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
    throw new ApiError(504, "Timeout", text, { causes, retryAfterSeconds: 1 });
  }
  if (match === "Exact" && Number(version) < current) {
    throw new ApiError(410, "Expired", "The resourceVersion for the provided list is too old.");
  }
}

function parseLimit(search: URLSearchParams): number {
  const text = search.get("limit") ?? "";
  if (text === "") return 0;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing "${text}": invalid syntax`);
  return Math.max(0, Number(text));
}

function parseToken(search: URLSearchParams): Token | null {
  const text = search.get("continue") ?? "";
  if (text === "") return null;
  const decoded = Buffer.from(text, "base64url");
  try {
    const { rv, start } = JSON.parse(decoded.toString("utf8")) as Token;
    if (typeof rv !== "number" || typeof start !== "string") throw new Error("not a token");
    return { rv, start };
  } catch {
    const first = decoded[0] ?? 0;
    const letter = first < 0x80 ? String.fromCharCode(first) : `\\u00${first.toString(16)}`;
    const problem = `invalid character '${letter}' looking for beginning of value`;
    throw badRequest(`invalid continue token: continue key is not valid: ${problem}`);
  }
}

function tokenOf(version: number, last: KubeObject, namespace: string | undefined): string {
  const { name } = last.metadata;
  const key = namespace === undefined ? keyOf(last.metadata.namespace, name).replace(/^\//, "") : name;
  return encode({ rv: version, start: `/${key}\u0000` });
}

function encode({ rv, start }: Token): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv, start })).toString("base64url");
}

/** The key in the store of the last object of the page before. */
function keyBefore({ isNamespaced }: Resource, namespace: string | undefined, { start }: Token): string {
  const text = start.replace(/^\//, "").replaceAll("\u0000", "");
  return namespace !== undefined ? `${namespace}/${text}` : isNamespaced ? text : `/${text}`;
}

interface Selection {
  start: number;
  end: number;
  most: number;
  keep: (object: KubeObject) => boolean;
}

/** A page, and where the next object lies that a further page would show: `end` where there is none. */
function take(objects: KubeObject[], { start, end, most, keep }: Selection) {
  const page: KubeObject[] = [];
  for (let at = start; at < end; at += 1) {
    const object = objects[at];
    if (!object || !keep(object)) continue;
    if (page.length >= most) return { page, next: at };
    page.push(object);
  }
  return { page, next: end };
}

function rangeOf(objects: KubeObject[], namespace: string): [number, number] {
  return [firstAfter(objects, `${namespace}/`), firstAfter(objects, `${namespace}/\uffff`)];
}

/** Where among objects in key order the first lies whose key comes after `key`. */
function firstAfter(objects: KubeObject[], key: string): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const metadata = objects[middle]?.metadata;
    if (metadata && keyOf(metadata.namespace, metadata.name) > key) high = middle;
    else low = middle + 1;
  }
  return low;
}
