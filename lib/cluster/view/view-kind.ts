import { capacityNode, capacityPod, claim, nodeLease, quota } from "../translate/capacity";
import { type ApiResource, RESOURCES } from "../api-paths";
import type { Json } from "../translate/fields";
import { podObject } from "../translate/pod";
import { dataVolumeObject, vmiObject, vmObject } from "../translate/vm";

/** One kind of object as the view keeps it: where it is, and what of it is kept. A new kind is one entry below. */
export interface ViewKind<T> {
  /** The resource's name in failures. */
  readonly name: string;
  readonly resource: ApiResource;
  /** Namespaces to read; null: the whole cluster. */
  readonly scopes: readonly (string | null)[];
  /** A plain value; null: not kept. Throws ClusterError where the object is no such object. */
  readonly translate: (item: Json) => T | null;
  /** Its API may rightly not be installed. */
  readonly mayBeAbsent: boolean;
}

const RESOURCE_QUOTA: ApiResource = { group: "", version: "v1", plural: "resourcequotas" };
const CLAIM: ApiResource = { group: "", version: "v1", plural: "persistentvolumeclaims" };
/** Where kubelets renew their leases. */
const LEASE_NAMESPACE = "kube-node-lease";
const EVERYWHERE = [null];

/** What the pages look at. A kind is read from the first time that somebody asks for it. */
export function viewKinds(namespaces: readonly string[]) {
  return {
    vm: kind("vm", RESOURCES.vm, namespaces, vmObject, true),
    vmi: kind("vmi", RESOURCES.vmi, namespaces, vmiObject, true),
    pod: kind("pod", RESOURCES.pod, namespaces, podObject),
    dataVolume: kind("datavolumes", RESOURCES.dataVolume, namespaces, dataVolumeObject, true),
    quota: kind("resourcequotas", RESOURCE_QUOTA, namespaces, quota),
    claim: kind("persistentvolumeclaims", CLAIM, namespaces, claim),
    node: kind("nodes", RESOURCES.node, EVERYWHERE, capacityNode),
    everyPod: kind("pods", RESOURCES.pod, EVERYWHERE, capacityPod),
    lease: kind("leases", RESOURCES.lease, [LEASE_NAMESPACE], nodeLease),
  };
}

function kind<T>(
  name: string,
  resource: ApiResource,
  scopes: readonly (string | null)[],
  translate: (item: Json) => T | null,
  mayBeAbsent = false,
): ViewKind<T> {
  return { name, resource, scopes, translate, mayBeAbsent };
}
