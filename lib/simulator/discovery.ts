import { METRICS_GROUP } from "./metrics";
import { json } from "./reply";
import type { Reply } from "./reply";
import { isInstalled, RESOURCES } from "./resources";
import type { Resource } from "./resources";
import type { Settings } from "./world";

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
/** In the order in which a server lists those of custom resources. */
const CUSTOM_VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const VIRTUAL_GROUPS = [
  { group: "authentication.k8s.io", version: "v1" },
  { group: "authorization.k8s.io", version: "v1" },
];
const SUBRESOURCES = { group: "subresources.kubevirt.io", version: "v1" };
const VERSION = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.2",
  gitCommit: "98b35193b2ac7a23a673325f5e9b830ecd5ba406",
  gitTreeState: "clean",
  buildDate: "2026-08-21T00:00:00Z",
  goVersion: "go1.26.11",
  compiler: "gc",
  platform: "linux/amd64",
};

/** Paths that say nothing of the cluster's content and answer anybody. */
export function publicPath(path: string): Reply | null {
  if (path === "/version") return json(200, VERSION);
  if (!["/healthz", "/livez", "/readyz"].includes(path)) return null;
  return { status: 200, text: "ok", contentType: "text/plain; charset=utf-8" };
}

/** Discovery of groups, versions and resources; null for a path that is none of it. */
export function discover(path: string, settings: Settings, host: string): Reply | null {
  const groups = groupsServed(settings);
  if (path === "/api") {
    const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: host }];
    return json(200, { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs });
  }
  if (path === "/apis")
    return json(200, { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(describeGroup) });
  if (path === "/api/v1") return json(200, listOf("v1", ""));
  const [, root, name = "", version, rest] = path.split("/");
  const group = groups.find((one) => one.group === name);
  if (root !== "apis" || !group || rest !== undefined) return null;
  if (version === undefined)
    return json(200, { kind: "APIGroup", apiVersion: "v1", ...describeGroup(group) });
  return version === group.version ? json(200, listOf(`${name}/${version}`, name)) : null;
}

function groupsServed(settings: Settings): { group: string; version: string }[] {
  const named = RESOURCES.filter((resource) => resource.group !== "");
  const all = [
    ...named,
    ...VIRTUAL_GROUPS,
    SUBRESOURCES,
    ...(settings.hasMetrics ? [METRICS_GROUP] : []),
  ].filter(({ group }) => isInstalled(group, settings));
  return [...new Map(all.map(({ group, version }) => [group, { group, version }])).values()];
}

function describeGroup({ group, version }: { group: string; version: string }) {
  const one = { groupVersion: `${group}/${version}`, version };
  return { name: group, versions: [one], preferredVersion: one };
}

function listOf(groupVersion: string, group: string) {
  const own = RESOURCES.filter((resource) => resource.group === group).flatMap(describeResource);
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion,
    resources: [...own, ...virtualResources(group)],
  };
}

function describeResource(resource: Resource) {
  const { plural, singular, kind, isNamespaced, isCustom, shortNames, hasStatus } = resource;
  const names = shortNames.length > 0 ? { shortNames } : {};
  const main = {
    name: plural,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs: isCustom ? CUSTOM_VERBS : VERBS,
    ...names,
    ...(isCustom ? { categories: ["all"] } : {}),
  };
  const verbs = ["get", "patch", "update"];
  const status = { name: `${plural}/status`, singularName: "", namespaced: isNamespaced, kind, verbs };
  const log = { ...status, name: `${plural}/log`, verbs: ["get"] };
  const token = {
    ...{ name: `${plural}/token`, singularName: "", namespaced: true },
    ...{ group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] },
  };
  return [
    main,
    ...(plural === "pods" ? [log] : []),
    ...(plural === "serviceaccounts" ? [token] : []),
    ...(hasStatus ? [status] : []),
  ];
}

function virtualResources(group: string) {
  const review = (name: string, kind: string) => ({
    name,
    singularName: "",
    namespaced: false,
    kind,
    verbs: ["create"],
  });
  if (group === "authorization.k8s.io")
    return [
      review("selfsubjectaccessreviews", "SelfSubjectAccessReview"),
      review("selfsubjectrulesreviews", "SelfSubjectRulesReview"),
    ];
  if (group === "authentication.k8s.io") {
    return [review("tokenreviews", "TokenReview"), review("selfsubjectreviews", "SelfSubjectReview")];
  }
  if (group === METRICS_GROUP.group)
    return ["node", "pod"].map((name) => ({
      ...{ name: `${name}s`, singularName: "", namespaced: name === "pod" },
      ...{ kind: name === "node" ? "NodeMetrics" : "PodMetrics", verbs: ["get", "list"] },
    }));
  if (group !== SUBRESOURCES.group) return [];
  return ["start", "stop", "restart"].map((action) => ({
    name: `virtualmachines/${action}`,
    singularName: "",
    namespaced: true,
    kind: "",
    verbs: null,
  }));
}

export function isReviewGroup(group: string): boolean {
  return VIRTUAL_GROUPS.some((one) => one.group === group);
}
