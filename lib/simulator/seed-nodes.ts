import type { Cluster } from "./cluster";
import { healthyNodeConditions } from "./conditions";

const ZONES = ["zone-a", "zone-b", "zone-c"];
const DEVICES = ["kvm", "tun", "vhost-net"].map((device) => [`devices.kubevirt.io/${device}`, "1k"]);

/** Namespaces that every cluster has, and nodes of 8 CPUs and 32Gi with KVM. What exists already is left alone. */
export function seedCluster(cluster: Cluster, nodeCount: number, namespaces: string[]): void {
  for (const name of ["default", "kube-system", "kube-node-lease", ...namespaces]) {
    if (!cluster.store.get("namespaces", undefined, name)) cluster.create(namespaceOf(name));
  }
  for (let index = 1; index <= nodeCount; index += 1) {
    const name = `node-${index}`;
    if (!cluster.store.get("nodes", undefined, name)) cluster.create(nodeOf(name, index, cluster));
  }
}

export function namespaceOf(name: string) {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}

export function nodeOf(name: string, index: number, cluster: Cluster) {
  const amounts = (cpu: string, memory: string) => ({
    cpu,
    memory,
    "ephemeral-storage": "500Gi",
    pods: "110",
    ...(cluster.settings.hasKubevirt ? Object.fromEntries(DEVICES) : {}),
  });
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: labelsOf(name, index, cluster),
      annotations: { "node.alpha.kubernetes.io/ttl": "0" },
    },
    spec: { podCIDR: `10.244.${index}.0/24` },
    status: {
      capacity: amounts("8", "32Gi"),
      allocatable: amounts("7800m", "31Gi"),
      conditions: healthyNodeConditions(cluster.nowMs()),
      addresses: [
        { type: "InternalIP", address: "127.0.0.1" },
        { type: "Hostname", address: name },
      ],
      nodeInfo: {
        kubeletVersion: "v1.36.2",
        containerRuntimeVersion: "containerd://2.1.0",
        osImage: "Simulated Linux",
        kernelVersion: "6.8.0",
        operatingSystem: "linux",
        architecture: "amd64",
      },
    },
  };
}

function labelsOf(name: string, index: number, cluster: Cluster): Record<string, string> {
  const kubevirt = {
    "kubevirt.io/schedulable": "true",
    "machine-type.node.kubevirt.io/q35": "true",
    "cpu-model.node.kubevirt.io/Skylake-Server": "true",
    "host-model-cpu.node.kubevirt.io/Skylake-Server": "true",
  };
  return {
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/os": "linux",
    "kubernetes.io/hostname": name,
    "node-role.kubernetes.io/worker": "",
    "topology.kubernetes.io/zone": ZONES[(index - 1) % ZONES.length] ?? "zone-a",
    ...(cluster.settings.hasKubevirt ? kubevirt : {}),
  };
}
