import { matchesLabels, type Requirement } from "../../label-selector";
import type { Node } from "../../objects";
import type { LabelSelector, NodeSelectorTerm, SelectorExpression } from "../../placement";

type Labels = Record<string, string> | undefined;

const OPERATORS: Record<SelectorExpression["operator"], Requirement["operator"]> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "absent",
  Gt: "gt",
  Lt: "lt",
};

/** Whether a selector as objects hold it takes these labels: a missing one takes none, an empty one all. */
export function selects(selector: LabelSelector | undefined, labels: Labels): boolean {
  if (selector === undefined) return false;
  const exact = Object.entries(selector.matchLabels ?? {}).map(([key, value]): Requirement => ({
    key,
    operator: "in",
    values: [value],
  }));
  return matchesLabels([...exact, ...(selector.matchExpressions ?? []).map(requirementOf)], labels);
}

/** The selector narrowed by the pod's own values of `keys` (matchLabelKeys), or to other values than its own. */
export function narrowed(
  selector: LabelSelector | undefined,
  labels: Labels,
  keys: readonly string[] = [],
  operator: "In" | "NotIn" = "In",
): LabelSelector | undefined {
  if (selector === undefined) return undefined;
  const added = keys.flatMap((key): SelectorExpression[] => {
    const value = labels?.[key];
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}

/** Whether a node meets one term of a node selector; a term that asks for nothing is met by none. */
export function meetsTerm(
  node: Node,
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const fields = { "metadata.name": node.metadata.name };
  return (
    matchesLabels(matchExpressions.map(requirementOf), node.metadata.labels) &&
    matchesLabels(matchFields.map(requirementOf), fields)
  );
}

function requirementOf({ key, operator, values = [] }: SelectorExpression): Requirement {
  return { key, operator: OPERATORS[operator], values };
}
