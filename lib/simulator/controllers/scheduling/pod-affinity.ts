import type { Node, Pod } from "../../objects";
import type { PodAffinityTerm } from "../../placement";
import type { Refusal } from "../node-fit";
import type { Place } from "./places";
import { narrowed, selects } from "./selectors";

/** The labels of a namespace by its name. */
export type NamespaceLabels = (namespace: string) => Record<string, string> | undefined;

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/**
 * Judges nodes by required pod affinity and anti-affinity (scheduler plugin InterPodAffinity, filtering.go): the pod's
 * own, and the anti-affinity of those that are there, which holds the other way round too. The first pod of a group that
 * wants to be beside its like is let in anywhere.
 */
export function podAffinityFilter(
  pod: Pod,
  places: readonly Place[],
  labelsOf: NamespaceLabels,
): (node: Node) => Refusal | null {
  const near = pod.spec.affinity?.podAffinity?.[REQUIRED] ?? [];
  const apart = pod.spec.affinity?.podAntiAffinity?.[REQUIRED] ?? [];
  const isLike = (other: Pod) => near.every((term) => takes(term, pod, other, labelsOf));
  const beside = domainsWhere(near, places, (_, other) => isLike(other));
  const taken = domainsWhere(apart, places, (term, other) => takes(term, pod, other, labelsOf));
  const closed = closedDomains(pod, places, labelsOf);
  const isFirst = beside.size === 0 && isLike(pod);
  return (node) => {
    if (near.length > 0 && !isBeside(node, near, beside, isFirst))
      return refusal("node(s) didn't match pod affinity rules", false);
    if (apart.some(({ topologyKey }) => taken.has(domainOf(node, topologyKey) ?? "")))
      return refusal("node(s) didn't match pod anti-affinity rules", true);
    const labels = Object.keys(node.metadata.labels ?? {});
    if (closed.size > 0 && labels.some((key) => closed.has(domainOf(node, key) ?? "")))
      return refusal("node(s) didn't satisfy existing pods anti-affinity rules", true);
    return null;
  };
}

/**
 * 0 to 100 for each fitting node (scoring.go): the weights of preferred terms, the pod's own and those of the pods that
 * are there, less those of anti-affinity; a required affinity of a pod that is there counts 1.
 */
export function podAffinityScores(
  pod: Pod,
  fitting: readonly Place[],
  places: readonly Place[],
  labelsOf: NamespaceLabels,
): number[] {
  const weights = new Map<string, number>();
  const add = (terms: readonly Weighted[], owner: Pod, other: Pod, node: Node) => {
    for (const { term, weight } of terms) {
      const domain = domainOf(node, term.topologyKey);
      if (domain === undefined || !takes(term, owner, other, labelsOf)) continue;
      weights.set(domain, (weights.get(domain) ?? 0) + weight);
    }
  };
  const own = weighted(pod, false);
  for (const { node, pods } of places) {
    for (const other of pods) {
      add(own, pod, other, node);
      if (other.spec.affinity) add(weighted(other, true), other, pod, node);
    }
  }
  const raw = fitting.map(({ node }) =>
    Object.keys(node.metadata.labels ?? {}).reduce(
      (sum, key) => sum + (weights.get(domainOf(node, key) ?? "") ?? 0),
      0,
    ),
  );
  const [least, most] = [Math.min(...raw), Math.max(...raw)];
  return raw.map((score) => (most === least ? 0 : Math.floor((100 * (score - least)) / (most - least))));
}

interface Weighted {
  term: PodAffinityTerm;
  weight: number;
}

function weighted({ spec }: Pod, isThere: boolean): Weighted[] {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const preferred = (podAffinity?.[PREFERRED] ?? []).map(({ weight, podAffinityTerm }) => ({
    term: podAffinityTerm,
    weight,
  }));
  const against = (podAntiAffinity?.[PREFERRED] ?? []).map(({ weight, podAffinityTerm }) => ({
    term: podAffinityTerm,
    weight: -weight,
  }));
  const required = isThere ? (podAffinity?.[REQUIRED] ?? []).map((term) => ({ term, weight: 1 })) : [];
  return [...preferred, ...against, ...required];
}

function isBeside(
  node: Node,
  terms: readonly PodAffinityTerm[],
  beside: ReadonlySet<string>,
  isFirst: boolean,
): boolean {
  const domains = terms.map(({ topologyKey }) => domainOf(node, topologyKey));
  if (domains.includes(undefined)) return false;
  return isFirst || domains.every((domain) => beside.has(domain ?? ""));
}

/** The domains in which a pod that is there wants none like this one. */
function closedDomains(pod: Pod, places: readonly Place[], labelsOf: NamespaceLabels): ReadonlySet<string> {
  const closed = places.flatMap(({ node, pods }) =>
    pods.flatMap((other) =>
      (other.spec.affinity?.podAntiAffinity?.[REQUIRED] ?? [])
        .filter((term) => takes(term, other, pod, labelsOf))
        .map(({ topologyKey }) => domainOf(node, topologyKey)),
    ),
  );
  return new Set(closed.filter((domain) => domain !== undefined));
}

function domainsWhere(
  terms: readonly PodAffinityTerm[],
  places: readonly Place[],
  isMatch: (term: PodAffinityTerm, other: Pod) => boolean,
): ReadonlySet<string> {
  const found = places.flatMap(({ node, pods }) =>
    terms
      .filter((term) => pods.some((other) => isMatch(term, other)))
      .map(({ topologyKey }) => domainOf(node, topologyKey)),
  );
  return new Set(found.filter((domain) => domain !== undefined));
}

/** Whether a term of `owner` speaks of `other`. Without namespaces and their selector it speaks of the owner's alone. */
function takes(term: PodAffinityTerm, owner: Pod, other: Pod, labelsOf: NamespaceLabels): boolean {
  const { namespaces = [], namespaceSelector } = term;
  const own = owner.metadata.namespace ?? "";
  const where = other.metadata.namespace ?? "";
  const isOwnOnly = namespaces.length === 0 && namespaceSelector === undefined;
  const isThere = isOwnOnly
    ? where === own
    : namespaces.includes(where) || selects(namespaceSelector, labelsOf(where));
  if (!isThere) return false;
  const { labels } = owner.metadata;
  const same = narrowed(term.labelSelector, labels, term.matchLabelKeys);
  return selects(narrowed(same, labels, term.mismatchLabelKeys, "NotIn"), other.metadata.labels);
}

function domainOf(node: Node, key: string): string | undefined {
  const value = node.metadata.labels?.[key];
  return value === undefined ? undefined : `${key}=${value}`;
}

function refusal(reason: string, couldPreempt: boolean): Refusal {
  return { reasons: [reason], couldPreempt };
}
