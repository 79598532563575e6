import type { ContendedPod } from "../contention-world";
import { effectOf, type MeasureCase, measureOf } from "./case-measures";
import type { Measure } from "./measure";
import { templatePatch } from "./workloads";

/** Labels that a controller or the scheduler writes: they are in no template, or differ with each. */
const NOT_OF_THE_TEMPLATE =
  /^(pod-template-hash|controller-revision-hash|pod-template-generation|(statefulset|apps|topology)\.kubernetes\.io\/.*)$/;
/** What a chart calls that which is rolled out together, the widest first. */
const MEANT_FOR_IT = ["app.kubernetes.io/part-of", "app.kubernetes.io/instance"];
const HOST = "kubernetes.io/hostname";

/**
 * Even numbers on the nodes, in two ways of which one is enough. A constraint over each workload's own label would
 * spread nothing where each has one pod, so it takes a label that all share, or gives them one.
 */
export function spreadPods(given: MeasureCase): readonly Measure[] {
  const label = commonLabel(given.facts.pods);
  const matchLabels = label ? { [label[0]]: label[1] } : { "rollout-group": "together" };
  const labelSelector = { matchLabels };
  const constraint = { maxSkew: 1, topologyKey: HOST, whenUnsatisfiable: "ScheduleAnyway", labelSelector };
  const term = { weight: 100, podAffinityTerm: { topologyKey: HOST, labelSelector } };
  const affinity = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } };
  const effect = effectOf(given, { isSpread: true });
  const params = { label: label ? `${label[0]}=${label[1]}` : null };
  const movable = given.workloads.filter(({ kind }) => kind !== "DaemonSet");
  const measure = (code: "topology-spread" | "anti-affinity", spec: object): Measure => {
    const patch = templatePatch({ ...(label ? {} : { metadata: { labels: matchLabels } }), spec });
    const own = movable.map((workload) => ({ workload, params: {}, patch }));
    return measureOf(given, own, { code, against: "crowded-placement", params, effect });
  };
  return [
    measure("topology-spread", { topologySpreadConstraints: [constraint] }),
    measure("anti-affinity", { affinity }),
  ];
}

function commonLabel([first, ...rest]: readonly ContendedPod[]): readonly [string, string] | null {
  const shared = Object.entries(first?.labels ?? {}).filter(
    ([key, value]) => !NOT_OF_THE_TEMPLATE.test(key) && rest.every(({ labels }) => labels[key] === value),
  );
  const rankOf = (key: string) =>
    MEANT_FOR_IT.includes(key) ? MEANT_FOR_IT.indexOf(key) : MEANT_FOR_IT.length;
  return shared.sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))[0] ?? null;
}
