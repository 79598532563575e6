/**
 * Where a permission holds: `sessions` is each namespace that sessions run in, `node-leases` the namespace
 * kube-node-lease, `autoscaler` that of the cluster autoscaler's status, `own` that of the reaper's CronJob, `cluster`
 * the whole cluster.
 */
export type PermissionScope = "sessions" | "node-leases" | "autoscaler" | "own" | "cluster";
/**
 * What is lost without it: `always`, the product does not work; `capacity`, figures of the capacity page are shown as
 * unmeasured; `contention`, parts of its analysis are; `reap-identity`, the CronJob cannot sign in with its service account.
 */
export type PermissionNeed = "always" | "capacity" | "contention" | "doctor" | "reap-identity";
export interface Permission {
  /** "" for the core group. */
  readonly group: string;
  /** Plural; a subresource as `virtualmachines/start`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  readonly scope: PermissionScope;
  readonly need: PermissionNeed;
  /** The one object that it is for, by which a review asks and the Roles grant; left out: every one. */
  readonly only?: "the-namespace" | "the-cron-job" | "cluster-autoscaler-status";
  readonly why: string;
}
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete";

const CRUD = ["get", "list", "create", "delete"] as const;
/** What the pages share a view of is watched as well; without that it is listed every few seconds. */
const WATCHED = ["get", "list", "watch", "create", "delete"] as const;

/**
 * All that the product asks of the API server, and nothing else: the Roles of deploy/chart are tested to say the same,
 * and a test lets a session live and end with just these. It has no delete on volumes (design law 13), no read of
 * Secrets, and nothing on nodes/proxy, which would allow a command in any container of a node. Discovery and access
 * reviews are open to every account that is signed in.
 */
export const PERMISSIONS: readonly Permission[] = [
  always("kubevirt.io", "virtualmachines", WATCHED, "the machines of VM labs"),
  always(
    "kubevirt.io",
    "virtualmachineinstances",
    ["get", "list", "watch", "delete"],
    "one may outlive its VM",
  ),
  always(
    "subresources.kubevirt.io",
    "virtualmachines/start",
    ["update"],
    "a machine powered off from inside",
  ),
  always("cdi.kubevirt.io", "datavolumes", ["list", "watch"], "why the copy of a disk does not come"),
  always("", "pods", WATCHED, "the machines of pod labs"),
  always("batch", "jobs", [...CRUD, "patch"], "deadline Jobs; a patch lifts a session's maximum"),
  always("networking.k8s.io", "networkpolicies", CRUD, "a session's own policy; the standing one is read"),
  always("", "services", ["list", "create", "delete"], "names of the machines of a group"),
  always("", "secrets", ["create", "delete"], "cloud-init; what is in one is never read"),
  always(
    "coordination.k8s.io",
    "leases",
    ["get", "create", "update"],
    "the pass number, by which an old database shows",
  ),
  {
    ...always("", "namespaces", ["get"], "its UID, by which another cluster shows"),
    only: "the-namespace",
  },
  {
    ...always("", "nodes", ["list", "watch"], "a machine on a lost node is unknown, not gone"),
    scope: "cluster",
  },
  {
    ...always("authentication.k8s.io", "tokenreviews", ["create"], "who calls the reap route"),
    ...{ scope: "cluster", need: "reap-identity" },
  },
  watched("", "resourcequotas", "sessions", "what the namespace may still take"),
  watched("", "persistentvolumeclaims", "sessions", "golden volumes and disks"),
  watched("", "pods", "cluster", "what is requested on each node"),
  {
    ...always("batch", "cronjobs", ["get"], "whether the reaper's CronJob runs"),
    ...{ scope: "own", need: "doctor", only: "the-cron-job" },
  },
  capacity("metrics.k8s.io", "nodes", "cluster", "what nodes really use"),
  capacity("metrics.k8s.io", "pods", "cluster", "what machines really use"),
  capacity(
    "subresources.kubevirt.io",
    "version",
    "cluster",
    "what a machine costs depends on KubeVirt's release",
  ),
  capacity("kubevirt.io", "kubevirts", "cluster", "how many vCPUs KubeVirt sells per core"),
  capacity("storage.k8s.io", "storageclasses", "cluster", "which class a disk is made in that names none"),
  watched("coordination.k8s.io", "leases", "node-leases", "how fresh a node is"),
  contention("", "events", "what happened to pods, and when"),
  contention("apps", "replicasets", "which Deployment a pod is of"),
  contention("apps", "deployments", "how many pods it wants, how they are spread, and what else cleans up"),
  {
    ...contention("", "pods/log", "what a container wrote before it was ended; only admins see it"),
    verbs: ["get"],
  },
  contention("autoscaling", "horizontalpodautoscalers", "whether it could have grown by itself"),
  contention("kyverno.io", "clustercleanuppolicies", "what else may delete machines"),
  contention("policies.kyverno.io", "deletingpolicies", "the same, in newer releases of Kyverno"),
  { ...contention("kyverno.io", "cleanuppolicies", "those of a namespace"), scope: "sessions" },
  {
    ...contention("policies.kyverno.io", "namespaceddeletingpolicies", "those of a namespace"),
    scope: "sessions",
  },
  contention("autoscaling.k8s.io", "verticalpodautoscalers", "who lowered a request, and who could raise it"),
  {
    ...contention(
      "",
      "configmaps",
      "whether nodes could have been added: cluster-autoscaler-status, and no other",
    ),
    ...{ verbs: ["get"], scope: "autoscaler", only: "cluster-autoscaler-status" },
  },
];

function always(group: string, resource: string, verbs: readonly Verb[], why: string): Permission {
  return { group, resource, verbs, scope: "sessions", need: "always", why };
}

function contention(group: string, resource: string, why: string): Permission {
  return { group, resource, verbs: ["list"], scope: "cluster", need: "contention", why };
}

function watched(group: string, resource: string, scope: PermissionScope, why: string): Permission {
  return { ...capacity(group, resource, scope, why), verbs: ["list", "watch"] };
}

function capacity(group: string, resource: string, scope: PermissionScope, why: string): Permission {
  return { group, resource, verbs: ["list"], scope, need: "capacity", why };
}
