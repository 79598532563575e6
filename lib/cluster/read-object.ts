import type { JobReading, MachineReading, MachineRef, NamedRef } from "./cluster";
import { type ApiResource, objectPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { ClusterError } from "./cluster-error";
import { isRecord, type Json } from "./translate/fields";
import { jobObject } from "./translate/job";
import { clusterObject } from "./translate/metadata";
import { podObject } from "./translate/pod";
import { vmiObject } from "./translate/vm";

/** GET by name; null for a 404 that speaks of this object. Throws ClusterError for everything else. */
export async function readObject(
  api: ApiClient,
  resource: ApiResource,
  ref: { readonly namespace: string | null; readonly name: string },
  signal?: AbortSignal,
): Promise<Json | null> {
  try {
    const { body } = await api.send({
      method: "GET",
      path: objectPath(resource, ref.namespace, ref.name),
      signal,
    });
    if (!isRecord(body)) throw new ClusterError("incomplete", 200, "The answer is no object");
    return body;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "not-found") return null;
    throw error;
  }
}

/** A VM is gone when neither it nor its VMI is there; a lab pod also once it has finished. */
export async function readMachine(
  api: ApiClient,
  ref: MachineRef,
  signal?: AbortSignal,
): Promise<MachineReading> {
  return ref.kind === "vm" ? readVm(api, ref, signal) : readPod(api, ref, signal);
}

async function readVm(api: ApiClient, ref: NamedRef, signal?: AbortSignal): Promise<MachineReading> {
  const [vm, vmi] = await Promise.all([
    readObject(api, RESOURCES.vm, ref, signal),
    readObject(api, RESOURCES.vmi, ref, signal),
  ]);
  const instance = vmi === null ? null : vmiObject(vmi);
  const object = vm === null ? instance : clusterObject(vm);
  if (object === null) return { state: "gone" };
  return { state: "present", kind: vm === null ? "vmi" : "vm", object, nodeName: instance?.nodeName ?? null };
}

async function readPod(api: ApiClient, ref: NamedRef, signal?: AbortSignal): Promise<MachineReading> {
  const item = await readObject(api, RESOURCES.pod, ref, signal);
  const pod = item === null ? null : podObject(item);
  if (pod === null || pod.phase === "Succeeded" || pod.phase === "Failed") return { state: "gone" };
  return { state: "present", kind: "pod", object: pod, nodeName: pod.nodeName };
}

export async function readJob(
  api: ApiClient,
  ref: NamedRef,
  signal?: AbortSignal,
): Promise<JobReading | null> {
  const item = await readObject(api, RESOURCES.job, ref, signal);
  return item === null ? null : jobObject(item);
}
