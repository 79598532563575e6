import type { FieldError } from "./api-error";
import type { Deployment } from "./controllers/workloads/workload-objects";
import { parseQuantity, quantityOf } from "./quantity";
import type { Draft } from "./world";

type Json = Record<string, unknown>;
const HANDLERS = ["exec", "httpGet", "tcpSocket", "grpc"];
const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"];
const TEMPLATE = "spec.template.spec";

/**
 * What the API server refuses of a Deployment (pkg/apis/apps and core validation), of the parts that tuning touches:
 * labels, containers' amounts, probes and variables, the spread, and the rolling update.
 */
export function deploymentErrors(draft: Draft): FieldError[] {
  const { selector, template, strategy } = (draft as Draft & Deployment).spec;
  const {
    containers = [],
    initContainers = [],
    topologySpreadConstraints = [],
  } = template.spec as Record<string, Json[] | undefined>;
  const labels = template.metadata?.labels ?? {};
  const isMatched = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const unmatched = `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``;
  return [
    ...(isMatched ? [] : [wrong("spec.template.metadata.labels", unmatched)]),
    ...(containers.length > 0 ? [] : [required(`${TEMPLATE}.containers`)]),
    ...containers.flatMap((each, index) => containerErrors(each, `${TEMPLATE}.containers[${index}]`)),
    ...initContainers.flatMap((each, index) => containerErrors(each, `${TEMPLATE}.initContainers[${index}]`)),
    ...topologySpreadConstraints.flatMap((each, index) =>
      spreadErrors(each, `${TEMPLATE}.topologySpreadConstraints[${index}]`),
    ),
    ...(maxSurge === 0 && maxUnavailable === 0
      ? [
          wrong(
            "spec.strategy.rollingUpdate.maxUnavailable",
            "Invalid value: 0: may not be 0 when `maxSurge` is 0",
          ),
        ]
      : []),
  ];
}

function containerErrors(container: Json, path: string): FieldError[] {
  const env = (container.env ?? []) as Json[];
  const both = env.flatMap(({ value, valueFrom }, index) =>
    value && valueFrom
      ? [
          wrong(
            `${path}.env[${index}].valueFrom`,
            'Invalid value: "": may not be specified when `value` is not empty',
          ),
        ]
      : [],
  );
  return [
    ...(container.name ? [] : [required(`${path}.name`)]),
    ...(container.image ? [] : [required(`${path}.image`)]),
    ...amountErrors((container.resources ?? {}) as Amounts, `${path}.resources`),
    ...PROBES.flatMap((name) => probeErrors(container[name] as Json | undefined, `${path}.${name}`)),
    ...both,
  ];
}

type Amounts = Partial<Record<"requests" | "limits", Record<string, string | number>>>;

function amountErrors({ requests = {}, limits = {} }: Amounts, path: string): FieldError[] {
  const unread = Object.entries({ requests, limits }).flatMap(([field, amounts]) =>
    Object.entries(amounts)
      .filter(([, value]) => parseQuantity(String(value)) === null)
      .map(([key, value]) =>
        wrong(
          `${path}.${field}[${key}]`,
          `Invalid value: "${value}": quantities must match the regular expression`,
        ),
      ),
  );
  if (unread.length > 0) return unread;
  return Object.entries(requests).flatMap(([key, value]) => {
    const limit = limits[key];
    if (limit === undefined || quantityOf(String(value)).nano <= quantityOf(String(limit)).nano) return [];
    return [
      wrong(
        `${path}.requests`,
        `Invalid value: "${value}": must be less than or equal to ${key} limit of ${limit}`,
      ),
    ];
  });
}

function probeErrors(probe: Json | undefined, path: string): FieldError[] {
  if (!probe) return [];
  const [first, second] = HANDLERS.filter((name) => probe[name] !== undefined);
  if (first === undefined)
    return [{ ...required(path), message: "Required value: must specify a handler type" }];
  if (second === undefined) return [];
  const message = "Forbidden: may not specify more than 1 handler type";
  return [{ reason: "FieldValueForbidden", field: `${path}.${second}`, message }];
}

function spreadErrors({ maxSkew, topologyKey, whenUnsatisfiable }: Json, path: string): FieldError[] {
  const isOneOf = whenUnsatisfiable === "DoNotSchedule" || whenUnsatisfiable === "ScheduleAnyway";
  const message = `Unsupported value: ${JSON.stringify(whenUnsatisfiable ?? "")}: supported values: "DoNotSchedule", "ScheduleAnyway"`;
  return [
    ...(Number(maxSkew) > 0
      ? []
      : [wrong(`${path}.maxSkew`, `Invalid value: ${String(maxSkew ?? 0)}: must be greater than zero`)]),
    ...(topologyKey
      ? []
      : [{ ...required(`${path}.topologyKey`), message: "Required value: can not be empty" }]),
    ...(isOneOf
      ? []
      : [{ reason: "FieldValueNotSupported" as const, field: `${path}.whenUnsatisfiable`, message }]),
  ];
}

function wrong(field: string, message: string): FieldError {
  return { reason: "FieldValueInvalid", field, message };
}

function required(field: string): FieldError {
  return { reason: "FieldValueRequired", field, message: "Required value" };
}
