import { hasFinalizer, withoutFinalizer } from "../deletion";
import { apiTime, findCondition, isFinished } from "../conditions";
import type { KubeObject, Pod, VirtualMachineInstance } from "../objects";
import { formatQuantity } from "../quantity";
import { NOTHING, ownWakes } from "../world";
import type { Change, Controller, Draft, Step, World } from "../world";
import { ready, told, unready, unsynced, withConditions, withoutCondition } from "./instance-conditions";
import { launcherPodOf, overheadOf } from "./launcher-pod";
import { VMI_FINALIZER } from "./machine-parts";
import { claimsOfGuest, DATA_VOLUMES } from "./machine-volumes";
import { asProvisioningPod, disksOf, isProvisioningPod, provisioned, provisioning } from "./provisioning-pod";

const VMIS = "virtualmachineinstances.kubevirt.io";
const CLAIMS = "persistentvolumeclaims";
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 1_000_000;

/** KubeVirt's controller of instances: makes the launcher pod, follows it, and lets the instance go after it. */
export const virtualMachineInstance: Controller = {
  name: "virtual-machine-instance",

  wakes(change, { objects }) {
    if (change.resource === VMIS) return ownWakes(change, VMIS);
    const { namespace, ownerReferences } = change.object.metadata;
    if (change.resource === CLAIMS || change.resource === DATA_VOLUMES) {
      const waiting = objects.list(VMIS, namespace) as VirtualMachineInstance[];
      return waiting
        .filter((vmi) => vmi.status.phase === "Pending")
        .map((vmi) => ({ resource: VMIS, namespace, name: vmi.metadata.name }));
    }
    const owners = (ownerReferences ?? []).filter((owner) => owner.kind === "VirtualMachineInstance");
    return owners.map((owner) => ({ resource: VMIS, namespace, name: owner.name }));
  },

  reconcile(target, world, nowMs) {
    const vmi = world.objects.get(VMIS, target.namespace, target.name) as VirtualMachineInstance | undefined;
    if (!vmi) return NOTHING;
    const pods = world.objects
      .dependentsOf(vmi.metadata.uid)
      .filter((object) => object.kind === "Pod") as Pod[];
    if (vmi.metadata.deletionTimestamp !== undefined) return remove(vmi, pods, nowMs);
    if (isFinal(vmi)) return NOTHING;
    const pod = pods.find((each) => !isProvisioningPod(each));
    if (!pod && vmi.status.phase === "Pending") return prepare(vmi, pods[0], world, nowMs);
    if (!pod) return fail(vmi, nowMs);
    if (isFinished(pod) && vmi.status.phase !== "Pending") return fail(vmi, nowMs);
    return { changes: [{ do: "update", object: follow(vmi, pod, world, nowMs) }] };
  },
};

/** The instance in a new phase, with the time of it. */
export function inPhase(vmi: VirtualMachineInstance, phase: string, nowMs: number): VirtualMachineInstance {
  const stamp = { phase, phaseTransitionTimestamp: apiTime(nowMs) };
  const phaseTransitionTimestamps = [...(vmi.status.phaseTransitionTimestamps ?? []), stamp];
  return { ...vmi, status: { ...vmi.status, phase, phaseTransitionTimestamps } };
}

export function isFinal(vmi: VirtualMachineInstance): boolean {
  return vmi.status.phase === "Succeeded" || vmi.status.phase === "Failed";
}

/** Has the disks bound that wait for a pod, waits until all are full, then makes the launcher pod. */
function prepare(vmi: VirtualMachineInstance, helper: Pod | undefined, world: World, nowMs: number): Step {
  const notReady = unready("PodNotExists", "virt-launcher pod has not yet been scheduled", nowMs);
  const missing = missingClaim(vmi, world);
  if (missing !== undefined) {
    const message = `PVC ${vmi.metadata.namespace}/${missing} does not exist, waiting for it to appear`;
    const waiting = withConditions(vmi, [notReady, unsynced("FailedPvcNotFound", message, nowMs)]);
    return { changes: [{ do: "update", object: waiting }] };
  }
  const { isUnfilled, isOnDemand } = disksOf(vmi, world);
  const current = withConditions(isUnfilled ? provisioning(vmi, helper) : provisioned(vmi), [notReady]);
  const update: Change = { do: "update", object: current };
  if (isOnDemand && !helper) return createPod(current, asProvisioningPod(namedPod(vmi, world)), world, nowMs);
  if (isUnfilled) return { changes: [update] };
  if (!helper) return createPod(current, namedPod(vmi, world), world, nowMs);
  const isGoing = helper.metadata.deletionTimestamp !== undefined;
  return { changes: isGoing ? [update] : [update, { do: "delete", object: helper }] };
}

function createPod(vmi: VirtualMachineInstance, pod: NamedPod, world: World, nowMs: number): Step {
  const refusal = world.quotaRefusal(pod);
  if (refusal !== null) return refuse(vmi, `pods "${pod.metadata.name}" is forbidden: ${refusal}`, nowMs);
  const created = `Created virtual machine pod ${pod.metadata.name}`;
  const memory = {
    ...(vmi.status.memory as object),
    memoryOverhead: formatQuantity(overheadOf(vmi, world.settings)),
  };
  const synced = withoutCondition(vmi, "Synchronized");
  return {
    changes: [
      { do: "create", object: pod },
      told(vmi, "Normal", "SuccessfulCreate", created),
      { do: "update", object: { ...synced, status: { ...synced.status, memory } } },
    ],
  };
}

/** The refusal is told each time as an event, but the condition keeps the numbers of the first one. */
function refuse(vmi: VirtualMachineInstance, text: string, nowMs: number): Step {
  const known = findCondition(vmi.status.conditions, "Synchronized");
  const message = `failed to create virtual machine pod: ${text}`;
  const condition = known?.reason === "FailedCreate" ? known : unsynced("FailedCreate", message, nowMs);
  const sinceMs = nowMs - Date.parse(vmi.metadata.creationTimestamp);
  const retryMs = Math.min(Math.max(sinceMs, FIRST_RETRY_MS), LAST_RETRY_MS);
  const refused = withConditions(vmi, [condition]);
  const isTold = known?.reason === "FailedCreate" && known.lastTransitionTime === apiTime(nowMs);
  const changes: Change[] = [{ do: "update", object: refused }];
  if (!isTold) changes.push(told(vmi, "Warning", "FailedCreate", `Error creating pod: ${text}`));
  return { changes, dueMs: nowMs + retryMs };
}

function follow(vmi: VirtualMachineInstance, pod: Pod, world: World, nowMs: number): VirtualMachineInstance {
  let next = vmi.status.phase === "Pending" ? inPhase(vmi, "Scheduling", nowMs) : vmi;
  next = withActivePod(next, pod);
  const conditions = (next.status.conditions ?? []).filter((one) => one.type !== "PodScheduled");
  const scheduled = findCondition(pod.status.conditions, "PodScheduled");
  const list = scheduled?.status === "False" ? [...conditions, scheduled] : conditions;
  next = { ...next, status: { ...next.status, conditions: list } };
  if (pod.metadata.deletionTimestamp !== undefined) {
    const text = "virt-launcher pod is terminating";
    return withConditions(next, [unready("PodTerminating", text, nowMs)]);
  }
  if (next.status.phase === "Scheduling") return followStart(next, pod, nowMs);
  const podReady = findCondition(pod.status.conditions, "Ready");
  if (next.status.phase === "Running" && podReady?.status === "False") {
    return withConditions(next, [unready("PodConditionMissing", "virt-launcher pod is not ready", nowMs)]);
  }
  if (next.status.phase === "Running") return withConditions(next, [ready(nowMs)]);
  return withConditions(next, [unready("GuestNotRunning", "Guest VM is not reported as running", nowMs)]);
}

function followStart(vmi: VirtualMachineInstance, pod: Pod, nowMs: number): VirtualMachineInstance {
  const notRunning = unready("GuestNotRunning", "Guest VM is not reported as running", nowMs);
  const others = (vmi.status.conditions ?? []).filter((one) => one.type !== "Synchronized");
  const base = withConditions({ ...vmi, status: { ...vmi.status, conditions: others } }, [notRunning]);
  const statuses = [...(pod.status.initContainerStatuses ?? []), ...(pod.status.containerStatuses ?? [])];
  const waiting = statuses.map(({ state }) => state.waiting).find((each) => isPullTrouble(each?.reason));
  if (waiting) {
    return withConditions(base, [unsynced(waiting.reason, waiting.message ?? waiting.reason, nowMs)]);
  }
  if (pod.status.phase !== "Running") return base;
  const nodeName = pod.spec.nodeName ?? "";
  const labels = { ...vmi.metadata.labels, "kubevirt.io/nodeName": nodeName };
  const scheduled = inPhase(base, "Scheduled", nowMs);
  return {
    ...scheduled,
    metadata: { ...scheduled.metadata, labels },
    status: { ...scheduled.status, nodeName, launcherContainerImageVersion: pod.spec.containers[0]?.image },
  };
}

function isPullTrouble(reason: string | undefined): boolean {
  return reason === "ErrImagePull" || reason === "ImagePullBackOff";
}

function remove(vmi: VirtualMachineInstance, pods: Pod[], nowMs: number): Step {
  const changes: Change[] = [];
  for (const pod of pods.filter((one) => one.metadata.deletionTimestamp === undefined)) {
    const message = `Deleted virtual machine pod ${pod.metadata.name}`;
    changes.push({ do: "delete", object: pod }, told(vmi, "Normal", "SuccessfulDelete", message));
  }
  if (!isFinal(vmi) && pods.length === 0)
    return { changes: [{ do: "update", object: inPhase(vmi, "Failed", nowMs) }] };
  if (!isFinal(vmi)) {
    const text = "virt-launcher pod is terminating";
    changes.push({ do: "update", object: withConditions(vmi, [unready("PodTerminating", text, nowMs)]) });
  } else if (pods.length === 0 && hasFinalizer(vmi, VMI_FINALIZER)) {
    changes.push({ do: "update", object: withoutFinalizer(vmi, VMI_FINALIZER) });
  }
  return { changes };
}

function fail(vmi: VirtualMachineInstance, nowMs: number): Step {
  return { changes: [{ do: "update", object: inPhase(vmi, "Failed", nowMs) }] };
}

type NamedPod = Draft & KubeObject;

function namedPod(vmi: VirtualMachineInstance, world: World): NamedPod {
  const draft = launcherPodOf(vmi, world.settings);
  // The refusal of quota names the pod that would have been, so the name is drawn before it is asked.
  const suffix = vmi.metadata.uid
    .replaceAll(/[^bcdf2456789]/g, "")
    .padEnd(5, "x")
    .slice(0, 5);
  const name = `virt-launcher-${vmi.metadata.name}-${suffix}`;
  const { creationTimestamp } = vmi.metadata;
  return { ...draft, metadata: { ...draft.metadata, name, creationTimestamp } } as NamedPod;
}

function missingClaim(vmi: VirtualMachineInstance, { objects }: World): string | undefined {
  return claimsOfGuest(vmi.spec).find((name) => !objects.get(CLAIMS, vmi.metadata.namespace, name));
}

function withActivePod(vmi: VirtualMachineInstance, pod: Pod): VirtualMachineInstance {
  const activePods = { [pod.metadata.uid]: pod.spec.nodeName ?? "" };
  return { ...vmi, status: { ...vmi.status, activePods, qosClass: "Burstable" } };
}
