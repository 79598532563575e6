import { ApiError, badRequest, invalid } from "./api-error";
import type { FieldError } from "./api-error";
import { decodeBySchema } from "./decoding/decode";
import { required, unsupported, wrong } from "./field-errors";
import type { ClaimSpec, Lease, VirtualMachine } from "./objects";
import type { Job } from "./controllers/workloads/workload-objects";
import type { Resource } from "./resources";
import { metadataErrors } from "./validate-metadata";
import { podSpecErrors } from "./validate-pod";
import { cronJobErrors, jobErrors, scaledErrors } from "./validate-workload";
import type { Draft } from "./world";

const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const STRATEGIES = ["Halted", "Manual", "Always", "RerunOnFailure", "Once", "WaitAsReceiver"];
const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/;

/**
 * The object as it is understood. Throws the refusals of what is in its texts, of schemas, and of KubeVirt's mutating
 * webhook, which come before all others.
 */
export function checkDecoding(resource: Resource, draft: Draft): Draft {
  if (resource.kind === "Secret") checkBase64(draft);
  if (resource.kind === "Lease") checkMicroTimes(draft);
  if (!resource.isCustom) return draft;
  return decodeBySchema(resource, draft, (text) => denied("virtualmachines-mutator", text));
}

/**
 * Throws 422 for what the API server's validation refuses; `name` is final by now. An update checks metadata twice (that
 * of a custom resource three times) and names each cause as often, but says it once in the text.
 */
export function validate(resource: Resource, draft: Draft, name: string, isUpdate = false): void {
  const inMetadata = metadataErrors(draft, name, resource);
  const inSpec = specErrors(draft);
  if (inMetadata.length + inSpec.length > 0) {
    const again = resource.isCustom ? [...inMetadata, ...inMetadata] : inMetadata;
    throw invalid(resource, name, [...inMetadata, ...inSpec], isUpdate ? again : []);
  }
  if (resource.kind === "VirtualMachine") checkMachine(draft as Draft & VirtualMachine);
}

function specErrors(draft: Draft): FieldError[] {
  if (draft.kind === "Pod") return podSpecErrors(draft.spec as object | undefined, "spec");
  if (draft.kind === "PersistentVolumeClaim") return claimErrors(draft.spec as ClaimSpec | undefined);
  if (draft.kind === "Job") return jobErrors((draft as Draft & Job).spec, "spec");
  if (draft.kind === "CronJob") return cronJobErrors(draft);
  if (draft.kind === "Deployment" || draft.kind === "ReplicaSet") return scaledErrors(draft);
  if (draft.kind === "Event") return eventErrors(draft);
  const lease = draft.kind === "Lease" ? (draft as Draft & Lease).spec : undefined;
  if (lease?.leaseDurationSeconds !== undefined && lease.leaseDurationSeconds <= 0) {
    const text = `Invalid value: ${lease.leaseDurationSeconds}: must be greater than 0`;
    return [wrong("spec.leaseDurationSeconds", text)];
  }
  return [];
}

function claimErrors(spec: ClaimSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const modes = spec?.accessModes ?? [];
  if (modes.length === 0) errors.push(required("spec.accessModes", "at least 1 access mode is required"));
  for (const mode of modes.filter((one) => !ACCESS_MODES.includes(one)))
    errors.push(unsupported("spec.accessModes", mode, ACCESS_MODES));
  if (spec?.resources?.requests?.storage === undefined) errors.push(required("spec.resources[storage]"));
  return errors;
}

function eventErrors(draft: Draft): FieldError[] {
  const namespace = (draft.involvedObject as { namespace?: string } | undefined)?.namespace ?? "";
  if (namespace === (draft.metadata.namespace ?? "")) return [];
  return [wrong("involvedObject.namespace", `Invalid value: "${namespace}": does not match event.namespace`)];
}

function checkBase64(draft: Draft): void {
  for (const value of Object.values((draft.data ?? {}) as Record<string, string>)) {
    const bad = /[^A-Za-z0-9+/=\r\n]/.exec(value);
    if (!bad) continue;
    const text = `illegal base64 data at input byte ${bad.index}`;
    throw badRequest(`Secret in version "v1" cannot be handled as a Secret: ${text}`);
  }
}

/** Lease times need exactly six fraction digits: JavaScript's toISOString, with three, is refused. */
function checkMicroTimes(draft: Draft): void {
  const spec = (draft.spec ?? {}) as Record<string, unknown>;
  for (const field of ["acquireTime", "renewTime"]) {
    const value = spec[field];
    if (typeof value !== "string" || MICRO_TIME.test(value)) continue;
    const rest = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(.*)$/.exec(value)?.[1];
    const [part, wanted] = rest === undefined ? [value, "2006"] : [rest, ".000000"];
    const text = `parsing time "${value}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "${part}" as "${wanted}"`;
    throw badRequest(`Lease in version "v1" cannot be handled as a Lease: ${text}`);
  }
}

function checkMachine({ spec }: Draft & VirtualMachine): void {
  const webhook = "virtualmachine-validator";
  const { domain, volumes = [] } = spec.template.spec;
  const path = "spec.template.spec.domain";
  domain.devices?.disks?.forEach((disk, index) => {
    if (volumes.some((volume) => volume.name === disk.name)) return;
    const field = `${path}.devices.disks[${index}].name`;
    throw denied(webhook, `${path}.devices.disks[${index}].Name '${disk.name}' not found.`, field);
  });
  if (spec.running !== undefined && spec.runStrategy !== undefined) {
    const text =
      "Running and RunStrategy are mutually exclusive. Note that Running is deprecated, please use RunStrategy instead";
    throw denied(webhook, text, "spec.running");
  }
  if (spec.running === undefined && spec.runStrategy === undefined) {
    throw denied(webhook, "RunStrategy must be specified", "spec.running");
  }
  if (spec.runStrategy !== undefined && !STRATEGIES.includes(spec.runStrategy)) {
    throw denied(webhook, `Invalid RunStrategy (${spec.runStrategy})`, "spec.runStrategy");
  }
}

function denied(webhook: string, text: string, field?: string): ApiError {
  const cause =
    field === undefined ? { message: text } : { reason: "FieldValueInvalid", message: text, field };
  const message = `admission webhook "${webhook}.kubevirt.io" denied the request: ${text}`;
  return new ApiError(422, "Invalid", message, { causes: [cause] });
}
