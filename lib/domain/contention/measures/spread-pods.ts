import { itemsOf } from "../../world-index";
import { effectOf, type MeasureCase, measureOf } from "./case-measures";
import type { Measure } from "./measure";
import { templatePatch } from "./workloads";

const GROUP = "rollout-group";
const HOST = "kubernetes.io/hostname";

/**
 * Even numbers on the nodes, in two ways of which one is enough. A constraint over each workload's own label would
 * spread nothing where each has one pod. One over a label that they share already would count the pods that are there
 * until the rollout is over, and send the new ones wherever those are not. So the new ones get a label of their own.
 */
export function spreadPods(given: MeasureCase): readonly Measure[] {
  const label = newLabel(given);
  const matchLabels = { [GROUP]: label };
  const labelSelector = { matchLabels };
  const constraint = { maxSkew: 1, topologyKey: HOST, whenUnsatisfiable: "ScheduleAnyway", labelSelector };
  const term = { weight: 100, podAffinityTerm: { topologyKey: HOST, labelSelector } };
  const affinity = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } };
  const effect = effectOf(given, { isSpread: true });
  const movable = given.workloads.filter(({ kind }) => kind !== "DaemonSet");
  const measure = (code: "topology-spread" | "anti-affinity", spec: object): Measure[] => {
    const patch = templatePatch({ metadata: { labels: matchLabels }, spec });
    const own = movable.map((workload) => ({ workload, params: {}, patch }));
    const params = { label: `${GROUP}=${label}` };
    const base = { code, against: "crowded-placement" as const, params, effect };
    return own.length === 0 ? [] : [measureOf(given, own, base)];
  };
  return [
    ...measure("topology-spread", { topologySpreadConstraints: [constraint] }),
    ...measure("anti-affinity", { affinity }),
  ];
}

/** A value that no pod has yet. */
function newLabel({ facts: { world } }: MeasureCase): string {
  const used = new Set(itemsOf(world.pod).flatMap(({ labels }) => labels[GROUP] ?? []));
  let number = 1;
  while (used.has(String(number))) number += 1;
  return String(number);
}
