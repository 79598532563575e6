import type { LabDisk } from "@/lib/domain/lab";
import type { NewMachine } from "../cluster";
import { groupNames, spread } from "./machine-placement";
import { labelsOf, type Manifest, ownedMetadata } from "./manifest";

/**
 * A VirtualMachine of a session. RerunOnFailure: a crash is restarted, a power-off from inside stays off. Its disks are
 * its own (containerDisk, emptyDisk, or a clone that the VM owns) and die with it; never a claim that somebody else
 * owns (design law 13). Labels go on the template too, else they never reach the launcher pod.
 */
export function virtualMachine(machine: NewMachine): Manifest {
  const disk = diskParts(machine);
  const init = machine.secretName === null ? [] : [cloudInit(machine.secretName)];
  const volumes = [...disk.volumes, ...init];
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: ownedMetadata(machine),
    spec: {
      runStrategy: "RerunOnFailure",
      ...(disk.templates.length > 0 ? { dataVolumeTemplates: disk.templates } : {}),
      template: {
        metadata: { labels: labelsOf(machine.identity) },
        spec: {
          ...groupNames(machine),
          ...spread(),
          terminationGracePeriodSeconds: machine.spec.graceSeconds,
          domain: {
            cpu: { cores: machine.spec.cpus },
            memory: { guest: `${machine.spec.memoryMiB}Mi` },
            devices: {
              disks: volumes.map(({ name }) => ({ name, disk: { bus: "virtio" } })),
              interfaces: [{ name: "default", masquerade: {} }],
              rng: {},
            },
          },
          networks: [{ name: "default", pod: {} }],
          volumes,
        },
      },
    },
  };
}

interface Volume {
  readonly name: string;
  readonly [source: string]: unknown;
}
interface DiskParts {
  readonly volumes: readonly Volume[];
  readonly templates: readonly Record<string, unknown>[];
}

function diskParts(machine: NewMachine): DiskParts {
  const { disk, image } = machine.spec;
  const boot = { name: "root", containerDisk: { image } };
  switch (disk.type) {
    case "none":
      return { volumes: [boot], templates: [] };
    case "scratch":
      return {
        volumes: [boot, { name: "scratch", emptyDisk: { capacity: `${disk.sizeMiB}Mi` } }],
        templates: [],
      };
    case "clone": {
      const name = `${machine.name}-disk`;
      return { volumes: [{ name: "root", dataVolume: { name } }], templates: [clone(machine, disk, name)] };
    }
    default:
      // Stored labs are JSON: a disk of another kind, such as a claim by name, must not slip through.
      throw new Error(
        `A lab disk of type ${JSON.stringify((disk as { type: unknown }).type)} is not allowed`,
      );
  }
}

function clone(
  machine: NewMachine,
  disk: LabDisk & { type: "clone" },
  name: string,
): Record<string, unknown> {
  return {
    metadata: { name, labels: labelsOf(machine.identity) },
    spec: {
      source: { pvc: { namespace: disk.sourceNamespace ?? machine.namespace, name: disk.sourcePvc } },
      storage: { resources: { requests: { storage: `${disk.sizeMiB}Mi` } } },
    },
  };
}

function cloudInit(secretName: string): Volume {
  return { name: "init", cloudInitNoCloud: { secretRef: { name: secretName } } };
}
