import type { FieldError } from "./api-error";
import { PROBES } from "./controllers/containers/probes";
import { atLeastZero, required, unsupported, wrong } from "./field-errors";
import { parseQuantity, quantityOf } from "./quantity";

type Json = Record<string, unknown>;
type Amounts = Partial<Record<"requests" | "limits", Record<string, string | number>>>;

const HANDLERS = ["exec", "httpGet", "tcpSocket", "grpc"];
const PROBE_NUMBERS = [
  ...["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"],
];
const POLICIES = ["Always", "OnFailure", "Never"];
const SPREADS = ["DoNotSchedule", "ScheduleAnyway"];
const LONGEST_SECONDS = 2_147_483_647;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
export const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/**
 * What the API server refuses of a pod, or of a template of some (pkg/apis/core/validation), of the parts that the
 * simulator reads and those that tuning touches: containers' names, amounts, probes and variables, times and the spread.
 */
export function podSpecErrors(spec: object | undefined, path: string): FieldError[] {
  const {
    containers = [],
    initContainers = [],
    topologySpreadConstraints = [],
  } = (spec ?? {}) as Record<string, Json[] | undefined>;
  return [
    ...(containers.length > 0 ? [] : [required(`${path}.containers`)]),
    ...containers.flatMap((each, index) => containerErrors(each, `${path}.containers[${index}]`)),
    ...initContainers.flatMap((each, index) => containerErrors(each, `${path}.initContainers[${index}]`)),
    ...duplicates([...initContainers, ...containers], path),
    ...topologySpreadConstraints.flatMap((each, index) =>
      spreadErrors(each, `${path}.topologySpreadConstraints[${index}]`),
    ),
    ...timeErrors((spec ?? {}) as Json, path),
  ];
}

function timeErrors(
  { restartPolicy, activeDeadlineSeconds, terminationGracePeriodSeconds }: Json,
  path: string,
) {
  const errors: FieldError[] = [];
  if (restartPolicy !== undefined && !POLICIES.includes(restartPolicy as string))
    errors.push(unsupported(`${path}.restartPolicy`, restartPolicy, POLICIES));
  const deadline = Number(activeDeadlineSeconds ?? 1);
  if (deadline < 1 || deadline > LONGEST_SECONDS) {
    const rule = `must be between 1 and ${LONGEST_SECONDS}, inclusive`;
    errors.push(wrong(`${path}.activeDeadlineSeconds`, `Invalid value: ${deadline}: ${rule}`));
  }
  return [...errors, ...atLeastZero(`${path}.terminationGracePeriodSeconds`, terminationGracePeriodSeconds)];
}

function duplicates(containers: readonly Json[], path: string): FieldError[] {
  const names = containers.map(({ name }) => name).filter((name) => name !== undefined && name !== "");
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return twice.map((name) => ({
    reason: "FieldValueDuplicate",
    field: `${path}.containers.name`,
    message: `Duplicate value: ${JSON.stringify(name)}`,
  }));
}

function containerErrors(container: Json, path: string): FieldError[] {
  const { name, image, resources = {} } = container;
  const env = (container.env ?? []) as Json[];
  return [
    ...(name ? nameErrors(name as string, `${path}.name`) : [required(`${path}.name`)]),
    ...(image ? [] : [required(`${path}.image`)]),
    ...amountErrors(resources as Amounts, `${path}.resources`),
    ...PROBES.flatMap((probe) =>
      probeErrors(container[`${probe}Probe`] as Json | undefined, `${path}.${probe}Probe`),
    ),
    ...env.flatMap(({ value, valueFrom }, index) =>
      value && valueFrom ? [bothGiven(`${path}.env[${index}].valueFrom`)] : [],
    ),
  ];
}

function bothGiven(field: string): FieldError {
  return wrong(field, 'Invalid value: "": may not be specified when `value` is not empty');
}

function nameErrors(name: string, field: string): FieldError[] {
  if (name.length > 63) return [wrong(field, `Invalid value: "${name}": must be no more than 63 characters`)];
  return LABEL.test(name) ? [] : [wrong(field, `Invalid value: "${name}": ${LABEL_TEXT}`)];
}

function amountErrors({ requests = {}, limits = {} }: Amounts, path: string): FieldError[] {
  const unread = Object.entries({ requests, limits }).flatMap(([field, amounts]) =>
    Object.entries(amounts)
      .filter(([, value]) => parseQuantity(value) === null)
      .map(([key, value]) =>
        wrong(
          `${path}.${field}[${key}]`,
          `Invalid value: "${value}": quantities must match the regular expression`,
        ),
      ),
  );
  if (unread.length > 0) return unread;
  const negative = Object.entries({ requests, limits }).flatMap(([field, amounts]) =>
    Object.entries(amounts)
      .filter(([, value]) => quantityOf(value).nano < 0n)
      .map(([key, value]) =>
        wrong(`${path}.${field}[${key}]`, `Invalid value: "${value}": must be greater than or equal to 0`),
      ),
  );
  const above = Object.entries(requests).flatMap(([key, value]) => {
    const limit = Object.hasOwn(limits, key) ? limits[key] : undefined;
    if (limit === undefined || quantityOf(value).nano <= quantityOf(limit).nano) return [];
    const rule = `must be less than or equal to ${key} limit of ${limit}`;
    return [wrong(`${path}.requests`, `Invalid value: "${value}": ${rule}`)];
  });
  return [...negative, ...above];
}

function probeErrors(probe: Json | undefined, path: string): FieldError[] {
  if (!probe) return [];
  const negative = PROBE_NUMBERS.flatMap((name) => atLeastZero(`${path}.${name}`, probe[name]));
  const [first, second] = HANDLERS.filter((name) => probe[name] !== undefined);
  if (first === undefined) return [required(path, "must specify a handler type"), ...negative];
  if (second === undefined) return negative;
  const message = "Forbidden: may not specify more than 1 handler type";
  return [{ reason: "FieldValueForbidden", field: `${path}.${second}`, message }, ...negative];
}

function spreadErrors({ maxSkew, topologyKey, whenUnsatisfiable }: Json, path: string): FieldError[] {
  const isOneOf = SPREADS.includes(whenUnsatisfiable as string);
  return [
    ...(Number(maxSkew) > 0
      ? []
      : [wrong(`${path}.maxSkew`, `Invalid value: ${String(maxSkew ?? 0)}: must be greater than zero`)]),
    ...(topologyKey ? [] : [required(`${path}.topologyKey`, "can not be empty")]),
    ...(isOneOf ? [] : [unsupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable ?? "", SPREADS)]),
  ];
}
