import { parseApiPath } from "@/lib/simulator/request-path";
import { PERMISSIONS, type Permission, type PermissionScope } from "./permissions";
import type { Namespaces } from "./test-account";

const INSTALLED = { hasKubevirt: true, hasVerticalAutoscaler: true };
interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
}

/** `verb group/resource scope`, as the table of permissions has it. */
export function rightNames({ group, resource, verbs, scope }: Permission): string[] {
  return verbs.map((verb) => `${verb} ${group}/${resource} ${scope}`);
}

/** The rights that these requests are covered by, sorted; what is in no row of the table is called `outside`. */
export function rightsAsked(requests: readonly Request[], namespaces: Namespaces): string[] {
  const asked = requests.flatMap(({ method, path: sent }) => {
    const request = parseApiPath(method, new URL(sent, "http://cluster"), INSTALLED);
    // Discovery and reviews of one's own rights are open to everybody.
    if (request === null || request.group === "authorization.k8s.io") return [];
    const { group, plural, subresource, name } = request;
    const resource = subresource === "" ? plural : `${plural}/${subresource}`;
    const isNamed = plural === "namespaces" && request.namespace === undefined;
    const scopes = scopesOf(isNamed ? name : request.namespace, namespaces);
    const rows = PERMISSIONS.filter(
      (row) =>
        row.group === group && row.resource === resource && row.verbs.some((verb) => verb === request.verb),
    );
    const row = scopes.flatMap((scope) => rows.filter((each) => each.scope === scope))[0];
    return [`${request.verb} ${group}/${resource} ${row?.scope ?? "outside"}`];
  });
  return [...new Set(asked)].sort();
}

/** Where a right may hold that covers a request there, the narrowest first. */
function scopesOf(namespace: string | undefined, { vm, pod, app }: Namespaces): PermissionScope[] {
  if (namespace === vm || namespace === pod) return ["sessions", "cluster"];
  if (namespace === app) return ["own", "cluster"];
  if (namespace === "kube-node-lease") return ["node-leases", "cluster"];
  return namespace === "kube-system" ? ["autoscaler", "cluster"] : ["cluster"];
}
