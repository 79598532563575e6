import type { DataVolume, GuestSpec, KubeObject, VirtualMachine } from "../objects";
import type { ObjectReader } from "../store";
import type { Change, Draft, Wake, World } from "../world";
import { COMPONENT } from "./machine-parts";
import type { MachineView } from "./printable-status";
import { isUnbound } from "./storage-classes";
import { controllerRef } from "./workloads/owned";

const VMS = "virtualmachines.kubevirt.io";
const CLAIMS = "persistentvolumeclaims";
export const DATA_VOLUMES = "datavolumes.cdi.kubevirt.io";
/** The phase of a DataVolume whose claim is bound on demand. */
export const ON_DEMAND = "WaitForFirstConsumer";
/** What a DataVolume must be for its VM to start: full, or waiting for a pod of that VM. */
const STARTABLE = ["Succeeded", ON_DEMAND];

/** The claims that a guest's volumes name. */
export function claimsOfGuest({ volumes = [] }: GuestSpec): string[] {
  return volumes.flatMap(({ persistentVolumeClaim, dataVolume }) => {
    return persistentVolumeClaim?.claimName ?? dataVolume?.name ?? [];
  });
}

/** The VMs to look at again when a claim changes. */
export function claimants({ metadata: { namespace, name } }: KubeObject, objects: ObjectReader): Wake[] {
  const vms = (objects.list(VMS, namespace) as VirtualMachine[]).filter(({ spec }) =>
    claimsOfGuest(spec.template.spec).includes(name),
  );
  return vms.map((vm) => ({ resource: VMS, namespace, name: vm.metadata.name }));
}

/** What the disks of a VM say of how it stands. */
export function volumeView(
  vm: VirtualMachine,
  world: World,
): Pick<MachineView, "volumes" | "unbound" | "hasVolumeMissing"> {
  const found = templated(vm, world);
  const unbound = claimsOfGuest(vm.spec.template.spec).filter((name) => {
    const claim = world.objects.get(CLAIMS, vm.metadata.namespace, name);
    return claim !== undefined && isUnbound(claim);
  });
  const volumes = found.filter((volume) => volume !== undefined);
  return { volumes, unbound, hasVolumeMissing: volumes.length < found.length };
}

export function areStartable(vm: VirtualMachine, world: World): boolean {
  return templated(vm, world).every((one) => STARTABLE.includes(one?.status?.phase ?? ""));
}

/** Makes the DataVolumes of a VM's templates that are not there. */
export function missingVolumes(vm: VirtualMachine, world: World): Change[] {
  const found = templated(vm, world);
  const missing = (vm.spec.dataVolumeTemplates ?? []).filter((_, index) => found[index] === undefined);
  return missing.flatMap((template): Change[] => {
    const message = `Created DataVolume ${template.metadata.name}`;
    const event = { about: vm, type: "Normal", reason: "SuccessfulDataVolumeCreate", message } as const;
    return [
      { do: "create", object: volumeOf(vm, template) },
      { do: "event", event: { ...event, component: COMPONENT } },
    ];
  });
}

function templated(vm: VirtualMachine, { objects }: World): (DataVolume | undefined)[] {
  return (vm.spec.dataVolumeTemplates ?? []).map(
    ({ metadata }) =>
      objects.get(DATA_VOLUMES, vm.metadata.namespace, metadata.name) as DataVolume | undefined,
  );
}

type Template = NonNullable<VirtualMachine["spec"]["dataVolumeTemplates"]>[number];

function volumeOf(vm: VirtualMachine, template: Template): Draft {
  return {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "DataVolume",
    metadata: {
      ...template.metadata,
      namespace: vm.metadata.namespace,
      labels: { "kubevirt.io/created-by": vm.metadata.uid },
      annotations: { "cdi.kubevirt.io/allowClaimAdoption": "true" },
      ownerReferences: [controllerRef(vm)],
    },
    spec: template.spec,
  };
}
