import type { Simulator } from "../../simulator";
import type { Draft } from "../../world";
import type { SetUp } from "../set-up";

/** Objects of which a recording needs little more than their name. */
export function secret(name: string, metadata: Partial<Draft["metadata"]> = {}): Draft {
  return {
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    metadata: { name, namespace: "lab", ...metadata },
  };
}

export function machine(
  name: string,
  runStrategy = "Halted",
  metadata: Partial<Draft["metadata"]> = {},
): Draft {
  const disks = [{ name: "root", disk: { bus: "virtio" } }];
  const volumes = [{ name: "root", containerDisk: { image: "registry.lab/disk:1" } }];
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name, namespace: "lab", generation: 1, ...metadata },
    spec: { runStrategy, template: { spec: { domain: { devices: { disks } }, volumes } } },
  };
}

export function instance(name: string, phase = "Running", status: object = {}): Draft {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name, namespace: "lab", generation: 1 },
    spec: { domain: { devices: {} } },
    status: { phase, ...status },
  };
}

export function withMetadata(object: Draft | undefined, metadata: Partial<Draft["metadata"]>): Draft {
  if (!object) throw new Error("There is no object to change.");
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

/** Being deleted, held by a finalizer of somebody else. */
export const HELD = {
  deletionTimestamp: "2026-11-30T13:43:00Z",
  deletionGracePeriodSeconds: 0,
  finalizers: ["example.com/hold"],
};

/** Puts the version that an object has here into the body's preconditions or metadata. */
export function withCurrentVersion(
  where: "preconditions" | "metadata",
  resource: string,
  namespace: string,
  name: string,
): NonNullable<SetUp["rewrite"]> {
  return (request, simulator) => {
    const resourceVersion = versionOf(simulator, resource, namespace, name);
    const body = request.body as Record<string, object>;
    return { ...request, body: { ...body, [where]: { ...body[where], resourceVersion } } };
  };
}

function versionOf({ cluster }: Simulator, resource: string, namespace: string, name: string): string {
  const object = cluster.store.get(resource, namespace, name);
  if (!object) throw new Error(`There is no ${resource} ${namespace}/${name}.`);
  return object.metadata.resourceVersion;
}
