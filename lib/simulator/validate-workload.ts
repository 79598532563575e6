import type { FieldError } from "./api-error";
import type { CronJob, Deployment, Job, PodTemplate } from "./controllers/workloads/workload-objects";
import { scheduleProblem, timeZoneProblem } from "./cron-schedule";
import { atLeastZero, required, unsupported, wrong } from "./field-errors";
import { podSpecErrors } from "./validate-pod";
import type { Draft } from "./world";

const CONCURRENCY = ["Allow", "Forbid", "Replace"];

/** What the API server refuses of a Deployment or ReplicaSet (pkg/apis/apps/validation): labels, pods, rolling update. */
export function scaledErrors(draft: Draft): FieldError[] {
  const { selector, template, strategy, replicas } = (draft.spec ?? {}) as Partial<Deployment["spec"]>;
  const labels = template?.metadata?.labels ?? {};
  const wanted = Object.entries(selector?.matchLabels ?? {});
  const isMatched = wanted.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const unmatched = `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``;
  const standsStill = "Invalid value: 0: may not be 0 when `maxSurge` is 0";
  return [
    ...(selector === undefined ? [required("spec.selector")] : []),
    ...(isMatched ? [] : [wrong("spec.template.metadata.labels", unmatched)]),
    ...podSpecErrors(template?.spec, "spec.template.spec"),
    ...atLeastZero("spec.replicas", replicas),
    ...(maxSurge === 0 && maxUnavailable === 0
      ? [wrong("spec.strategy.rollingUpdate.maxUnavailable", standsStill)]
      : []),
    ...shareErrors("spec.strategy.rollingUpdate.maxSurge", maxSurge),
    ...shareErrors("spec.strategy.rollingUpdate.maxUnavailable", maxUnavailable),
  ];
}

/** A number of pods, or a percentage. */
function shareErrors(field: string, value: number | string | undefined): FieldError[] {
  if (typeof value !== "string") return atLeastZero(field, value);
  if (/^\d+%$/.test(value)) return [];
  const rule = "a valid percent string must be a numeric string followed by an ending '%'";
  return [wrong(field, `Invalid value: ${JSON.stringify(value)}: ${rule}`)];
}

/** What the API server refuses of a Job (pkg/apis/batch/validation). */
export function jobErrors(spec: Partial<Job["spec"]> | undefined, path: string): FieldError[] {
  const fields = [
    ...(["activeDeadlineSeconds", "ttlSecondsAfterFinished", "parallelism", "completions"] as const),
    "backoffLimit" as const,
  ];
  const template = spec?.template as PodTemplate | undefined;
  const inTemplate = `${path}.template.spec`;
  const policy = template?.spec.restartPolicy;
  const isPolicyWrong = policy !== undefined && !["OnFailure", "Never"].includes(policy);
  return [
    ...fields.flatMap((field) => atLeastZero(`${path}.${field}`, spec?.[field])),
    ...podSpecErrors(template?.spec, inTemplate),
    ...(isPolicyWrong ? [unsupported(`${inTemplate}.restartPolicy`, policy, ["OnFailure", "Never"])] : []),
  ];
}

export function cronJobErrors(draft: Draft): FieldError[] {
  const spec = (draft.spec ?? {}) as Partial<CronJob["spec"]>;
  const { schedule = "", timeZone, concurrencyPolicy, jobTemplate } = spec;
  const inSchedule = schedule === "" ? null : scheduleProblem(schedule);
  const inZone = timeZoneProblem(timeZone);
  const isPolicyKnown = concurrencyPolicy === undefined || CONCURRENCY.includes(concurrencyPolicy);
  const limits = ["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const;
  return [
    ...(schedule === "" ? [required("spec.schedule")] : []),
    ...(inSchedule === null ? [] : [wrong("spec.schedule", `Invalid value: "${schedule}": ${inSchedule}`)]),
    ...(inZone === null ? [] : [wrong("spec.timeZone", `Invalid value: "${timeZone}": ${inZone}`)]),
    ...(isPolicyKnown ? [] : [unsupported("spec.concurrencyPolicy", concurrencyPolicy, CONCURRENCY)]),
    ...limits.flatMap((field) => atLeastZero(`spec.${field}`, spec[field])),
    ...jobErrors(jobTemplate?.spec, "spec.jobTemplate.spec"),
  ];
}
