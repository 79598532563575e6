import { json } from "./reply";
import type { Reply } from "./reply";
import { apiVersionOf } from "./resources";
import type { Resource } from "./resources";

/**
 * The documents of OpenAPI v3 below /openapi/v3, of the kinds that are served: which can be patched, and that the server
 * itself judges fields. That is all that Helm and kubectl ask before they send what they were given; there are no
 * schemas, so `kubectl explain` finds nothing. null for a path that is none of it.
 */
export function openApi(path: string, served: readonly Resource[]): Reply | null {
  const versions = new Map(served.map((resource) => [pathOf(resource), resource]));
  if (path === "/openapi/v3") {
    const paths = [...versions.keys()].map((one) => [one, { serverRelativeURL: `/openapi/v3/${one}` }]);
    return json(200, { paths: Object.fromEntries(paths) });
  }
  const asked = versions.get(path.slice("/openapi/v3/".length));
  if (!path.startsWith("/openapi/v3/") || !asked) return null;
  const kinds = served.filter((resource) => pathOf(resource) === pathOf(asked));
  return json(200, {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.36.2" },
    paths: Object.fromEntries(kinds.map((resource) => [itemPath(resource), { patch: patchOf(resource) }])),
  });
}

function pathOf(resource: Resource): string {
  return resource.group === "" ? `api/${resource.version}` : `apis/${apiVersionOf(resource)}`;
}

function itemPath(resource: Resource): string {
  const scope = resource.isNamespaced ? "namespaces/{namespace}/" : "";
  return `/${pathOf(resource)}/${scope}${resource.plural}/{name}`;
}

function patchOf({ group, version, kind }: Resource) {
  const parameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
    ...{ name, in: "query", schema: { type: "string", uniqueItems: true } },
  }));
  return {
    parameters,
    responses: { 200: { description: "OK" } },
    "x-kubernetes-action": "patch",
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}
