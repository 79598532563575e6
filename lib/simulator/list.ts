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
    const scoped =
      namespace === undefined ? all : all.filter((object) => object.metadata.namespace === namespace);
    const selected = scoped.filter(keep);
    const start = token ? firstAfter(selected, token.start, namespace) : 0;
    const end = limit === 0 || isUnlimited ? selected.length : start + limit;
    const page = selected.slice(start, end);
    const last = page.at(-1);
    if (end >= selected.length || !last)
      return serializeList(resource, page, { resourceVersion: String(version) });
    this.#keep(resource, version, all);
    const hasSelector =
      (search.get("labelSelector") ?? "") !== "" || (search.get("fieldSelector") ?? "") !== "";
    return serializeList(resource, page, {
      resourceVersion: String(version),
      continue: tokenOf(version, last, namespace),
      ...(hasSelector ? {} : { remainingItemCount: selected.length - end }),
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

function firstAfter(objects: KubeObject[], start: string, namespace: string | undefined): number {
  const from = start.replace(/^\//, "").replaceAll("\u0000", "");
  const keyFor = ({ metadata }: KubeObject) =>
    namespace === undefined ? keyOf(metadata.namespace, metadata.name).replace(/^\//, "") : metadata.name;
  const index = objects.findIndex((object) => keyFor(object) > from);
  return index === -1 ? objects.length : index;
}
