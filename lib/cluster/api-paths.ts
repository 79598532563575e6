import type { ObjectKind } from "./cluster";

/** A kind as the API names it. `group` is "" for the core group. */
export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

type ResourceKind = ObjectKind | "dataVolume" | "node" | "lease" | "namespace";

export const RESOURCES: Readonly<Record<ResourceKind, ApiResource>> = {
  vm: { group: "kubevirt.io", version: "v1", plural: "virtualmachines" },
  vmi: { group: "kubevirt.io", version: "v1", plural: "virtualmachineinstances" },
  pod: { group: "", version: "v1", plural: "pods" },
  job: { group: "batch", version: "v1", plural: "jobs" },
  service: { group: "", version: "v1", plural: "services" },
  networkPolicy: { group: "networking.k8s.io", version: "v1", plural: "networkpolicies" },
  dataVolume: { group: "cdi.kubevirt.io", version: "v1beta1", plural: "datavolumes" },
  secret: { group: "", version: "v1", plural: "secrets" },
  node: { group: "", version: "v1", plural: "nodes" },
  lease: { group: "coordination.k8s.io", version: "v1", plural: "leases" },
  namespace: { group: "", version: "v1", plural: "namespaces" },
};

/** Path of a kind's collection; `namespace` null for the whole cluster. */
export function collectionPath(resource: ApiResource, namespace: string | null): string {
  const root =
    resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = namespace === null ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource.plural}`;
}

export function objectPath(resource: ApiResource, namespace: string | null, name: string): string {
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}
