import { startSimulator } from "./server";
import type { RunningSimulator, SimulatorOptions } from "./server";

export interface Answer {
  status: number;
  body: Body;
  headers: Headers;
}

/** A JSON answer, loosely: tests name the fields that they expect. */
export interface Body {
  kind?: string;
  message?: string;
  reason?: string;
  metadata: {
    name: string;
    uid: string;
    resourceVersion: string;
    continue?: string;
    remainingItemCount?: number;
    deletionTimestamp?: string;
    finalizers?: string[];
    labels?: Record<string, string>;
    ownerReferences?: { name: string; uid: string }[];
  };
  items: Body[];
  spec: Record<string, unknown>;
  status: Record<string, unknown>;
  details?: Record<string, unknown>;
  [key: string]: unknown;
}

export const NAMESPACE = "curfew-vms";
export const START_MS = Date.parse("2026-12-01T10:00:00Z");
export const PATHS = {
  pods: `/api/v1/namespaces/${NAMESPACE}/pods`,
  secrets: `/api/v1/namespaces/${NAMESPACE}/secrets`,
  claims: `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`,
  quotas: `/api/v1/namespaces/${NAMESPACE}/resourcequotas`,
  events: `/api/v1/namespaces/${NAMESPACE}/events`,
  jobs: `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`,
  vms: `/apis/kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachines`,
  vmis: `/apis/kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachineinstances`,
  leases: `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases`,
};

/** A simulator whose clock moves only by advance, and a client for it. */
export async function startTestCluster(options: SimulatorOptions = {}) {
  const sim = await startSimulator({ clock: () => START_MS, namespaces: [NAMESPACE], ...options });
  return { sim, call: clientFor(sim, sim.token) };
}

/** Sends JSON and reads JSON; text that is no JSON comes back as `message`. */
export function clientFor(sim: RunningSimulator, token?: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(sim.url + path, {
      method,
      headers: {
        Accept: "application/json, */*",
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), headers: response.headers };
  };
}

export function secretOf(name: string, metadata: object = {}) {
  return { apiVersion: "v1", kind: "Secret", metadata: { name, ...metadata } };
}

export function machineOf(
  name: string,
  metadata: object = {},
  runStrategy = "RerunOnFailure",
  guest = "4Gi",
) {
  const disks = [{ name: "root", disk: { bus: "virtio" } }];
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name, ...metadata },
    spec: {
      runStrategy,
      template: {
        metadata: { labels: { app: "lab" } },
        spec: {
          domain: { cpu: { cores: 2 }, memory: { guest }, devices: { disks } },
          volumes: [{ name: "root", containerDisk: { image: "registry.lab/ubuntu@sha256:0" } }],
          terminationGracePeriodSeconds: 30,
        },
      },
    },
  };
}

export function jobOf(
  name: string,
  activeDeadlineSeconds: number,
  ttlSecondsAfterFinished: number | undefined = 0,
) {
  const containers = [{ name: "timer", image: "registry.lab/pause:1" }];
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: {
      parallelism: 0,
      activeDeadlineSeconds,
      ttlSecondsAfterFinished,
      backoffLimit: 0,
      template: { spec: { restartPolicy: "Never", containers } },
    },
  };
}

export function podOf(
  name: string,
  spec: object = {},
  requests: Record<string, string> = {},
  metadata: object = {},
) {
  const containers = [{ name: "app", image: "registry.lab/app:1", resources: { requests } }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name, ...metadata }, spec: { containers, ...spec } };
}

export function ownedBy(job: Body, more: object = {}) {
  const { name, uid } = job.metadata;
  return { ownerReferences: [{ apiVersion: "batch/v1", kind: "Job", name, uid, ...more }] };
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {
      message: text,
      metadata: { name: "", uid: "", resourceVersion: "" },
      items: [],
      spec: {},
      status: {},
    };
  }
}
