import { itemsOf } from "../world-index";
import { targetCpu } from "./autoscalers";
import { median, milli, type CaseFacts, type RequestChange } from "./case-facts";
import type { VerticalAutoscaler } from "./contention-world";
import { figure, type Figure, type Finding, type LinkCode } from "./verdict-codes";

/**
 * Was the CPU request lowered, and by whom? In the template (the former ReplicaSet's beside the new one's), or on the
 * way from the template to the pod, which a VerticalPodAutoscaler does, and then no template tells of it.
 */
export function requestLowered(facts: CaseFacts): Finding<LinkCode> {
  const { changes } = facts;
  const known = changes.filter(({ fromCpu, toCpu }) => fromCpu !== null && toCpu !== null);
  const lowered = known.filter(({ fromCpu, toCpu }) => isLess(toCpu, fromCpu));
  const after = changes.filter(({ toCpu, podCpu }) => isLess(podCpu, toCpu));
  const figures = [
    figure("requests-changed", {
      ...{ lowered: lowered.length, known: known.length, all: changes.length },
      fromMilli: middle(lowered.map(({ fromCpu }) => fromCpu)),
      toMilli: middle(lowered.map(({ toCpu }) => toCpu)),
    }),
    ...loweredAfter(facts, after),
    ...(changes.length > 0 ? recommended(facts) : []),
  ];
  const found = { code: "request-lowered", figures } as const;
  if (lowered.length > 0 || after.length > 0) return { ...found, state: "shown" };
  const isWhole = known.length === changes.length && changes.every(({ podCpu }) => podCpu !== null);
  return { ...found, state: changes.length > 0 && isWhole ? "ruled-out" : "unmeasured" };
}

/** Pods that ask for less than their template: by an autoscaler where it left its mark, or where one that acts is over them. */
function loweredAfter({ world }: CaseFacts, after: readonly RequestChange[]): Figure[] {
  const acting = new Set(
    itemsOf(world.verticalAutoscaler)
      .filter(({ updateMode }) => updateMode !== "Off")
      .map(placeOfTarget),
  );
  const isByVpa = (change: RequestChange) => change.isMarked || acting.has(placeOfChange(change));
  const [byVpa, byOther] = [after.filter(isByVpa), after.filter((change) => !isByVpa(change))];
  const told = (changes: readonly RequestChange[]) => ({
    ...{ deployments: changes.length, of: after.length },
    fromMilli: middle(changes.map(({ toCpu }) => toCpu)),
    toMilli: middle(changes.map(({ podCpu }) => podCpu)),
  });
  return [
    ...(byVpa.length > 0 ? [figure("lowered-by-vpa", told(byVpa))] : []),
    ...(byOther.length > 0 ? [figure("lowered-after-template", told(byOther))] : []),
  ];
}

/** What an autoscaler over these Deployments recommends: a template may just have been given what it said. */
function recommended({ world, changes }: CaseFacts): Figure[] {
  const { verticalAutoscaler } = world;
  if (verticalAutoscaler.state === "unknown") return [figure("not-read", { kind: "verticalAutoscaler" })];
  if (verticalAutoscaler.state === "absent") return [figure("vpa-not-installed")];
  const places = new Map(changes.map((change) => [placeOfChange(change), change]));
  const found = verticalAutoscaler.items.flatMap((each) => {
    const change = places.get(placeOfTarget(each));
    return change ? [{ change, target: targetCpu(each) }] : [];
  });
  if (found.length === 0) return [figure("vpa-none")];
  const same = found.filter(
    ({ change, target }) => target !== null && change.toCpu !== null && milli(target) === milli(change.toCpu),
  );
  const params = { autoscalers: found.length, same: same.length };
  const target = middle(found.map((each) => each.target));
  if (target === null) return [figure("vpa-undecided", { autoscalers: found.length })];
  return [figure("vpa-recommends", { ...params, milli: target })];
}

const placeOfTarget = ({ namespace, target }: VerticalAutoscaler) => `${namespace}/${target}`;
const placeOfChange = ({ namespace, deployment }: RequestChange) => `${namespace}/${deployment}`;

function isLess(cpu: number | null, other: number | null): boolean {
  return cpu !== null && other !== null && milli(cpu) < milli(other);
}

/** The median of those that are told, milli-cores. */
function middle(numbers: readonly (number | null)[]): number | null {
  const found = median(numbers.flatMap((each) => each ?? []));
  return found === null ? null : milli(found);
}
