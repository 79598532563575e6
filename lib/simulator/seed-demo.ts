import type { Cluster } from "./cluster";
import { namespaceOf } from "./seed-nodes";

const KUBEVIRT = "kubevirt";

/**
 * What a lab cluster's admin has prepared: KubeVirt, a quota of 8 machines, and the golden volume that labs are cloned
 * from.
 */
export function seedDemo(cluster: Cluster, namespace: string): void {
  if (!cluster.store.get("resourcequotas", namespace, "lab-machines")) cluster.create(quotaOf(namespace));
  if (cluster.settings.hasKubevirt) seedKubevirt(cluster);
  const golden = "golden-ubuntu-24-04";
  if (!cluster.store.get("persistentvolumeclaims", namespace, golden))
    cluster.create(volumeOf(namespace, golden));
}

function seedKubevirt(cluster: Cluster): void {
  if (!cluster.store.get("namespaces", undefined, KUBEVIRT)) cluster.create(namespaceOf(KUBEVIRT));
  if (!cluster.store.get("kubevirts.kubevirt.io", KUBEVIRT, KUBEVIRT))
    cluster.create({
      ...{
        apiVersion: "kubevirt.io/v1",
        kind: "KubeVirt",
        metadata: { name: KUBEVIRT, namespace: KUBEVIRT },
      },
      ...{ spec: {}, status: { phase: "Deployed" } },
    });
}

function quotaOf(namespace: string) {
  const hard: Record<string, string> = {
    "count/virtualmachines.kubevirt.io": "8",
    "requests.cpu": "16",
    "requests.memory": "48Gi",
    persistentvolumeclaims: "12",
  };
  return {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "lab-machines", namespace },
    spec: { hard },
    status: {},
  };
}

function volumeOf(namespace: string, name: string) {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, namespace, labels: { app: "golden" }, finalizers: ["kubernetes.io/pvc-protection"] },
    spec: {
      accessModes: ["ReadWriteMany"],
      resources: { requests: { storage: "10Gi" } },
      storageClassName: "standard",
      volumeMode: "Block",
    },
    status: { phase: "Pending" },
  };
}
