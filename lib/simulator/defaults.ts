import { createHash, randomUUID } from "node:crypto";
import type { VirtualMachine } from "./objects";
import type { Job } from "./controllers/workloads/workload-objects";
import { VMI_FINALIZER } from "./controllers/machine-parts";
import { podDefaults, podTemplateDefaults } from "./pod-defaults";
import type { Draft } from "./world";

/** Fills in what the API server (and KubeVirt's mutating webhook) adds to a new object. */
export function withDefaults(draft: Draft, uid: string): Draft {
  switch (draft.kind) {
    case "Pod":
      return podDefaults(draft);
    case "Job":
      return jobDefaults(draft as Draft & Job, uid);
    case "CronJob":
      return cronJobDefaults(draft);
    case "Secret":
      return secretDefaults(draft);
    case "PersistentVolumeClaim":
      return claimDefaults(draft);
    case "ResourceQuota":
      return { ...draft, status: {} };
    case "Namespace":
      return namespaceDefaults(draft);
    case "Service":
      return serviceDefaults(draft, uid);
    case "Event":
      return eventDefaults(draft);
    case "Node":
      return {
        ...draft,
        status: { allocatable: {}, capacity: {}, conditions: [], ...(draft.status as object) },
      };
    case "VirtualMachineInstance":
      return instanceDefaults(draft);
    case "VirtualMachine":
      return machineDefaults(draft as Draft & VirtualMachine);
    default:
      return draft;
  }
}

/** stringData is write-only: it ends up in data. */
export function secretDefaults(draft: Draft): Draft {
  const { stringData, ...rest } = draft;
  const plain = Object.entries((stringData ?? {}) as Record<string, string>);
  const encoded = Object.fromEntries(plain.map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
  const data = { ...(draft.data as object | undefined), ...encoded };
  const hasData = Object.keys(data).length > 0;
  return { ...rest, ...(hasData ? { data } : {}), type: draft.type ?? "Opaque" };
}

function jobDefaults(draft: Draft & Job, uid: string): Draft {
  const name = draft.metadata.name ?? "";
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const spec = (draft.spec ?? {}) as Partial<Job["spec"]>;
  const { parallelism, completions } = spec;
  const isPlain = parallelism === undefined && completions === undefined;
  const sent = (spec.template ?? {}) as Parameters<typeof podTemplateDefaults>[0];
  const metadata = { ...sent.metadata, labels: { ...sent.metadata?.labels, ...labels } };
  const template = podTemplateDefaults({ ...sent, metadata });
  const hasLabels = Object.keys(draft.metadata.labels ?? {}).length > 0;
  return {
    ...draft,
    // A Job without labels of its own gets its template's (SetDefaults_Job).
    metadata: { ...draft.metadata, labels: hasLabels ? draft.metadata.labels : metadata.labels },
    spec: {
      parallelism: parallelism ?? 1,
      ...(isPlain ? { completions: 1 } : {}),
      backoffLimit: 6,
      selector: { matchLabels: { "batch.kubernetes.io/controller-uid": uid } },
      manualSelector: false,
      completionMode: "NonIndexed",
      suspend: false,
      podReplacementPolicy: "TerminatingOrFailed",
      ...spec,
      template,
    },
    status: {},
  };
}

function cronJobDefaults(draft: Draft): Draft {
  const spec = (draft.spec ?? {}) as { jobTemplate?: { metadata?: object; spec?: { template?: object } } };
  const { metadata, spec: job = {} } = spec.jobTemplate ?? {};
  const template = podTemplateDefaults(job.template ?? {});
  const jobTemplate = { ...(metadata ? { metadata } : {}), spec: { ...job, template } };
  const limits = { successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 };
  return {
    ...draft,
    spec: { concurrencyPolicy: "Allow", suspend: false, ...limits, ...spec, jobTemplate },
    status: {},
  };
}

function claimDefaults(draft: Draft): Draft {
  const finalizers = [...(draft.metadata.finalizers ?? []), "kubernetes.io/pvc-protection"];
  return {
    ...draft,
    metadata: { ...draft.metadata, finalizers: [...new Set(finalizers)] },
    spec: { storageClassName: "standard", volumeMode: "Filesystem", ...(draft.spec as object) },
    status: { phase: "Pending" },
  };
}

function namespaceDefaults(draft: Draft): Draft {
  const labels = { ...draft.metadata.labels, "kubernetes.io/metadata.name": draft.metadata.name ?? "" };
  return {
    ...draft,
    metadata: { ...draft.metadata, labels },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}

function serviceDefaults(draft: Draft, uid: string): Draft {
  const spec = draft.spec as
    { clusterIP?: string; ports?: { port: number; targetPort?: unknown }[] } | undefined;
  const digest = createHash("sha256").update(uid).digest();
  const clusterIP = spec?.clusterIP ?? `10.96.${digest[0] ?? 0}.${digest[1] ?? 0}`;
  const ports = spec?.ports?.map((port) => ({ protocol: "TCP", targetPort: port.port, ...port }));
  return {
    ...draft,
    spec: {
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
      ...spec,
      ...(ports ? { ports } : {}),
      clusterIP,
      clusterIPs: [clusterIP],
    },
    status: { loadBalancer: {} },
  };
}

function eventDefaults(draft: Draft): Draft {
  const empty = { source: {}, firstTimestamp: null, lastTimestamp: null, eventTime: null };
  return { ...empty, type: "Normal", reportingComponent: "", reportingInstance: "", ...draft };
}

/** An instance without a VM, as virt-api's mutating webhook lets it in: pending, and held by its controllers. */
function instanceDefaults(draft: Draft): Draft {
  const finalizers = [...new Set([...(draft.metadata.finalizers ?? []), VMI_FINALIZER])];
  return { ...draft, metadata: { ...draft.metadata, finalizers }, status: { phase: "Pending" } };
}

function machineDefaults(draft: Draft & VirtualMachine): Draft {
  const { template } = draft.spec;
  const annotations = { ...template.metadata?.annotations, "kubevirt.io/pci-topology-version": "v3" };
  const domain = {
    firmware: { serial: randomUUID(), uuid: randomUUID() },
    machine: { type: "q35" },
    ...template.spec.domain,
  };
  const spec = { architecture: "amd64", ...template.spec, domain };
  const { status: _sent, ...rest } = draft;
  return {
    ...rest,
    spec: { ...draft.spec, template: { ...template, metadata: { ...template.metadata, annotations }, spec } },
  };
}
