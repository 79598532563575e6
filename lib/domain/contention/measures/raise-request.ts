import { itemsOf, placeOf } from "../../world-index";
import { milli } from "../case-facts";
import type { ContendedPod } from "../contention-world";
import { isColdStarting } from "../placement";
import type { LinkCode } from "../verdict-codes";
import { effectOf, type MeasureCase, measureOf, rangeOf } from "./case-measures";
import type { BasisCode, Measure } from "./measure";
import { mainContainer, templatePatch, type Workload } from "./workloads";

const DEFAULT_CORES = 0.5;

/** What a start of a workload needs by what is told of the workload itself. */
interface Need {
  readonly cores: number;
  readonly basis: BasisCode;
}

/**
 * The request of each workload that has less at what its starts need. A pod that is starved uses less than it could, so
 * that a peak below the former request proves nothing.
 */
export function raiseRequest(given: MeasureCase, against: LinkCode): Measure | null {
  const peaks = bootPeaks(given);
  const own = new Map(given.workloads.map((each) => [each, ownNeed(each, peaks)]));
  const others = [...own.values()].flatMap((need) => need?.cores ?? []);
  const fallback: Need =
    others.length > 0
      ? { cores: Math.max(...others), basis: "most-of-the-others" }
      : { cores: DEFAULT_CORES, basis: "unmeasured" };
  const cpuOf = new Map<string, number>();
  const patches = given.workloads.flatMap((workload) => {
    const main = mainContainer(workload);
    const { cores, basis } = own.get(workload) ?? fallback;
    if (!main || milli(cores) <= milli(main.requestCpu ?? 0)) return [];
    const cpu = `${milli(cores)}m`;
    const isAboveLimit = main.limitCpu !== null && main.limitCpu < cores;
    const resources = { requests: { cpu }, ...(isAboveLimit ? { limits: { cpu } } : {}) };
    for (const { uid } of workload.pods) cpuOf.set(uid, cores - (main.requestCpu ?? 0));
    const patch = templatePatch({ spec: { containers: [{ name: main.name, resources }] } });
    return [{ workload, params: { milli: milli(cores), basis }, patch }];
  });
  if (patches.length === 0) return null;
  const { least, most } = rangeOf(patches, "milli");
  const requestOf = ({ uid, requestCpu }: ContendedPod) => (requestCpu ?? 0) + (cpuOf.get(uid) ?? 0);
  return measureOf(given, patches, {
    ...{ code: "raise-request", against, params: { leastMilli: least, mostMilli: most } },
    effect: effectOf(given, { requestOf }),
  });
}

function ownNeed(workload: Workload, peaks: ReadonlyMap<string, number>): Need | null {
  const main = mainContainer(workload);
  if (!main) return null;
  const seen = workload.pods.map(({ uid }) => peaks.get(uid) ?? 0);
  const beside = (workload.pods[0].requestCpu ?? 0) - (main.requestCpu ?? 0);
  const peak = Math.max(0, Math.max(...seen) - Math.max(0, beside));
  const former = workload.formerCpu[main.name] ?? 0;
  if (former > (main.requestCpu ?? 0) && former >= peak) return { cores: former, basis: "former-request" };
  return peak > 0 ? { cores: peak, basis: "boot-peak-seen" } : null;
}

/** Cores that pods which start cold use now, by the pod's UID. */
export function bootPeaks({ facts: { world, pods }, nowMs }: MeasureCase): ReadonlyMap<string, number> {
  const usage = new Map(itemsOf(world.podUsage).map((each) => [placeOf(each), each.cpu]));
  const starting = pods.filter((pod) => isColdStarting(pod, nowMs));
  return new Map(
    starting.flatMap((pod): [string, number][] => {
      const cpu = usage.get(placeOf(pod)) ?? null;
      return cpu === null ? [] : [[pod.uid, cpu]];
    }),
  );
}
