import { ApiError, badRequest, invalid } from "./api-error";
import type { FieldError } from "./api-error";
import { scheduleProblem, timeZoneProblem } from "./cron-schedule";
import { isLabelValue, LABEL_VALUE_TEXT } from "./label-selector";
import type { ClaimSpec, Lease, OwnerReference, VirtualMachine } from "./objects";
import type { Job } from "./controllers/workloads/workload-objects";
import { parseQuantity } from "./quantity";
import type { Resource } from "./resources";
import { deploymentErrors } from "./validate-deployment";
import type { Draft } from "./world";

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_KINDS = ["Service", "Namespace"];
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const STRATEGIES = ["Halted", "Manual", "Always", "RerunOnFailure", "Once", "WaitAsReceiver"];
const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/;

/** Throws the refusals of decoding and of KubeVirt's mutating webhook, which come before all others. */
export function checkDecoding(resource: Resource, draft: Draft): void {
  if (resource.kind === "Secret") checkBase64(draft);
  if (resource.kind === "Lease") checkMicroTimes(draft);
  if (resource.kind === "VirtualMachine") checkMachineSchema(draft);
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

function metadataErrors(draft: Draft, name: string, resource: Resource): FieldError[] {
  const errors: FieldError[] = [];
  const { labels = {}, ownerReferences = [] } = draft.metadata;
  const isLabelKind = LABEL_KINDS.includes(draft.kind);
  const isNameValid = SUBDOMAIN.test(name) && name.length <= 253 && !(isLabelKind && /\./.test(name));
  if (!isNameValid) {
    const text = isLabelKind ? LABEL_TEXT : SUBDOMAIN_TEXT;
    errors.push(wrong("metadata.name", `Invalid value: "${name}": ${text}`));
  }
  for (const value of Object.values(labels)) {
    const bad = String(value);
    if (!isLabelValue(bad))
      errors.push(wrong("metadata.labels", `Invalid value: "${bad}": ${LABEL_VALUE_TEXT}`));
  }
  const longest = resource.kind === "Job" ? 63 : resource.kind === "CronJob" ? 52 : Infinity;
  if (name.length > longest)
    errors.push(
      wrong("metadata.name", `Invalid value: "${name}": must be no more than ${longest} characters`),
    );
  return [...errors, ...ownerErrors(ownerReferences)];
}

function ownerErrors(owners: OwnerReference[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const owner of owners) {
    for (const field of ["kind", "name", "uid"] as const) {
      if (!owner[field])
        errors.push(wrong(`metadata.ownerReferences.${field}`, 'Invalid value: "": must not be empty'));
    }
  }
  const [first, second] = owners.filter((owner) => owner.controller === true);
  if (first && second) {
    const pair = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
    const text = `Only one reference can have Controller set to true. Found "true" in references for ${pair}`;
    errors.push(wrong("metadata.ownerReferences", `Invalid value: ${JSON.stringify(owners)}: ${text}`));
  }
  return errors;
}

function specErrors(draft: Draft): FieldError[] {
  if (draft.kind === "Pod") return podErrors(draft);
  if (draft.kind === "PersistentVolumeClaim") return claimErrors(draft.spec as ClaimSpec | undefined);
  if (draft.kind === "Job") return jobErrors((draft as Draft & Job).spec);
  if (draft.kind === "CronJob") return cronJobErrors(draft);
  if (draft.kind === "Deployment") return deploymentErrors(draft);
  if (draft.kind === "Event") return eventErrors(draft);
  const lease = draft.kind === "Lease" ? (draft as Draft & Lease).spec : undefined;
  if (lease?.leaseDurationSeconds !== undefined && lease.leaseDurationSeconds <= 0) {
    const text = `Invalid value: ${lease.leaseDurationSeconds}: must be greater than 0`;
    return [wrong("spec.leaseDurationSeconds", text)];
  }
  return [];
}

function podErrors(draft: Draft): FieldError[] {
  const spec = draft.spec as { containers?: { name?: string; resources?: unknown }[] } | undefined;
  const containers = spec?.containers ?? [];
  if (containers.length === 0) return [required("spec.containers")];
  return containers.flatMap((container, index) => {
    const errors: FieldError[] = [];
    if (!container.name) errors.push(required(`spec.containers[${index}].name`));
    const amounts = (container.resources ?? {}) as Record<string, Record<string, string> | undefined>;
    for (const field of ["requests", "limits"]) {
      for (const [key, value] of Object.entries(amounts[field] ?? {})) {
        if (parseQuantity(value) !== null) continue;
        const text = `Invalid value: "${value}": quantities must match the regular expression`;
        errors.push(wrong(`spec.containers[${index}].resources.${field}[${key}]`, text));
      }
    }
    return errors;
  });
}

function claimErrors(spec: ClaimSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const modes = spec?.accessModes ?? [];
  if (modes.length === 0)
    errors.push({
      ...required("spec.accessModes"),
      message: "Required value: at least 1 access mode is required",
    });
  const supported = ACCESS_MODES.map((mode) => `"${mode}"`).join(", ");
  for (const mode of modes.filter((one) => !ACCESS_MODES.includes(one))) {
    const message = `Unsupported value: "${mode}": supported values: ${supported}`;
    errors.push({ reason: "FieldValueNotSupported", field: "spec.accessModes", message });
  }
  if (spec?.resources?.requests?.storage === undefined) errors.push(required("spec.resources[storage]"));
  return errors;
}

function jobErrors(spec: Job["spec"]): FieldError[] {
  const fields = ["activeDeadlineSeconds", "ttlSecondsAfterFinished", "parallelism", "completions"] as const;
  return fields
    .filter((field) => (spec[field] ?? 0) < 0)
    .map((field) =>
      wrong(`spec.${field}`, `Invalid value: ${spec[field]}: must be greater than or equal to 0`),
    );
}

function cronJobErrors(draft: Draft): FieldError[] {
  const { schedule = "", timeZone } = draft.spec as { schedule?: string; timeZone?: string };
  const inSchedule = scheduleProblem(schedule);
  const inZone = timeZoneProblem(timeZone);
  return [
    ...(inSchedule === null ? [] : [wrong("spec.schedule", `Invalid value: "${schedule}": ${inSchedule}`)]),
    ...(inZone === null ? [] : [wrong("spec.timeZone", `Invalid value: "${timeZone}": ${inZone}`)]),
  ];
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

function checkMachineSchema(draft: Draft): void {
  const spec = draft.spec as
    { template?: { spec?: { domain?: { cpu?: Record<string, unknown> } } } } | undefined;
  if (spec?.template === undefined)
    throw denied("virtualmachines-mutator", "spec.template in body is required");
  const cpu = spec.template.spec?.domain?.cpu ?? {};
  for (const field of ["cores", "sockets", "threads"]) {
    const value = cpu[field];
    if (value === undefined || typeof value === "number") continue;
    const path = `spec.template.spec.domain.cpu.${field}`;
    throw denied("virtualmachines-mutator", `${path} in body must be of type integer: "${typeof value}"`);
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

function wrong(field: string, message: string): FieldError {
  return { reason: "FieldValueInvalid", field, message };
}

function required(field: string): FieldError {
  return { reason: "FieldValueRequired", field, message: "Required value" };
}
