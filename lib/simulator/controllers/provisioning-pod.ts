import { findCondition } from "../conditions";
import type { DataVolume, Pod, VirtualMachineInstance } from "../objects";
import type { Draft, World } from "../world";
import { PROGRAMS } from "./containers/program";
import { withConditions, withoutCondition } from "./instance-conditions";
import { DATA_VOLUMES, ON_DEMAND } from "./machine-volumes";

const PROVISIONING = "Provisioning";
const MARK = "kubevirt.io/ephemeral-provisioning";

/** Whether a launcher pod serves only to have disks bound on demand: it says so and ends (KubeVirt, RenderLaunchManifestNoVm). */
export function isProvisioningPod(pod: Pod): boolean {
  return pod.metadata.annotations?.[MARK] === "true";
}

/** The launcher pod as one that only has its disks bound. */
export function asProvisioningPod<Launcher extends Draft>(launcher: Launcher): Launcher {
  const annotations = {
    ...launcher.metadata.annotations,
    [MARK]: "true",
    [PROGRAMS]: JSON.stringify({ compute: { runsSeconds: 0 } }),
  };
  return { ...launcher, metadata: { ...launcher.metadata, annotations } };
}

/** Whether disks that are still to be filled keep an instance from its launcher pod, and whether one waits for a pod. */
export function disksOf(vmi: VirtualMachineInstance, { objects }: World) {
  const names = (vmi.spec.volumes ?? []).flatMap(({ dataVolume }) => dataVolume?.name ?? []);
  const phases = names.map((name) => {
    const found = objects.get(DATA_VOLUMES, vmi.metadata.namespace, name) as DataVolume | undefined;
    return found?.status?.phase ?? "Succeeded";
  });
  return {
    isUnfilled: phases.some((phase) => phase !== "Succeeded"),
    isOnDemand: phases.includes(ON_DEMAND),
  };
}

/** The instance while its disks are bound on demand: with the reason why their pod has no node. */
export function provisioning(vmi: VirtualMachineInstance, pod: Pod | undefined): VirtualMachineInstance {
  const scheduled = findCondition(pod?.status.conditions, "PodScheduled");
  const waiting = withConditions(vmi, [{ type: PROVISIONING, status: "True" }]);
  if (scheduled?.status === "False") return withConditions(waiting, [scheduled]);
  return withoutCondition(waiting, "PodScheduled");
}

/** The instance with its disks full. */
export function provisioned(vmi: VirtualMachineInstance): VirtualMachineInstance {
  return withoutCondition(vmi, PROVISIONING, "PodScheduled");
}
