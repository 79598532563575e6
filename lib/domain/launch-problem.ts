import { quotaProblem } from "./quota-text";
import type { Reason } from "./reason";
import type { DataVolumeObject, ObjectCondition, PodObject, VmiObject, VmObject } from "./world";

const IMAGE_REASONS = ["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull"];
const SOURCE_MISSING = /source PVC \S+ not found/i;
const COPY_STOPPED = ["Error", "ImagePullFailed"];
const MESSAGE_LIMIT = 300;

/**
 * Why a machine does not start, as a reason that a person can act on, or null where nothing says so. Recognised from
 * conditions, `printableStatus` and waiting reasons as cluster-facts A3 and D4 list them.
 */
export function launchProblem(
  vm: VmObject | null,
  vmi: VmiObject | null,
  pod: PodObject | null,
  /** Those that the VM owns. */
  volumes: readonly DataVolumeObject[] = [],
): Reason | null {
  const conditions = [...(vmi?.conditions ?? []), ...(vm?.conditions ?? []), ...(pod?.conditions ?? [])];
  return (
    first(conditions, conditionProblem) ??
    first(volumes, volumeProblem) ??
    statusProblem(vm?.printableStatus ?? "", conditions) ??
    (pod && podProblem(pod))
  );
}

function conditionProblem({ type, status, reason, message }: ObjectCondition): Reason | null {
  if (type === "Synchronized" && status === "False") {
    if (IMAGE_REASONS.includes(reason)) return { code: "image-pull", params: { image: imageIn(message) } };
    if (reason === "FailedPvcNotFound")
      return { code: "volume-missing", params: { volume: volumeIn(message) } };
    return quotaProblem(message) ?? policyProblem(reason, message);
  }
  if (type === "Failure" && status === "True") return quotaProblem(message) ?? copyProblem(message);
  if (type === "PodScheduled" && status === "False" && reason === "Unschedulable")
    return unschedulable(message);
  return null;
}

/** The launcher pod was refused by what is no quota: Pod Security, or a webhook. */
function policyProblem(reason: string, message: string): Reason | null {
  const isRefused = reason === "FailedCreate" && / is forbidden: |denied the request/.test(message);
  return isRefused ? { code: "webhook-denied", params: { message: shorten(message) } } : null;
}

/** virt-controller could not make a DataVolume of the VM's templates. */
function copyProblem(message: string): Reason | null {
  return /DataVolume/i.test(message)
    ? { code: "data-volume-error", params: { message: shorten(message) } }
    : null;
}

/**
 * Why a copy of a disk does not come about. CDI leaves the volume pending where a quota refuses its claim, and says so
 * in a condition; what counts as an error otherwise is what KubeVirt takes for one (HasDataVolumeErrors).
 */
function volumeProblem({ phase, conditions }: DataVolumeObject): Reason | null {
  if (phase === "Succeeded") return null;
  const wrong = conditions.filter(({ status }) => status !== "True");
  const isMissing = ({ message }: ObjectCondition) => SOURCE_MISSING.test(message);
  const source = wrong.find(isMissing);
  if (source) return { code: "volume-missing", params: { volume: volumeIn(source.message) } };
  const stopped = wrong.find(({ type, reason }) => type === "Running" && COPY_STOPPED.includes(reason));
  const isFailed = phase === "Failed" || stopped !== undefined;
  const message = stopped?.message ?? wrong.find((each) => each.message !== "")?.message ?? "";
  return (
    first(wrong, (each) => quotaProblem(each.message)) ??
    (isFailed ? { code: "data-volume-error", params: { message: shorten(message) } } : null)
  );
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
