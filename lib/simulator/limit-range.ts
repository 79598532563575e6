import { forbidden } from "./api-error";
import type { Amounts } from "./pod-resources";
import { amountsOf, podAmounts } from "./pod-resources";
import type { ClaimSpec, Container, KubeObject, Pod } from "./objects";
import { formatQuantity, quantityOf } from "./quantity";
import type { Resource } from "./resources";
import type { ObjectReader } from "./store";
import type { Draft } from "./world";

type Values = Record<string, string>;

interface Limit {
  type: string;
  min?: Values;
  max?: Values;
  default?: Values;
  defaultRequest?: Values;
  maxLimitRequestRatio?: Values;
}

/** What one container, pod or claim asks for. */
interface Asked {
  requests: Amounts;
  limits: Amounts;
}

/** Applies the LimitRanges of a namespace to a new pod or claim. Throws the 403 that one gets which they do not allow. */
export function limitedByRange(objects: ObjectReader, resource: Resource, draft: Draft): Draft {
  const { filled, refusal } = withinRanges(objects, draft);
  if (refusal !== null) throw forbidden(resource, draft.metadata.name ?? "", refusal);
  return filled;
}

/**
 * The object with the defaults of its namespace's LimitRanges, and in the API server's words what they have against it:
 * the first range that is broken speaks (plugin/pkg/admission/limitranger).
 */
export function withinRanges(objects: ObjectReader, draft: Draft): { filled: Draft; refusal: string | null } {
  if (draft.kind !== "Pod" && draft.kind !== "PersistentVolumeClaim") return { filled: draft, refusal: null };
  const ranges = objects.list("limitranges", draft.metadata.namespace).map(limitsOf);
  const own = draft as Draft & Pod;
  const filled = draft.kind === "Pod" ? ranges.reduce(withDefaultsOf, own) : own;
  const broken = ranges.map((limits) => new Set(limits.flatMap((limit) => problemsOf(filled, limit))));
  const [...problems] = broken.find(({ size }) => size > 0) ?? [];
  const refusal = problems.length > 1 ? `[${problems.join(", ")}]` : (problems[0] ?? null);
  return { filled, refusal };
}

function limitsOf(range: KubeObject): Limit[] {
  return (range.spec as { limits?: Limit[] } | undefined)?.limits ?? [];
}

/** What a range says by itself of what it does not say (pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem). */
function defaultsOf(limits: readonly Limit[]): { requests: Values; limits: Values } {
  const containers = limits.filter(({ type }) => type === "Container");
  const limitsToSet = containers.map(({ max, default: own }) => ({ ...max, ...own }));
  const requests = containers.map(({ min, defaultRequest }, index) => {
    return { ...min, ...limitsToSet[index], ...defaultRequest };
  });
  return { requests: Object.assign({}, ...requests), limits: Object.assign({}, ...limitsToSet) };
}

function withDefaultsOf(pod: Draft & Pod, limits: readonly Limit[]): Draft & Pod {
  const defaults = defaultsOf(limits);
  const notes: string[] = [];
  const fill = (kind: string) => (container: Container) => {
    const own = container.resources ?? {};
    for (const field of ["requests", "limits"] as const) {
      const added = Object.keys(defaults[field]).filter((key) => own[field]?.[key] === undefined);
      if (added.length === 0) continue;
      notes.push(`${added.sort().join(", ")} ${field.slice(0, -1)} for ${kind} ${container.name}`);
    }
    const requests = { ...defaults.requests, ...own.requests };
    return { ...container, resources: { ...own, requests, limits: { ...defaults.limits, ...own.limits } } };
  };
  const containers = (pod.spec.containers ?? []).map(fill("container"));
  const initContainers = pod.spec.initContainers?.map(fill("init container"));
  if (notes.length === 0) return pod;
  const note = `LimitRanger plugin set: ${notes.join("; ")}`;
  const annotations = { ...pod.metadata.annotations, "kubernetes.io/limit-ranger": note };
  const spec = { ...pod.spec, containers, ...(initContainers ? { initContainers } : {}) };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}

function problemsOf(draft: Draft & Pod, limit: Limit): string[] {
  if (draft.kind === "PersistentVolumeClaim")
    return limit.type === draft.kind ? claimProblems(limit, draft) : [];
  if (limit.type === "Pod")
    return bounded(limit, { requests: podAmounts(draft, "requests"), limits: podAmounts(draft, "limits") });
  if (limit.type !== "Container") return [];
  const containers = [...(draft.spec.containers ?? []), ...(draft.spec.initContainers ?? [])];
  return containers.flatMap((each) =>
    bounded(limit, { requests: amountsOf(each, "requests"), limits: amountsOf(each, "limits") }),
  );
}

/** A claim's limits say nothing: both bounds go by its request. */
function claimProblems({ type, min, max }: Limit, claim: Draft): string[] {
  const { requests = {} } = (claim.spec as ClaimSpec | undefined)?.resources ?? {};
  const asked = amountsOf({ name: "", resources: { requests } }, "requests");
  const least = keysOf(min).flatMap(([key, value]) => below({ type, key, value }, asked, new Map()));
  const most = keysOf(max).flatMap(([key, value]) => {
    const bound = { type, key, value };
    return asked.has(key) ? over(bound, "request", asked) : [`${mostOf(bound)}  No request is specified`];
  });
  return [...least, ...most];
}

interface Bound {
  type: string;
  key: string;
  value: string;
}

function bounded({ type, min, max, maxLimitRequestRatio }: Limit, { requests, limits }: Asked): string[] {
  const least = keysOf(min).flatMap(([key, value]) => below({ type, key, value }, requests, limits));
  const most = keysOf(max).flatMap(([key, value]) => {
    const bound = { type, key, value };
    if (!limits.has(key)) return [`${mostOf(bound)}  No limit is specified`];
    const byLimit = over(bound, "limit", limits);
    return byLimit.length > 0 ? byLimit : over(bound, "request", requests);
  });
  const ratios = keysOf(maxLimitRequestRatio).flatMap(([key, value]) =>
    stretched({ type, key, value }, requests, limits),
  );
  return [...least, ...most, ...ratios];
}

function keysOf(values: Values | undefined): [string, string][] {
  return Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function mostOf({ type, key, value }: Bound): string {
  return `maximum ${key} usage per ${type} is ${canonical(value)}.`;
}

function below({ type, key, value }: Bound, requests: Amounts, limits: Amounts): string[] {
  const text = `minimum ${key} usage per ${type} is ${canonical(value)}`;
  const [request, limit, least] = [requests.get(key), limits.get(key), quantityOf(value)];
  if (!request) return [`${text}.  No request is specified`];
  if (request.nano < least.nano) return [`${text}, but request is ${formatQuantity(request)}`];
  return limit && limit.nano < least.nano ? [`${text}, but limit is ${formatQuantity(limit)}`] : [];
}

function over({ type, key, value }: Bound, what: string, amounts: Amounts): string[] {
  const amount = amounts.get(key);
  if (!amount || amount.nano <= quantityOf(value).nano) return [];
  return [
    `maximum ${key} usage per ${type} is ${canonical(value)}, but ${what} is ${formatQuantity(amount)}`,
  ];
}

function stretched({ type, key, value }: Bound, requests: Amounts, limits: Amounts): string[] {
  const text = `${key} max limit to request ratio per ${type} is ${canonical(value)}, but`;
  const [request, limit] = [requests.get(key)?.nano ?? 0n, limits.get(key)?.nano ?? 0n];
  if (request === 0n) return [`${text} no request is specified or request is 0`];
  if (limit === 0n) return [`${text} no limit is specified or limit is 0`];
  if (limit * 1_000_000_000n <= quantityOf(value).nano * request) return [];
  return [`${text} provided ratio is ${(Number(limit) / Number(request)).toFixed(6)}`];
}

function canonical(value: string): string {
  return formatQuantity(quantityOf(value));
}
