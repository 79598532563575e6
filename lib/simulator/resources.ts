/** The kinds that are served, one row each. `key` is what error texts call a group resource. */
export interface Resource {
  key: string;
  group: string;
  version: string;
  plural: string;
  singular: string;
  kind: string;
  isNamespaced: boolean;
  /** Custom resources print and check differently: items carry kind, PUT demands a resourceVersion. */
  isCustom: boolean;
  hasStatus: boolean;
  hasGeneration: boolean;
  shortNames: string[];
}

type Flags = { isCluster?: boolean; isCustom?: boolean; noStatus?: boolean; noGeneration?: boolean };

function row(
  group: string,
  version: string,
  plural: string,
  kind: string,
  shortNames: string[] = [],
  flags: Flags = {},
) {
  return {
    key: group === "" ? plural : `${plural}.${group}`,
    group,
    version,
    plural,
    singular: kind.toLowerCase(),
    kind,
    isNamespaced: flags.isCluster !== true,
    isCustom: flags.isCustom === true,
    hasStatus: flags.noStatus !== true,
    hasGeneration: flags.noGeneration !== true,
    shortNames,
  };
}

const PLAIN: Flags = { noStatus: true, noGeneration: true };

export const RESOURCES: readonly Resource[] = [
  row("", "v1", "namespaces", "Namespace", ["ns"], { isCluster: true, noGeneration: true }),
  row("", "v1", "nodes", "Node", ["no"], { isCluster: true, noGeneration: true }),
  row("", "v1", "pods", "Pod", ["po"]),
  row("", "v1", "secrets", "Secret", [], PLAIN),
  row("", "v1", "configmaps", "ConfigMap", ["cm"], PLAIN),
  row("", "v1", "services", "Service", ["svc"], { noGeneration: true }),
  row("", "v1", "events", "Event", ["ev"], PLAIN),
  row("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", ["pvc"], { noGeneration: true }),
  row("", "v1", "resourcequotas", "ResourceQuota", ["quota"], { noGeneration: true }),
  row("", "v1", "limitranges", "LimitRange", ["limits"], PLAIN),
  row("", "v1", "serviceaccounts", "ServiceAccount", ["sa"], PLAIN),
  row("apps", "v1", "deployments", "Deployment", ["deploy"]),
  row("apps", "v1", "replicasets", "ReplicaSet", ["rs"]),
  row("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", ["hpa"], {
    noGeneration: true,
  }),
  row("batch", "v1", "jobs", "Job"),
  row("batch", "v1", "cronjobs", "CronJob", ["cj"]),
  row("networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", ["netpol"], { noStatus: true }),
  row("coordination.k8s.io", "v1", "leases", "Lease", [], PLAIN),
  row("storage.k8s.io", "v1", "storageclasses", "StorageClass", ["sc"], { ...PLAIN, isCluster: true }),
  row("rbac.authorization.k8s.io", "v1", "roles", "Role", [], PLAIN),
  row("rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding", [], PLAIN),
  row("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", [], { ...PLAIN, isCluster: true }),
  row("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", [], {
    ...PLAIN,
    isCluster: true,
  }),
  row("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler", ["vpa"], {
    isCustom: true,
  }),
  row("cdi.kubevirt.io", "v1beta1", "datavolumes", "DataVolume", ["dv", "dvs"], { isCustom: true }),
  row("kubevirt.io", "v1", "kubevirts", "KubeVirt", ["kv", "kvs"], { isCustom: true }),
  row("kubevirt.io", "v1", "virtualmachines", "VirtualMachine", ["vm", "vms"], { isCustom: true }),
  row("kubevirt.io", "v1", "virtualmachineinstances", "VirtualMachineInstance", ["vmi", "vmis"], {
    isCustom: true,
    noStatus: true,
  }),
];

const byKey = new Map(RESOURCES.map((resource) => [resource.key, resource]));
const byKind = new Map(RESOURCES.map((resource) => [`${apiVersionOf(resource)} ${resource.kind}`, resource]));

/** The row of a group resource such as `pods` or `virtualmachines.kubevirt.io`; throws on one not served. */
export function resourceOf(key: string): Resource {
  const resource = byKey.get(key);
  if (!resource) throw new Error(`The simulator does not serve ${key}.`);
  return resource;
}

export function findResource(group: string, version: string, plural: string): Resource | undefined {
  return RESOURCES.find((r) => r.group === group && r.version === version && r.plural === plural);
}

export function resourceOfKind(apiVersion: string, kind: string): Resource | undefined {
  return byKind.get(`${apiVersion} ${kind}`);
}

export function apiVersionOf(resource: { group: string; version: string }): string {
  return resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
}

/** `VirtualMachine.kubevirt.io`, or `Secret` in the core group: how 422 and precondition texts name a kind. */
export function qualifiedKind(resource: Resource): string {
  return resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
}

/** Of the groups that not every cluster has: whether this one has it. */
export function isInstalled(group: string, { hasKubevirt, hasVerticalAutoscaler }: Installed): boolean {
  if (group === "autoscaling.k8s.io") return hasVerticalAutoscaler === true;
  return hasKubevirt || !isKubevirtGroup(group);
}
export interface Installed {
  /** False: the cluster has no KubeVirt and no CDI; their paths answer as unknown ones do. */
  hasKubevirt: boolean;
  /** Whether VerticalPodAutoscalers are installed; nothing acts on them. */
  hasVerticalAutoscaler?: boolean;
}

function isKubevirtGroup(group: string): boolean {
  return group === "kubevirt.io" || group.endsWith(".kubevirt.io");
}
