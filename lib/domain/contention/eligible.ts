import type { Taint } from "../capacity/capacity-world";
import { isRepelling } from "../capacity/placement";
import { meetsRequirement } from "../label-requirement";
import type { ContendedNode } from "./contention-world";
import type { NodeRequirement, PodRules, Toleration } from "./pod-rules";

type Judged = Pick<ContendedNode, "name" | "labels" | "taints" | "isCordoned" | "isReady">;

/** What a cordon is to the scheduler (plugin NodeUnschedulable). */
const CORDON: Taint = { key: "node.kubernetes.io/unschedulable", value: "", effect: "NoSchedule" };

/**
 * May the scheduler put the pod on the node, but for room? By Ready, cordon, taints, nodeSelector and required node
 * affinity (kube-scheduler's filters NodeUnschedulable, TaintToleration and NodeAffinity). Affinity to pods, volumes and
 * ports are not known here.
 */
export function mayRunOn(rules: PodRules, node: Judged): boolean {
  if (node.isReady !== true) return false;
  const taints = node.isCordoned ? [...node.taints, CORDON] : node.taints;
  return (
    taints.every(
      (taint) => !isRepelling(taint) || rules.tolerations.some((each) => isTolerated(taint, each)),
    ) &&
    Object.entries(rules.nodeSelector).every(([key, value]) => node.labels[key] === value) &&
    (rules.nodeTerms === null || rules.nodeTerms.some((term) => isTermMet(term, node)))
  );
}

/** Written once for each pod: an analysis asks for it many times. */
const keys = new WeakMap<PodRules, string>();

/** Pods with the same text may use the same nodes. */
export function rulesKey(rules: PodRules): string {
  const known = keys.get(rules);
  if (known !== undefined) return known;
  const key = JSON.stringify([rules.nodeSelector, rules.tolerations, rules.nodeTerms]);
  keys.set(rules, key);
  return key;
}

/** An empty effect goes for all, an empty key with Exists for every taint (core/v1, Toleration.ToleratesTaint). */
function isTolerated(taint: Taint, { key, operator, value, effect }: Toleration): boolean {
  if (effect !== "" && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  return operator === "Exists" || (operator === "Equal" && key !== "" && value === taint.value);
}

/** A term without a requirement is met by no node. */
function isTermMet(term: readonly NodeRequirement[], node: Judged): boolean {
  return term.length > 0 && term.every((each) => isMet(each, node));
}

function isMet({ key, operator, values, isField }: NodeRequirement, node: Judged): boolean {
  const value = isField ? (key === "metadata.name" ? node.name : undefined) : node.labels[key];
  if (operator === "Gt") return value !== undefined && Number(value) > Number(values[0]);
  if (operator === "Lt") return value !== undefined && Number(value) < Number(values[0]);
  return meetsRequirement(operator, values, value);
}
