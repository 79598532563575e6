import type { Node, Pod } from "../../objects";
import type { SpreadConstraint } from "../../placement";
import { isTolerated, type Refusal } from "../node-fit";
import { meetsNodeAffinity } from "./node-affinity";
import type { Place } from "./places";
import { narrowed, selects } from "./selectors";

const HOSTNAME = "kubernetes.io/hostname";
const TEXT = "node(s) didn't match pod topology spread constraints";

/**
 * Judges nodes by the pod's constraints with DoNotSchedule (scheduler plugin PodTopologySpread, filtering.go): a node is
 * refused where the pod would make its domain exceed the emptiest one by more than maxSkew. Domains are those of the
 * nodes that the constraint's policies let count; with fewer than minDomains the emptiest counts as having none.
 */
export function spreadFilter(pod: Pod, places: readonly Place[]): (node: Node) => Refusal | null {
  const hard = constraintsOf(pod, "DoNotSchedule");
  const counted = hard.map((constraint) => ({
    constraint,
    counts: countByDomain(pod, constraint, hard, places),
    own: matches(pod, constraint, pod) ? 1 : 0,
  }));
  return (node) => {
    for (const { constraint, counts, own } of counted) {
      const domain = node.metadata.labels?.[constraint.topologyKey];
      if (domain === undefined) return { reasons: [`${TEXT} (missing required label)`], couldPreempt: false };
      const least = counts.size < (constraint.minDomains ?? 1) ? 0 : Math.min(...counts.values());
      if ((counts.get(domain) ?? 0) + own - least > constraint.maxSkew)
        return { reasons: [TEXT], couldPreempt: true };
    }
    return null;
  };
}

/** 0 to 100 for each fitting node by its constraints with ScheduleAnyway: the emptier its domains, the more (scoring.go). */
export function spreadScores(pod: Pod, fitting: readonly Place[], places: readonly Place[]): number[] {
  const soft = constraintsOf(pod, "ScheduleAnyway");
  if (soft.length === 0) return fitting.map(() => 0);
  const scored = fitting.filter(({ node }) => hasAllKeys(node, soft));
  const rules = soft.map((constraint) => {
    const counts = countByDomain(pod, constraint, soft, places);
    const domains = new Set(scored.map(({ node }) => node.metadata.labels?.[constraint.topologyKey]));
    const size = constraint.topologyKey === HOSTNAME ? scored.length : domains.size;
    return { constraint, counts, weight: Math.log(size + 2) };
  });
  const raw = fitting.map(({ node, pods }) => {
    if (!hasAllKeys(node, soft)) return null;
    const sum = rules.reduce((total, { constraint, counts, weight }) => {
      const domain = node.metadata.labels?.[constraint.topologyKey] ?? "";
      const isHost = constraint.topologyKey === HOSTNAME;
      const count = isHost ? countOn(pod, constraint, pods) : (counts.get(domain) ?? 0);
      return total + count * weight + constraint.maxSkew - 1;
    }, 0);
    return Math.round(sum);
  });
  const known = raw.filter((score) => score !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return raw.map((score) => {
    if (score === null) return 0;
    return most === 0 ? 100 : Math.floor((100 * (most + least - score)) / most);
  });
}

function constraintsOf(pod: Pod, when: SpreadConstraint["whenUnsatisfiable"]): SpreadConstraint[] {
  return (pod.spec.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === when,
  );
}

/** Matching pods by domain. A node that lacks the key of any of the constraints counts for none of them. */
function countByDomain(
  pod: Pod,
  constraint: SpreadConstraint,
  all: readonly SpreadConstraint[],
  places: readonly Place[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node, pods } of places) {
    const domain = node.metadata.labels?.[constraint.topologyKey];
    if (domain === undefined || !hasAllKeys(node, all) || !isIncluded(pod, node, constraint)) continue;
    counts.set(domain, (counts.get(domain) ?? 0) + countOn(pod, constraint, pods));
  }
  return counts;
}

/** By default a node counts if the pod's node affinity lets it, whatever its taints. */
function isIncluded(pod: Pod, node: Node, constraint: SpreadConstraint): boolean {
  if (constraint.nodeAffinityPolicy !== "Ignore" && !meetsNodeAffinity(pod, node)) return false;
  if (constraint.nodeTaintsPolicy !== "Honor") return true;
  const taints = (node.spec.taints ?? []).filter(({ effect }) => effect !== "PreferNoSchedule");
  return taints.every((taint) => isTolerated(taint, pod.spec.tolerations));
}

function countOn(pod: Pod, constraint: SpreadConstraint, pods: readonly Pod[]): number {
  return pods.filter(
    (other) => other.metadata.deletionTimestamp === undefined && matches(pod, constraint, other),
  ).length;
}

function matches(pod: Pod, { labelSelector, matchLabelKeys }: SpreadConstraint, other: Pod): boolean {
  if (other.metadata.namespace !== pod.metadata.namespace) return false;
  return selects(narrowed(labelSelector, pod.metadata.labels, matchLabelKeys), other.metadata.labels);
}

function hasAllKeys(node: Node, constraints: readonly SpreadConstraint[]): boolean {
  return constraints.every(({ topologyKey }) => node.metadata.labels?.[topologyKey] !== undefined);
}
