import { quotaProblem } from "./quota-text";
import type { Reason } from "./reason";
import type { ObjectCondition, PodObject, VmiObject, VmObject } from "./world";

const IMAGE_REASONS = ["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull"];
const MESSAGE_LIMIT = 300;

/**
 * Why a machine does not start, as a reason that a person can act on, or null where nothing says so. Recognised from
 * conditions, `printableStatus` and waiting reasons as cluster-facts A3 and D4 list them.
 */
export function launchProblem(
  vm: VmObject | null,
  vmi: VmiObject | null,
  pod: PodObject | null,
): Reason | null {
  const conditions = [...(vmi?.conditions ?? []), ...(vm?.conditions ?? []), ...(pod?.conditions ?? [])];
  return (
    first(conditions, conditionProblem) ??
    statusProblem(vm?.printableStatus ?? "", conditions) ??
    (pod && podProblem(pod))
  );
}

function conditionProblem({ type, status, reason, message }: ObjectCondition): Reason | null {
  if (type === "Synchronized" && status === "False") {
    if (IMAGE_REASONS.includes(reason)) return { code: "image-pull", params: { image: imageIn(message) } };
    if (reason === "FailedPvcNotFound")
      return { code: "volume-missing", params: { volume: volumeIn(message) } };
    return quotaProblem(message);
  }
  if (type === "Failure" && status === "True") return quotaProblem(message);
  if (type === "PodScheduled" && status === "False" && reason === "Unschedulable")
    return unschedulable(message);
  return null;
}

function unschedulable(message: string): Reason {
  if (/persistentvolumeclaim "[^"]+" (not found|is being deleted)/.test(message)) {
    return { code: "volume-missing", params: { volume: volumeIn(message) } };
  }
  if (/unbound immediate PersistentVolumeClaims/i.test(message)) return { code: "volume-unbound" };
  return { code: "unschedulable", params: { message: shorten(message) } };
}

function statusProblem(printableStatus: string, conditions: readonly ObjectCondition[]): Reason | null {
  switch (printableStatus) {
    case "ErrorUnschedulable":
      return { code: "unschedulable", params: { message: "" } };
    case "ErrorPvcNotFound":
      return { code: "volume-missing", params: { volume: null } };
    case "ErrImagePull":
    case "ImagePullBackOff":
      return { code: "image-pull", params: { image: null } };
    case "DataVolumeError":
      return { code: "data-volume-error", params: { message: failureMessage(conditions) } };
    case "WaitingForVolumeBinding":
      return { code: "volume-unbound" };
    case "CrashLoopBackOff":
      return { code: "machine-crashed" };
    default:
      return null;
  }
}

function podProblem(pod: PodObject): Reason | null {
  if (pod.waitingReason && IMAGE_REASONS.includes(pod.waitingReason)) {
    return { code: "image-pull", params: { image: pod.image } };
  }
  if (pod.waitingReason === "CrashLoopBackOff" || pod.phase === "Failed") return { code: "machine-crashed" };
  return null;
}

function failureMessage(conditions: readonly ObjectCondition[]): string {
  const failure = conditions.find((each) => each.type === "Failure" || each.type === "DataVolumesReady");
  return shorten(failure?.message ?? "");
}

function volumeIn(message: string): string | null {
  return /(?:PVC|persistentvolumeclaim)\s+"?(?:[\w.-]+\/)?([\w.-]+)"?/i.exec(message)?.[1] ?? null;
}

function imageIn(message: string): string | null {
  return /image "([^"]+)"/i.exec(message)?.[1] ?? null;
}

function shorten(message: string): string {
  return message.length > MESSAGE_LIMIT ? `${message.slice(0, MESSAGE_LIMIT - 1)}…` : message;
}

function first<T>(items: readonly T[], find: (item: T) => Reason | null): Reason | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}
