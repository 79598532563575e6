import { quotaProblem } from "./quota-text";
import type { Reason } from "./reason";
import type { DataVolumeObject, ObjectCondition, PodObject, VmiObject, VmObject } from "./world";

const IMAGE_REASONS = ["ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull"];
const SOURCE_MISSING = /source PVC \S+ not found/i;
const COPY_STOPPED = ["Error", "ImagePullFailed"];
/** Claims that nobody binds: those of a class that binds at once, and those of one that waits for a pod. */
const VOLUME_UNBOUND = /unbound immediate PersistentVolumeClaims|find available persistent volumes to bind/i;
/** As much of the cluster's own words is kept, in characters. */
export const MESSAGE_LIMIT = 300;

/**
 * Why a machine does not start, as a reason that a person can act on, or null where nothing says so. Recognised from
 * conditions, `printableStatus` and waiting reasons as cluster-facts A3 and D4 list them. The cluster's own words, where
 * it gave any, are `params.message` (at most 300 characters): for admins only (lib/domain/shown-reason.ts).
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

function conditionProblem(condition: ObjectCondition): Reason | null {
  const problem = problemIn(condition);
  return problem && quoting(problem, condition.message);
}

function problemIn({ type, status, reason, message }: ObjectCondition): Reason | null {
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
  return isRefused ? { code: "webhook-denied" } : null;
}

/** virt-controller could not make a DataVolume of the VM's templates. */
function copyProblem(message: string): Reason | null {
  return /DataVolume/i.test(message) ? { code: "data-volume-error" } : null;
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
  if (source) {
    const missing: Reason = { code: "volume-missing", params: { volume: volumeIn(source.message) } };
    return quoting(missing, source.message);
  }
  const stopped = wrong.find(({ type, reason }) => type === "Running" && COPY_STOPPED.includes(reason));
  const isFailed = phase === "Failed" || stopped !== undefined;
  const message = stopped?.message ?? wrong.find((each) => each.message !== "")?.message ?? "";
  return first(wrong, quotaProblemIn) ?? (isFailed ? quoting({ code: "data-volume-error" }, message) : null);
}

function quotaProblemIn({ message }: ObjectCondition): Reason | null {
  const problem = quotaProblem(message);
  return problem && quoting(problem, message);
}

function unschedulable(message: string): Reason {
  if (/persistentvolumeclaim "[^"]+" (not found|is being deleted)/.test(message)) {
    return { code: "volume-missing", params: { volume: volumeIn(message) } };
  }
  if (VOLUME_UNBOUND.test(message)) return { code: "volume-unbound" };
  return { code: "unschedulable" };
}

function statusProblem(printableStatus: string, conditions: readonly ObjectCondition[]): Reason | null {
  switch (printableStatus) {
    case "ErrorUnschedulable":
      return { code: "unschedulable" };
    case "ErrorPvcNotFound":
      return { code: "volume-missing", params: { volume: null } };
    case "ErrImagePull":
    case "ImagePullBackOff":
      return { code: "image-pull", params: { image: null } };
    case "DataVolumeError":
      return quoting({ code: "data-volume-error" }, failureMessage(conditions));
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
  return failure?.message ?? "";
}

function volumeIn(message: string): string | null {
  return /(?:PVC|persistentvolumeclaim)\s+"?(?:[\w.-]+\/)?([\w.-]+)"?/i.exec(message)?.[1] ?? null;
}

function imageIn(message: string): string | null {
  return /image "([^"]+)"/i.exec(message)?.[1] ?? null;
}

function quoting({ code, params }: Reason, message: string): Reason {
  if (message === "") return params ? { code, params } : { code };
  const isLong = message.length > MESSAGE_LIMIT;
  const quoted = isLong ? `${message.slice(0, MESSAGE_LIMIT - 1)}…` : message;
  return { code, params: { ...params, message: quoted } };
}

function first<T>(items: readonly T[], find: (item: T) => Reason | null): Reason | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}
