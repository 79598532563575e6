import { apiTime } from "../conditions";
import type { VirtualMachine } from "../objects";
import type { Draft } from "../world";
import { controllerRef } from "./workloads/owned";

/** The name under which KubeVirt's controllers of VMs and instances tell events. */
export const COMPONENT = "virtualmachine-controller";
export const VM_FINALIZER = "kubevirt.io/virtualMachineControllerFinalize";
export const VMI_FINALIZER = "kubevirt.io/foregroundDeleteVirtualMachine";

/** The instance that a VM starts: its template with the defaults that virt-api fills in. */
export function instanceOf(vm: VirtualMachine, nowMs: number): Draft {
  const { metadata, spec } = vm.spec.template;
  const { domain } = spec;
  const guest =
    domain.memory?.guest ?? domain.resources?.requests?.memory ?? domain.resources?.limits?.memory;
  const cpu = { cores: 1, sockets: 1, threads: 1, model: "host-model", ...domain.cpu };
  const interfaces = (domain.devices as { interfaces?: unknown[] } | undefined)?.interfaces;
  const devices = { ...domain.devices, interfaces: interfaces ?? [{ name: "default", masquerade: {} }] };
  return {
    apiVersion: vm.apiVersion,
    kind: "VirtualMachineInstance",
    metadata: {
      name: vm.metadata.name,
      namespace: vm.metadata.namespace,
      labels: { ...metadata?.labels },
      annotations: { ...metadata?.annotations, ...versionsOf(vm) },
      ownerReferences: [controllerRef(vm)],
      finalizers: [VM_FINALIZER, VMI_FINALIZER],
    },
    spec: {
      ...spec,
      architecture: "amd64",
      domain: {
        ...domain,
        cpu,
        devices,
        features: { acpi: { enabled: true } },
        machine: { type: "q35" },
        memory: { guest },
      },
      evictionStrategy: spec.evictionStrategy ?? "None",
      networks: spec.networks ?? [{ name: "default", pod: {} }],
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    },
    status: {
      currentCPUTopology: { cores: cpu.cores, sockets: cpu.sockets, threads: cpu.threads },
      guestOSInfo: {},
      memory: { guestAtBoot: guest, guestCurrent: guest, guestRequested: guest },
      phase: "Pending",
      phaseTransitionTimestamps: [{ phase: "Pending", phaseTransitionTimestamp: apiTime(nowMs) }],
      runtimeUser: 107,
      virtualMachineRevisionName: `revision-start-vm-${vm.metadata.uid}-${vm.metadata.generation ?? 1}`,
    },
  };
}

function versionsOf(vm: VirtualMachine): Record<string, string> {
  return {
    "kubevirt.io/latest-observed-api-version": "v1",
    "kubevirt.io/pci-topology-version": "v3",
    "kubevirt.io/storage-observed-api-version": "v1",
    "kubevirt.io/vm-generation": String(vm.metadata.generation ?? 1),
  };
}
