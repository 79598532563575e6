import type { ServerResponse } from "node:http";
import { ApiError, invalidOptions } from "./api-error";
import type { Cluster } from "./cluster";
import { selectorOf } from "./list";
import type { KubeObject } from "./objects";
import type { Call } from "./reply";
import { apiVersionOf } from "./resources";
import type { StoreChange } from "./store";

type Keep = (object: KubeObject) => boolean;

const MOST_BUFFERED_BYTES = 8_000_000;
const DEFAULT_TIMEOUT_SECONDS = 2_400;
const BOOKMARK_MS = 60_000;
/** A built-in kind prints what its type has even where nothing is in it. */
const EMPTY_POD = { spec: { containers: null }, status: {} };

/**
 * Streams changes as lines of JSON until the client leaves or timeoutSeconds have passed. From a version that is
 * forgotten it is 200 with one ERROR event; an object that leaves the selector is DELETED, one that enters it ADDED.
 * Time-outs and bookmarks run on real time.
 */
export function handleWatch(cluster: Cluster, call: Call, response: ServerResponse): void {
  const { resource, search } = call;
  const keep = keeperOf(call);
  const version = startVersion(search);
  const isInitial = search.get("sendInitialEvents") === "true";
  response.writeHead(200, { "Content-Type": "application/json", "Transfer-Encoding": "chunked" });
  response.flushHeaders();
  const missed = version === null || isInitial ? [] : cluster.store.changesSince(version);
  if (missed === null) return expire(cluster, response, version ?? 0);
  const send = (type: string, object: unknown) => {
    // A client that reads slowly has not closed yet when its time is up: what is said then would end the process.
    if (response.writableEnded || response.destroyed) return;
    response.write(`${JSON.stringify({ type, object })}\n`);
  };
  const bookmark = (annotations?: Record<string, string>) => {
    const metadata = {
      resourceVersion: String(cluster.store.resourceVersion),
      ...(annotations ? { annotations } : {}),
    };
    const rest = resource.kind === "Pod" ? EMPTY_POD : {};
    send("BOOKMARK", { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...rest });
  };
  if (version === null || isInitial)
    for (const object of cluster.store.list(resource.key).filter(keep)) send("ADDED", object);
  if (isInitial) bookmark({ "k8s.io/initial-events-end": "true" });
  const tell = (change: StoreChange) => {
    if (change.resource !== resource.key || change.resourceVersion <= (version ?? 0)) return;
    const type = typeFor(change, keep);
    if (type !== null) send(type, change.object);
    if (response.writableLength > MOST_BUFFERED_BYTES) response.destroy();
  };
  missed.forEach(tell);
  const stop = cluster.store.onChange(tell);
  closeInTime(response, search, stop, bookmark);
}

function keeperOf({ resource, namespace, search }: Call): Keep {
  const selected = selectorOf(resource, search);
  return (object) => (namespace === undefined || object.metadata.namespace === namespace) && selected(object);
}

/** The version to go on from; null to begin with what is there (none given, or 0). */
function startVersion(search: URLSearchParams): number | null {
  const text = search.get("resourceVersion") ?? "";
  if (search.get("sendInitialEvents") === "true" && search.get("resourceVersionMatch") !== "NotOlderThan") {
    const message = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
    throw invalidOptions("ListOptions", {
      reason: "FieldValueForbidden",
      field: "resourceVersionMatch",
      message,
    });
  }
  if (text === "" || text === "0") return null;
  if (/^\d+$/.test(text)) return Number(text);
  const problem = `strconv.ParseUint: parsing "${text}": invalid syntax`;
  throw new ApiError(500, "", `resourceVersion: Invalid value: "${text}": ${problem}`);
}

function typeFor(change: StoreChange, keep: Keep): string | null {
  const isIn = keep(change.object);
  if (change.type !== "MODIFIED" || !change.previous) return isIn ? change.type : null;
  const wasIn = keep(change.previous);
  if (isIn) return wasIn ? "MODIFIED" : "ADDED";
  return wasIn ? "DELETED" : null;
}

function expire(cluster: Cluster, response: ServerResponse, version: number): void {
  const text = `too old resource version: ${version} (${cluster.store.resourceVersion})`;
  const object = new ApiError(410, "Expired", text).toStatus();
  response.end(`${JSON.stringify({ type: "ERROR", object })}\n`);
}

function closeInTime(
  response: ServerResponse,
  search: URLSearchParams,
  stop: () => void,
  bookmark: () => void,
): void {
  const seconds = Number(search.get("timeoutSeconds") ?? "") || DEFAULT_TIMEOUT_SECONDS;
  const hasBookmarks = ["true", "1"].includes(search.get("allowWatchBookmarks") ?? "");
  const ticking = hasBookmarks ? setInterval(bookmark, BOOKMARK_MS) : undefined;
  const closing = setTimeout(() => {
    if (hasBookmarks) bookmark();
    response.end();
  }, seconds * 1000);
  response.on("close", () => {
    stop();
    clearTimeout(closing);
    clearInterval(ticking);
  });
}
