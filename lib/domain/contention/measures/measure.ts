import type { LinkCode, Params } from "../verdict-codes";

export const MEASURE_CODES = [
  "raise-request", // params: leastMilli, mostMilli
  "topology-spread", // params: label; null: the patch gives all pods one first
  "anti-affinity", // params: label
  "waves", // params: size, waves
  "limit-and-processors", // params: leastProcessors, mostProcessors
  "startup-probe", // params: leastSeconds, mostSeconds
] as const;
export type MeasureCode = (typeof MEASURE_CODES)[number];

/** Where a figure comes from. */
export const BASIS_CODES = [
  "boot-peak-seen", // most CPU of a pod of the workload that starts cold now; under starvation at least that
  "former-request",
  "most-of-the-others", // the workload tells nothing itself: the largest of those that do
  "slowest-good-start",
  "slowest-of-the-others",
  "node-cores", // a core for each start, on one node
  "unmeasured", // a default: half a core, two processors, ten minutes
] as const;
export type BasisCode = (typeof BASIS_CODES)[number];

/** Kinds whose pods are made anew when their template is changed. */
export const WORKLOAD_KINDS = ["Deployment", "StatefulSet", "DaemonSet"] as const;
export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];

/** One patch, and the workloads of one kind and namespace that need just it. */
export interface MeasurePatch {
  readonly kind: WorkloadKind;
  readonly namespace: string;
  /** Sorted. */
  readonly names: readonly string[];
  /** The figures of these workloads: as the measure's own, and what they are taken from. */
  readonly params: Params;
  /** Strategic merge patch from the root of the workload. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** Values that may be secret were taken out of it: it does not do until they are put in again. */
  readonly isCut: boolean;
}

/** Pods by node. */
export type Placed = Readonly<Record<string, number>>;

/** Pods per node, as they are, and if all were placed anew without and with the measure. */
export interface MeasureEffect {
  readonly now: Placed;
  readonly before: Placed;
  readonly after: Placed;
  /** Most of them that start cold at the same time on each node, where the measure changes that. */
  readonly together: { readonly before: Placed; readonly after: Placed } | null;
}

export interface Measure {
  readonly code: MeasureCode;
  readonly against: LinkCode;
  readonly params: Params;
  readonly patches: readonly MeasurePatch[];
  /** Chosen pods that no Deployment, StatefulSet or DaemonSet makes: no patch is for them. */
  readonly unpatchedPods: number;
  /** null: where pods would go cannot be told. */
  readonly effect: MeasureEffect | null;
}
