import { itemsOf, placeOf } from "../world-index";
import { milli, type CaseFacts } from "./case-facts";
import type { ContendedContainer, ContendedPod } from "./contention-world";
import { placeAgain, type PlacementRule } from "./place-again";
import { isColdStarting, restartsOf } from "./placement";
import type { Finding, LinkCode, Params } from "./verdict-codes";

export const MEASURE_CODES = [
  "raise-request", // params: milli, basis
  "topology-spread", // params: label; null: give all pods of the rollout one label first
  "anti-affinity", // params: label
  "waves", // params: size, basis
  "limit-and-processors", // params: milli, processors
  "startup-probe", // params: failureThreshold, periodSeconds, slowestSeconds, basis
] as const;
export type MeasureCode = (typeof MEASURE_CODES)[number];

/** Where a figure comes from. */
export const BASIS_CODES = [
  "boot-peak-seen", // most CPU of a pod that starts cold now; under starvation at least that
  "former-request",
  "slowest-good-start",
  "node-cores", // a core for each start, on one node
  "unmeasured", // a default: half a core; ten minutes
] as const;
export type BasisCode = (typeof BASIS_CODES)[number];

export interface Measure {
  readonly code: MeasureCode;
  readonly against: LinkCode;
  readonly params: Params;
  /** Strategic merge patch of the pod template (`spec.template`) of each Deployment; null: nothing to patch there. */
  readonly patch: Readonly<Record<string, unknown>> | null;
  /** Pods per node if placed anew with it, beside the same without; null: not told, or it changes no placement. */
  readonly effect: { readonly before: Placed; readonly after: Placed } | null;
}
type Placed = Readonly<Record<string, number>>;

/** The share by which the slowest good start is exceeded in what is proposed. */
const MARGIN = 2;
const LEAST_FOR_AGENTS = 0.05;
const DEFAULT_START_SECONDS = 600;
const UNSPREAD: PlacementRule = { requestCpu: null, isSpread: false };

/** Counter-measures for the links that are shown, with figures of this case. */
export function measuresFor(
  facts: CaseFacts,
  links: readonly Finding<LinkCode>[],
  nowMs: number,
): readonly Measure[] {
  const isShown = new Set(links.filter(({ state }) => state === "shown").map(({ code }) => code));
  const starved = isShown.has("starvation-by-weight") ? "starvation-by-weight" : "request-lowered";
  return [
    ...(isShown.has(starved) ? [raiseRequest(facts, starved, nowMs)] : []),
    ...(isShown.has("crowded-placement") ? spreading(facts) : []),
    ...(isShown.has("simultaneous-cold-start") ? waves(facts) : []),
    ...(isShown.has("starvation-by-weight") ? [limit(facts, nowMs)] : []),
    ...(isShown.has("liveness-budget-exceeded") ? [startupProbe(facts)] : []),
  ];
}

/** Cores; null: no cold start is being measured. */
function bootPeak({ world, pods }: CaseFacts, nowMs: number): number | null {
  const starting = new Set(pods.filter((pod) => isColdStarting(pod, nowMs)).map(placeOf));
  const seen = itemsOf(world.podUsage).flatMap((each) =>
    starting.has(placeOf(each)) ? (each.cpu ?? []) : [],
  );
  return seen.length > 0 ? Math.max(...seen) : null;
}

function raiseRequest(facts: CaseFacts, against: LinkCode, nowMs: number): Measure {
  const peak = bootPeak(facts, nowMs);
  const former = facts.changes.flatMap(({ fromCpu }) => fromCpu ?? []);
  const basis: BasisCode =
    peak !== null ? "boot-peak-seen" : former.length > 0 ? "former-request" : "unmeasured";
  const cpu = peak ?? (former.length > 0 ? Math.max(...former) : 0.5);
  const request = `${milli(cpu)}m`;
  return {
    ...{ code: "raise-request", against, params: { milli: milli(cpu), basis } },
    patch: containersPatch(facts, () => ({ resources: { requests: { cpu: request } } })),
    effect: effectOf(facts, { requestCpu: cpu, isSpread: false }),
  };
}

/** A constraint over each Deployment's own label would spread nothing where each has one pod. */
function spreading(facts: CaseFacts): Measure[] {
  const label = commonLabel(facts.pods);
  const matchLabels = label ? { [label[0]]: label[1] } : { "rollout-group": "together" };
  const metadata = label ? {} : { metadata: { labels: matchLabels } };
  const [labelSelector, topologyKey] = [{ matchLabels }, "kubernetes.io/hostname"];
  const constraint = { maxSkew: 1, topologyKey, whenUnsatisfiable: "ScheduleAnyway", labelSelector };
  const term = { weight: 100, podAffinityTerm: { topologyKey, labelSelector } };
  const affinity = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } };
  const base = {
    ...({
      against: "crowded-placement",
      params: { label: label ? `${label[0]}=${label[1]}` : null },
    } as const),
    effect: effectOf(facts, { requestCpu: null, isSpread: true }),
  };
  const patchOf = (spec: object) => ({ spec: { template: { ...metadata, spec } } });
  return [
    { ...base, code: "topology-spread", patch: patchOf({ topologySpreadConstraints: [constraint] }) },
    { ...base, code: "anti-affinity", patch: patchOf({ affinity }) },
  ];
}

/** So many at a time that one node had a core for each, if all of a wave came there. Sync waves are per Deployment. */
function waves({ focus }: CaseFacts): Measure[] {
  const { allocatable = null, requested = null } = focus?.cpu ?? {};
  if (allocatable === null) return [];
  const size = Math.max(1, Math.floor(allocatable - (requested ?? 0)));
  const params = { size, basis: "node-cores" satisfies BasisCode };
  return [{ code: "waves", against: "simultaneous-cold-start", params, patch: null, effect: null }];
}

/** A JVM without a limit takes all cores of the node for its own, and starts as many compilers and collectors. */
function limit(facts: CaseFacts, nowMs: number): Measure {
  const processors = Math.max(1, Math.ceil(bootPeak(facts, nowMs) ?? 1));
  const patch = containersPatch(facts, ({ env }) => {
    const options = `${env["JAVA_TOOL_OPTIONS"] ?? ""} -XX:ActiveProcessorCount=${processors}`.trim();
    const java = [{ name: "JAVA_TOOL_OPTIONS", value: options }];
    return { resources: { limits: { cpu: `${processors}` } }, env: java };
  });
  const params = { milli: processors * 1000, processors };
  return { code: "limit-and-processors", against: "starvation-by-weight", params, patch, effect: null };
}

/** From the slowest start that came through without a restart. The probe's own check is to be that of liveness. */
function startupProbe(facts: CaseFacts): Measure {
  const slowest = slowestGoodStart(facts.pods);
  const periodSeconds =
    facts.pods.flatMap(({ containers }) => containers[0]?.liveness?.periodSeconds ?? [])[0] ?? 10;
  const seconds = slowest === null ? DEFAULT_START_SECONDS : slowest * MARGIN;
  const failureThreshold = Math.ceil(seconds / periodSeconds);
  const basis: BasisCode = slowest === null ? "unmeasured" : "slowest-good-start";
  return {
    ...({ code: "startup-probe", against: "liveness-budget-exceeded" } as const),
    params: { failureThreshold, periodSeconds, slowestSeconds: slowest, basis },
    patch: containersPatch(facts, () => ({ startupProbe: { failureThreshold, periodSeconds } })),
    effect: null,
  };
}

/** Seconds from a container's start to Ready; null: none came through. */
function slowestGoodStart(pods: readonly ContendedPod[]): number | null {
  const seconds = pods.flatMap((pod) => {
    const state = pod.containers.find(({ role }) => role === "app")?.state;
    if (restartsOf(pod) !== 0 || pod.readySinceMs === null || state?.kind !== "running") return [];
    return state.startedAtMs === null ? [] : [Math.max(0, pod.readySinceMs - state.startedAtMs) / 1000];
  });
  return seconds.length > 0 ? Math.max(...seconds) : null;
}

function commonLabel([first, ...rest]: readonly ContendedPod[]): readonly [string, string] | null {
  const shared = Object.entries(first?.labels ?? {}).filter(
    ([key, value]) => key !== "pod-template-hash" && rest.every(({ labels }) => labels[key] === value),
  );
  return shared.sort(([a], [b]) => (a < b ? -1 : 1))[0] ?? null;
}

/** Over the first pod that has app containers: what is the same for all is patched by the container's name. */
function containersPatch({ pods }: CaseFacts, change: (container: ContendedContainer) => object) {
  const apps = pods.flatMap(({ containers }) => containers.filter(({ role }) => role === "app"));
  const byName = new Map(apps.map((container) => [container.name, container]));
  const containers = [...byName.values()].map((each) => ({ name: each.name, ...change(each) }));
  return { spec: { template: { spec: { containers } } } };
}

function effectOf({ world, pods }: CaseFacts, rule: PlacementRule): Measure["effect"] {
  const [before, after] = [placeAgain(world, pods, UNSPREAD), placeAgain(world, pods, rule)];
  return before && after && { before, after };
}

/** Containers with less than 50m that run Java by their environment: their agents starve, and metrics go missing. */
export function starvedAgents(
  pods: readonly ContendedPod[],
): { containers: number; leastMilli: number } | null {
  const low = pods
    .flatMap(({ containers }) => containers)
    .flatMap(({ requestCpu, env }) =>
      requestCpu !== null &&
      requestCpu < LEAST_FOR_AGENTS &&
      Object.keys(env).some((name) => /JAVA|JDK|JVM/.test(name))
        ? [milli(requestCpu)]
        : [],
    );
  return low.length > 0 ? { containers: low.length, leastMilli: Math.min(...low) } : null;
}
