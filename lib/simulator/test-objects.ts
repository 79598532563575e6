import { jobOf, machineOf, NAMESPACE, podOf } from "./test-client";
import { apiVersionOf, isInstalled, RESOURCES } from "./resources";
import type { Resource } from "./resources";
import type { Draft } from "./world";

const SELECTOR = { matchLabels: { app: "web" } };
const PROBE = { httpGet: { path: "/", port: 80 }, periodSeconds: 5, failureThreshold: 3 };
const CONTAINERS = [
  {
    ...{ name: "app", image: "registry.lab/app:1", command: ["sleep"], args: ["5"] },
    env: [{ name: "A", value: "1" }],
    ports: [{ containerPort: 80 }],
    resources: { requests: { cpu: "10m", memory: "8Mi" }, limits: { cpu: "20m", memory: "16Mi" } },
    ...{ livenessProbe: PROBE, readinessProbe: PROBE, startupProbe: PROBE },
  },
];
const TEMPLATE = { metadata: { labels: { app: "web" } }, spec: { containers: CONTAINERS } };
const STORAGE = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const TERM = { topologyKey: "kubernetes.io/hostname", labelSelector: SELECTOR };
const PLACED = {
  nodeSelector: { "kubernetes.io/os": "linux" },
  tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/arch", operator: "Exists" }] }],
      },
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: TERM }],
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: "topology.kubernetes.io/zone",
      whenUnsatisfiable: "ScheduleAnyway",
      labelSelector: SELECTOR,
    },
  ],
};
const JOB = jobOf("x", 600).spec;
const machine = machineOf("x");
const DISK = { source: { pvc: { namespace: NAMESPACE, name: "golden" } }, storage: STORAGE };

/** What is special about an object of each kind that is served: rich in what the simulator reads. */
const SPECIAL: Readonly<Record<string, object>> = {
  Namespace: { spec: { finalizers: ["kubernetes"] } },
  Node: {
    spec: { unschedulable: false, taints: [{ key: "k", value: "v", effect: "NoSchedule" }] },
    status: { allocatable: { cpu: "2", memory: "4Gi" }, conditions: [{ type: "Ready", status: "True" }] },
  },
  Pod: podOf("x", { ...PLACED, containers: CONTAINERS, initContainers: [{ name: "first", image: "i:1" }] }),
  Secret: { data: { a: "MQ==" }, stringData: { b: "2" } },
  ConfigMap: { data: { a: "1" } },
  Service: { spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] } },
  Event: {
    involvedObject: { kind: "Pod", namespace: NAMESPACE, name: "p", uid: "u" },
    ...{ reason: "Started", message: "m", type: "Normal", count: 1, lastTimestamp: "2026-12-01T10:00:00Z" },
  },
  PersistentVolumeClaim: { spec: STORAGE },
  ResourceQuota: { spec: { hard: { pods: "90", "requests.cpu": "50" }, scopes: ["NotBestEffort"] } },
  LimitRange: {
    spec: {
      limits: [{ type: "Container", max: { memory: "1Gi" }, min: { cpu: "1m" }, default: { cpu: "50m" } }],
    },
  },
  Deployment: {
    spec: {
      replicas: 2,
      selector: SELECTOR,
      template: TEMPLATE,
      strategy: { rollingUpdate: { maxSurge: "50%" } },
    },
  },
  ReplicaSet: { spec: { replicas: 1, selector: SELECTOR, template: TEMPLATE } },
  HorizontalPodAutoscaler: { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "x" } } },
  Job: { spec: JOB },
  CronJob: { spec: { schedule: "* * * * *", concurrencyPolicy: "Forbid", jobTemplate: { spec: JOB } } },
  NetworkPolicy: { spec: { podSelector: SELECTOR, policyTypes: ["Ingress"] } },
  Lease: {
    spec: { holderIdentity: "a", leaseDurationSeconds: 40, renewTime: "2026-12-01T10:00:05.123000Z" },
  },
  StorageClass: { provisioner: "example.com/disks", volumeBindingMode: "WaitForFirstConsumer" },
  DataVolume: { spec: DISK },
  VirtualMachine: {
    spec: {
      ...machine.spec,
      dataVolumeTemplates: [{ metadata: { name: "x-root" }, spec: DISK }],
      template: {
        ...machine.spec.template,
        spec: {
          ...machine.spec.template.spec,
          ...PLACED,
          volumes: [...machine.spec.template.spec.volumes, { name: "root2", dataVolume: { name: "x-root" } }],
        },
      },
    },
  },
  VirtualMachineInstance: { spec: { ...machine.spec.template.spec, ...PLACED } },
};

/** An object of a kind that its server takes. */
export function exampleOf(resource: Resource, name = "x"): Draft {
  const metadata = {
    ...{ name, labels: { app: "web" }, annotations: { note: "a" }, finalizers: ["example.com/hold"] },
    ownerReferences: [{ apiVersion: "v1", kind: "Nonesuch", name: "n", uid: "u", controller: true }],
  };
  return { ...SPECIAL[resource.kind], apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}

/** The path of a kind's collection. */
export function collectionOf({ group, version, plural, isNamespaced }: Resource): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${isNamespaced ? `/namespaces/${NAMESPACE}` : ""}/${plural}`;
}

/** Every kind that a cluster serves by itself. */
export const SERVED: readonly Resource[] = RESOURCES.filter(({ group }) =>
  isInstalled(group, { hasKubevirt: true }),
);
