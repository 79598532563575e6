import { forbidden } from "./api-error";
import type { ClaimSpec, Container, KubeObject, Pod } from "./objects";
import { formatQuantity, quantityOf } from "./quantity";
import type { Resource } from "./resources";
import type { ObjectReader } from "./store";
import type { Draft } from "./world";

interface Limit {
  type: string;
  max?: Record<string, string>;
  default?: Record<string, string>;
  defaultRequest?: Record<string, string>;
}

/** Applies the LimitRanges of a namespace to a new pod or claim: defaults first, then the most that is allowed. */
export function limitedByRange(objects: ObjectReader, resource: Resource, draft: Draft): Draft {
  if (draft.kind !== "Pod" && draft.kind !== "PersistentVolumeClaim") return draft;
  const ranges = objects.list("limitranges", draft.metadata.namespace);
  const limits = ranges.flatMap((range) => (range as KubeObject & { spec: { limits: Limit[] } }).spec.limits);
  if (limits.length === 0) return draft;
  if (draft.kind === "PersistentVolumeClaim") checkClaim(resource, draft, limits);
  return draft.kind === "Pod" ? limitPod(resource, draft as Draft & Pod, limits) : draft;
}

function limitPod(resource: Resource, pod: Draft & Pod, all: Limit[]): Draft {
  const limits = all.filter((limit) => limit.type === "Container");
  const notes: string[] = [];
  const fill = (container: Container): Container => {
    const merged = (field: "default" | "defaultRequest") =>
      Object.assign({}, ...limits.map((one) => one[field])) as object;
    const own = container.resources ?? {};
    const newRequests = Object.keys({ ...merged("defaultRequest") }).filter(
      (key) => own.requests?.[key] === undefined,
    );
    const newLimits = Object.keys({ ...merged("default") }).filter((key) => own.limits?.[key] === undefined);
    if (newRequests.length > 0)
      notes.push(`${newRequests.sort().join(", ")} request for container ${container.name}`);
    if (newLimits.length > 0)
      notes.push(`${newLimits.sort().join(", ")} limit for container ${container.name}`);
    const requests = { ...merged("defaultRequest"), ...own.requests };
    return { ...container, resources: { ...own, requests, limits: { ...merged("default"), ...own.limits } } };
  };
  const containers = (pod.spec.containers ?? []).map(fill);
  for (const container of containers) checkContainer(resource, pod, container, limits);
  const note = `LimitRanger plugin set: ${notes.join("; ")}`;
  const annotations =
    notes.length > 0 ? { ...pod.metadata.annotations, "kubernetes.io/limit-ranger": note } : undefined;
  const metadata = annotations ? { ...pod.metadata, annotations } : pod.metadata;
  return { ...pod, metadata, spec: { ...pod.spec, containers } };
}

function checkContainer(resource: Resource, pod: Draft, container: Container, limits: Limit[]): void {
  for (const [key, most] of limits.flatMap((limit) => Object.entries(limit.max ?? {}))) {
    const limit = container.resources?.limits?.[key];
    if (limit === undefined || quantityOf(limit).nano <= quantityOf(most).nano) continue;
    const text = `maximum ${key} usage per Container is ${most}, but limit is ${formatQuantity(quantityOf(limit))}`;
    throw forbidden(resource, pod.metadata.name ?? "", text);
  }
}

function checkClaim(resource: Resource, claim: Draft, limits: Limit[]): void {
  const asked = (claim.spec as ClaimSpec | undefined)?.resources?.requests?.storage;
  for (const limit of limits.filter((one) => one.type === "PersistentVolumeClaim")) {
    const most = limit.max?.storage;
    if (most === undefined || asked === undefined || quantityOf(asked).nano <= quantityOf(most).nano)
      continue;
    const text = `maximum storage usage per PersistentVolumeClaim is ${most}, but request is ${asked}`;
    throw forbidden(resource, claim.metadata.name ?? "", text);
  }
}
