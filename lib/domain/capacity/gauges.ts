import { type Measure, measureOf } from "./measure";
import { isValid, NANO, type Nano, type Quantity } from "./quantity";
import { type Charged, countedFor, type Quota, type QuotaResource, type QuotaScope } from "./quota";

export type GaugeState = "ok" | "near" | "full" | "over" | "no-quota" | "unmeasured";

/** One bound and how much of it is taken. Amounts that could not be read are null, and `problem` says why. */
export interface Gauge {
  /** The app's cap, a key of a quota, or a namespace that has none. */
  readonly of:
    | { readonly type: "cap" }
    | { readonly type: "quota"; readonly namespace: string; readonly quota: string; readonly key: string }
    | { readonly type: "namespace"; readonly namespace: string };
  readonly measure: Measure;
  readonly hard: Nano | null;
  readonly used: Nano | null;
  /** Of `used`, still held by machines that are being deleted. */
  readonly releasing: Nano | null;
  /** Not yet in `used`: launches under way will take it. */
  readonly reserved: Nano | null;
  /** Whole percent of `hard`, rounded down; null where nothing can be divided. 150 where half too much is used. */
  readonly percent: number | null;
  readonly state: GaugeState;
  readonly problem: GaugeProblem | null;
  readonly scopes: readonly QuotaScope[];
}
export type GaugeProblem =
  | { readonly code: "invalid-hard" | "invalid-used"; readonly text: string }
  | { readonly code: "no-status" | "unknown" | "rows-only" };

/** From here on a bound is near: gauges, warnings and ticks all take it from here. */
export const NEAR_PERCENT = 80;

export interface GaugeInput {
  readonly namespaces: readonly string[];
  /** null: they could not be read. */
  readonly quotas: readonly Quota[] | null;
  readonly cap: {
    readonly hard: number;
    readonly used: number;
    readonly releasing: number;
    readonly isRowsOnly: boolean;
  };
  /** Machines that are being deleted and still charged; null where that is not known. */
  readonly releasing: readonly Charged[] | null;
  /** Launches whose machines the cluster does not count yet; null where that is not known. */
  readonly reserved: readonly Charged[] | null;
}

/** The app's cap, then every key of every quota, then the namespaces that have none. */
export function gaugesOf(input: GaugeInput): Gauge[] {
  const { quotas, namespaces } = input;
  if (quotas === null)
    return [capGauge(input), ...namespaces.map((each) => namespaceGauge(each, "unmeasured"))];
  const bare = namespaces.filter((each) => !quotas.some((quota) => quota.namespace === each));
  return [
    capGauge(input),
    ...quotas.flatMap((quota) => quota.resources.map((resource) => quotaGauge(quota, resource, input))),
    ...bare.map((each) => namespaceGauge(each, "no-quota")),
  ];
}

/** `used` of `hard`, by the thresholds that all gauges share. */
export function gaugeState(used: Nano, hard: Nano): GaugeState {
  if (used > hard) return "over";
  if (used === hard) return "full";
  return used * 100n >= hard * BigInt(NEAR_PERCENT) ? "near" : "ok";
}

/** Where `used` is only the least that is taken: as much as it shows is certain, that there is room is not. */
function leastState(used: Nano, hard: Nano): GaugeState {
  return used < hard ? "unmeasured" : gaugeState(used, hard);
}

/** null for a bound of 0: nothing is a share of it. */
export function percentOf(used: Nano, hard: Nano): number | null {
  return hard <= 0n ? null : Number((used * 100n) / hard);
}

function capGauge({ cap }: GaugeInput): Gauge {
  const [used, hard] = [BigInt(cap.used) * NANO, BigInt(cap.hard) * NANO];
  return {
    of: { type: "cap" },
    measure: "count",
    ...{ hard, used, releasing: BigInt(cap.releasing) * NANO },
    // A row takes its seats as soon as it is there, so nothing is on its way to the cap.
    reserved: 0n,
    percent: percentOf(used, hard),
    state: cap.isRowsOnly ? leastState(used, hard) : gaugeState(used, hard),
    problem: cap.isRowsOnly ? { code: "rows-only" } : null,
    scopes: [],
  };
}

function namespaceGauge(namespace: string, state: "no-quota" | "unmeasured"): Gauge {
  return {
    of: { type: "namespace", namespace },
    measure: "count",
    ...{ hard: null, used: null, releasing: null, reserved: null, percent: null },
    state,
    problem: state === "unmeasured" ? { code: "unknown" } : null,
    scopes: [],
  };
}

function quotaGauge(quota: Quota, resource: QuotaResource, input: GaugeInput): Gauge {
  const { key } = resource;
  const hard = amountOf(resource.hard);
  const used = resource.used && amountOf(resource.used);
  const held = (all: readonly Charged[] | null) => all && countedFor(quota, key, all);
  const isMeasured = hard !== null && used !== null;
  return {
    of: { type: "quota", namespace: quota.namespace, quota: quota.name, key },
    measure: measureOf(key),
    hard,
    used,
    releasing: atMost(held(input.releasing), used),
    reserved: held(input.reserved),
    percent: isMeasured ? percentOf(used, hard) : null,
    state: isMeasured ? gaugeState(used, hard) : "unmeasured",
    problem: problemOf(resource),
    scopes: quota.scopes,
  };
}

function problemOf({ hard, used }: QuotaResource): GaugeProblem | null {
  if (!isValid(hard)) return { code: "invalid-hard", text: hard.invalid };
  if (used === null) return { code: "no-status" };
  return isValid(used) ? null : { code: "invalid-used", text: used.invalid };
}

function amountOf(quantity: Quantity): Nano | null {
  return isValid(quantity) ? quantity.nano : null;
}

/** The quota's own count lags a moment behind: nothing is shown as released that it does not count. */
function atMost(amount: Nano | null, used: Nano | null): Nano | null {
  if (amount === null || used === null || amount <= used) return amount;
  return used > 0n ? used : 0n;
}
