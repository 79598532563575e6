import { findResource, isInstalled } from "./resources";
import type { Installed, Resource } from "./resources";

/** What a request is about, as authorisation sees it; `resource` is missing where nothing serves the path. */
export interface ApiRequest {
  verb: string;
  group: string;
  version: string;
  plural: string;
  subresource: string;
  namespace?: string;
  name: string;
  resource?: Resource;
}

const ITEM_VERBS: Record<string, string> = {
  GET: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
  POST: "create",
};
const LIST_VERBS: Record<string, string> = { ...ITEM_VERBS, GET: "list", DELETE: "deletecollection" };

/** Reads a path below /api/v1 or /apis/GROUP/VERSION; null for any other, which is then no resource request. */
export function parseApiPath(method: string, url: URL, installed: Installed): ApiRequest | null {
  const parts = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const isCore = parts[0] === "api";
  if (!isCore && parts[0] !== "apis") return null;
  const group = isCore ? "" : (parts[1] ?? "");
  const version = (isCore ? parts[1] : parts[2]) ?? "";
  const rest = parts.slice(isCore ? 2 : 3);
  if (rest.length === 0) return null;
  const isInNamespace = rest[0] === "namespaces" && rest.length > 2 && !isNamespaceSubresource(rest);
  const [plural = "", name = "", ...sub] = isInNamespace ? rest.slice(2) : rest;
  const isWatch = ["1", "true"].includes(url.searchParams.get("watch") ?? "");
  const verb = (name === "" ? LIST_VERBS : ITEM_VERBS)[method] ?? method.toLowerCase();
  return {
    verb: verb === "list" && isWatch ? "watch" : verb,
    group,
    version,
    plural,
    subresource: sub.join("/"),
    namespace: isInNamespace ? rest[1] : undefined,
    name,
    resource: isInstalled(group, installed) ? findResource(group, version, plural) : undefined,
  };
}

function isNamespaceSubresource(rest: string[]): boolean {
  return rest.length === 3 && (rest[2] === "status" || rest[2] === "finalize");
}
