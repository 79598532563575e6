import type { Container, Pod, Resources, VirtualMachineInstance, Volume } from "../objects";
import { addQuantities, formatQuantity, quantityOf } from "../quantity";
import type { Quantity } from "../quantity";
import type { Draft, Settings } from "../world";
import { controllerRef } from "./workloads/owned";

const LAUNCHER_IMAGE = "registry.lab/kubevirt/virt-launcher:v1.9.0";
const CPU_RATIO = 10n;
const NANO = 1_000_000_000n;
const MI = 1024n * 1024n * NANO;
const LAUNCHER_GRACE_SECONDS = 30;

/** The virt-launcher pod of an instance: labels, grace, devices and what it asks for, as KubeVirt renders them. */
export function launcherPodOf(vmi: VirtualMachineInstance, settings: Settings): Draft {
  const overhead = overheadOf(vmi, settings);
  const compute = computeResources(vmi, overhead);
  const graceSeconds = (vmi.spec.terminationGracePeriodSeconds ?? 30) + LAUNCHER_GRACE_SECONDS;
  const pod: Pick<Pod, "spec" | "status"> = {
    spec: {
      containers: [{ name: "compute", image: LAUNCHER_IMAGE, resources: compute }],
      initContainers: [consoleLog(), ...diskContainers(vmi)],
      restartPolicy: "Never",
      terminationGracePeriodSeconds: graceSeconds,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostname: vmi.metadata.name.split(".")[0],
      nodeSelector: {
        ...vmi.spec.nodeSelector,
        "kubernetes.io/arch": "amd64",
        "kubevirt.io/schedulable": "true",
        "machine-type.node.kubevirt.io/q35": "true",
      },
      readinessGates: [{ conditionType: "kubevirt.io/virtual-machine-unpaused" }],
      schedulerName: "default-scheduler",
      securityContext: { runAsUser: 107, runAsGroup: 107, runAsNonRoot: true, fsGroup: 107 },
      ...placementOf(vmi),
      volumes: podVolumes(vmi),
    },
    status: { phase: "Pending", qosClass: "Burstable" },
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: `virt-launcher-${vmi.metadata.name}-`,
      namespace: vmi.metadata.namespace,
      labels: {
        ...vmi.metadata.labels,
        "kubevirt.io": "virt-launcher",
        "kubevirt.io/created-by": vmi.metadata.uid,
        "vm.kubevirt.io/name": vmi.metadata.name.slice(0, 63),
        "vmi.kubevirt.io/id": vmi.metadata.name.slice(0, 63),
      },
      annotations: {
        "kubectl.kubernetes.io/default-container": "compute",
        "kubevirt.io/domain": vmi.metadata.name,
        "kubevirt.io/memory-overhead-bytes": String(overhead.nano / NANO),
      },
      ownerReferences: [controllerRef(vmi)],
    },
    ...pod,
  };
}

/** What the guest says of where it wants to be: the launcher pod is what gets a node. */
function placementOf({ spec }: VirtualMachineInstance): Partial<Pod["spec"]> {
  const { affinity, topologySpreadConstraints, tolerations = [] } = spec;
  return {
    tolerations: [...tolerations, ...defaultTolerations()],
    ...(affinity ? { affinity } : {}),
    ...(topologySpreadConstraints ? { topologySpreadConstraints } : {}),
  };
}

/** What KubeVirt adds to the guest's memory (kvm/hypervisorbackend.go): 8Mi a vCPU, video 32Mi, and fixed parts. */
export function overheadOf(vmi: VirtualMachineInstance, settings: Settings): Quantity {
  const { domain } = vmi.spec;
  const requested = domain.resources?.requests?.memory;
  const pageTables = requested === undefined ? 0n : quantityOf(requested).nano / 512n;
  const fixedMi = 25n + 100n + 25n + 40n + BigInt(settings.qemuOverheadMi) + 8n;
  const videoMi = domain.devices?.autoattachGraphicsDevice === false ? 0n : 32n;
  return { nano: pageTables + (fixedMi + videoMi + 8n * vcpusOf(vmi)) * MI, format: "binary" };
}

function computeResources(vmi: VirtualMachineInstance, overhead: Quantity): Resources {
  const { domain } = vmi.spec;
  const cpu: Quantity = { nano: (vcpusOf(vmi) * NANO) / CPU_RATIO, format: "decimal" };
  const memory = addQuantities(
    quantityOf(domain.resources?.requests?.memory ?? domain.memory?.guest),
    overhead,
  );
  const devices = {
    "devices.kubevirt.io/kvm": "1",
    "devices.kubevirt.io/tun": "1",
    "devices.kubevirt.io/vhost-net": "1",
  };
  return {
    limits: devices,
    requests: {
      cpu: String(domain.resources?.requests?.cpu ?? formatQuantity(cpu)),
      memory: formatQuantity(memory),
      "ephemeral-storage": "50M",
      ...devices,
    },
  };
}

function vcpusOf(vmi: VirtualMachineInstance): bigint {
  const { cores = 1, sockets = 1, threads = 1 } = vmi.spec.domain.cpu ?? {};
  return BigInt(Math.max(1, (cores || 1) * (sockets || 1) * (threads || 1)));
}

function consoleLog(): Container {
  const resources = { limits: { cpu: "15m", memory: "60M" }, requests: { cpu: "5m", memory: "35M" } };
  return { name: "guest-console-log", image: LAUNCHER_IMAGE, resources, restartPolicy: "Always" };
}

function diskContainers(vmi: VirtualMachineInstance): Container[] {
  return (vmi.spec.volumes ?? [])
    .filter((volume) => volume.containerDisk !== undefined)
    .map((volume) => ({
      name: `volume${volume.name}`,
      image: volume.containerDisk?.image,
      resources: {
        limits: { cpu: "10m", memory: "40M" },
        requests: { cpu: "1m", "ephemeral-storage": "50M", memory: "1M" },
      },
    }));
}

function podVolumes(vmi: VirtualMachineInstance): Volume[] {
  return (vmi.spec.volumes ?? []).map((volume): Volume => {
    const { name } = volume;
    const claimName = volume.persistentVolumeClaim?.claimName ?? volume.dataVolume?.name;
    if (claimName !== undefined) return { name, persistentVolumeClaim: { claimName } };
    if (volume.containerDisk) return { name, image: { reference: volume.containerDisk.image } };
    return { name, emptyDir: {} };
  });
}

export function defaultTolerations() {
  return ["not-ready", "unreachable"].map((state) => ({
    key: `node.kubernetes.io/${state}`,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: 300,
  }));
}
