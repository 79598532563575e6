import { CAPACITY_KINDS, type CapacityAnswer, type FitAnswer } from "@/lib/contracts/capacity";
import type { Bound, LabRoom } from "@/lib/domain/capacity/binding";
import { type CapacitySample, peakOf, refusalsOf } from "@/lib/domain/capacity/history";
import { humanAmount, type Measure } from "@/lib/domain/capacity/measure";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";
import type { Words } from "../ui/use-words";
import { gapsOf, stepsOf } from "./history-shape";
import { quotaKeyText, quotaKeyTitle } from "./quota-words";

/** The words of "capacity" and how numbers are written: the screen's own, or those of the command line. */
export interface CapacityWords extends Words {
  duration(ms: number): string;
}
type Gauge = CapacityAnswer["gauges"][number];
type Volume = NonNullable<CapacityAnswer["volumes"]>[number];
type Charge = CapacityAnswer["labs"][number]["charge"];

const DAY_MS = 86_400_000;
/** What the history is told for. */
export const HISTORY_SPANS = [
  { name: "day", ms: DAY_MS },
  { name: "week", ms: 7 * DAY_MS },
] as const;

/** An exact amount as it came over the wire, in the unit that people use: 4.3 GiB, 1.64 CPU, 8. */
export function amountText(words: CapacityWords, amount: string | null, measure: Measure): string {
  const read = amount === null ? null : parseQuantity(amount);
  if (read === null || !isValid(read)) return words.unmeasured;
  const human = humanAmount(read.nano, measure);
  const number = words.number(human.amount, measure === "cores" ? 2 : 1);
  const unit = measure === "cores" ? "CPU" : human.unit;
  return unit === "" ? number : `${number} ${unit}`;
}

/** There is no time of a picture that never came. */
export function isAnythingRead({ unread }: Pick<CapacityAnswer, "unread">): boolean {
  return unread.length < CAPACITY_KINDS.length;
}

/** Use that could not be read does not say that nothing measures it. */
export function mayHaveMetrics({
  hasMetrics,
  unread,
}: Pick<CapacityAnswer, "hasMetrics" | "unread">): boolean {
  return hasMetrics || unread.some(({ kind }) => kind === "nodeUsage");
}

export function unreadText(words: CapacityWords, unread: CapacityAnswer["unread"]): string | null {
  if (unread.length === 0) return null;
  const kinds = unread.map(({ kind, error }) => `${words.say(`kinds.${kind}`)} (${error})`).join(", ");
  return words.say("unread", { kinds });
}

export function gaugeName(words: CapacityWords, { of }: Pick<Gauge, "of">): string {
  switch (of.type) {
    case "cap":
      return words.say("cap");
    case "quota":
      return quotaKeyTitle(words, of.key);
    case "namespace":
      return words.say("namespace", { namespace: of.namespace });
  }
}

/** Where a bound is written: "requests.memory (team in labs)", or the setting; null where there is none. */
export function gaugePlace(words: CapacityWords, { of }: Pick<Gauge, "of">): string | null {
  if (of.type === "cap") return words.say("capPlace");
  if (of.type === "namespace") return null;
  return words.say("quotaKey", { key: of.key, quota: of.quota, namespace: of.namespace });
}

/** "6 of 8 (75%), 1 being released, 2 more for launches under way", and what is wrong with the figures. */
export function gaugeText(words: CapacityWords, gauge: Gauge): string {
  const { measure, used, hard, percent, releasing, reserved, problem, state } = gauge;
  if (state === "no-quota") return words.say("noQuota");
  const amount = (text: string | null) => amountText(words, text, measure);
  const isSome = (text: string | null) => text !== null && text !== "0";
  const parts = [
    hard !== null && words.say("usedOf", { used: amount(used), hard: amount(hard), percent: percent ?? -1 }),
    isSome(releasing) && words.say("releasing", { amount: amount(releasing) }),
    isSome(reserved) && words.say("reserved", { amount: amount(reserved) }),
    problem !== null &&
      words.say(`problems.${problem.code}`, { text: "text" in problem ? problem.text : "" }),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** Which pods a quota with scopes counts; null where it counts all. */
export function scopesText(words: CapacityWords, { scopes }: Pick<Gauge, "scopes">): string | null {
  if (scopes.length === 0) return null;
  const each = scopes.map((scope) => {
    if (scope.name === "other") return scope.text;
    if (scope.name !== "PriorityClass") return words.say(`scopes.${scope.name}`);
    return words.say("scopes.PriorityClass", { operator: scope.operator, values: scope.values.join(", ") });
  });
  return words.say("counts", { scopes: each.join("; ") });
}

/** "2 more of Linux basics: what stops the next is node memory. Without it, the quota would allow 4." */
export function roomText(
  words: CapacityWords,
  lab: string,
  { sessions, binds, next, isAtMost }: LabRoom,
): string {
  if (sessions === null || binds === null) return words.say("roomUnknown", { lab });
  const parts = [
    words.say("room", { lab, sessions, bound: boundText(words, binds) }),
    next?.sessions != null &&
      words.say(next.sessions === sessions ? "roomNextSame" : "roomNext", {
        bound: boundText(words, next.bound),
        sessions: next.sessions,
      }),
    isAtMost && words.say("roomAtMost"),
  ];
  return parts.filter((part) => part !== false).join(" ");
}

/** "4", "at most 4" */
export function roomCountText(words: CapacityWords, { sessions, isAtMost }: LabRoom): string {
  if (sessions === null) return words.unmeasured;
  return words.say("roomCount", { count: words.number(sessions), isAtMost: isAtMost ? "yes" : "no" });
}

/** "4 (+2)": how many more there would be, and the difference to now. */
export function roomThenText(words: CapacityWords, now: LabRoom | undefined, then: LabRoom): string {
  const count = roomCountText(words, then);
  const delta = (then.sessions ?? 0) - (now?.sessions ?? 0);
  if (now?.sessions == null || then.sessions === null || delta === 0) return count;
  const sign = delta > 0 ? "+" : "−";
  return words.say("whatIfDelta", { count, delta: `${sign}${words.number(Math.abs(delta))}` });
}

export function boundText(words: CapacityWords, bound: Bound): string {
  if (bound.type === "quota")
    return words.say("bounds.quota", { key: quotaKeyText(words, bound.key), quota: bound.quota });
  return words.say(`bounds.${bound.type}`);
}

/** What a session is charged beside what its guests see. @param guestMiB of all its machines together */
export function chargeText(words: CapacityWords, charge: Charge, guestMiB: number): string {
  return words.say("charge", {
    memory: amountText(words, charge["requests.memory"] ?? null, "bytes"),
    cpu: amountText(words, charge["requests.cpu"] ?? null, "cores"),
    guest: amountText(words, `${guestMiB}Mi`, "bytes"),
  });
}

/** What is wrong with the volume that a disk is copied from; null where nothing is. */
export function sourceText(words: CapacityWords, source: FitAnswer["source"]): string | null {
  if (source === null || source.state === "found") return null;
  const { namespace, name, state } = source;
  return words.say(`sources.${state}`, { namespace, name, size: volumeSizeText(words, source) });
}

export function volumeSizeText(words: CapacityWords, { size }: Pick<Volume, "size">): string {
  if (size !== null && "invalid" in size) return words.say("invalidSize", { text: size.invalid });
  return amountText(words, size?.nano ?? null, "bytes");
}

/** "Bound", and the pods that use it: who deletes it waits for them. */
export function volumeStateText(words: CapacityWords, { phase, heldBy }: Volume): string {
  if (heldBy === null || heldBy.length === 0) return phase;
  return words.say("volumeUsedBy", { phase, pods: heldBy.join(", ") });
}

/** Which labs copy a volume. */
export function volumeLabsText(words: CapacityWords, { labs, otherLabs }: Volume): string {
  const names = labs.map(({ name, isEnabled }) =>
    isEnabled ? name : words.say("volumeLabOff", { lab: name }),
  );
  const others = otherLabs > 0 ? [words.say("volumeOtherLabs", { count: otherLabs })] : [];
  return [...names, ...others].join(", ") || words.say("volumeNoLab");
}

/** Why a volume that is being deleted is still there. */
export function volumeHeldText(words: CapacityWords, { heldBy, finalizers }: Volume): string {
  if (heldBy === null) return words.say("volumeHolderUnknown");
  if (heldBy.length > 0) return words.say("volumeHeld", { pods: heldBy.join(", ") });
  if (finalizers.length > 0) return words.say("volumeFinalizers", { finalizers: finalizers.join(", ") });
  return words.say("volumeLeaving");
}

/**
 * A span of the history: what was measured of it, its fullest moment, and the starts and launches that it refused. The
 * sample before it speaks for its beginning.
 */
export function historyOf(samples: readonly CapacitySample[], spanMs: number, nowMs: number) {
  const fromMs = nowMs - spanMs;
  const steps = stepsOf(samples, fromMs, nowMs);
  const refusing = samples.filter(({ atMs }) => atMs > fromMs);
  return {
    steps,
    gaps: samples.length === 0 ? [] : gapsOf(steps, fromMs, nowMs),
    peak: peakOf(steps.map(({ sample }) => sample)),
    refused: refusalsOf(refusing),
    refusals: refusing.filter((each) => each.refused + each.refusedByQuota + each.refusedByNodes > 0),
  };
}

/** What was refused since the sample before: "2 starts, for want of a seat; 1 launch, by a quota" */
export function refusalText(
  words: CapacityWords,
  { refused, refusedByQuota, refusedByNodes }: CapacitySample,
): string {
  const counts = { seat: refused, quota: refusedByQuota, nodes: refusedByNodes };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([by, count]) => words.say(`historyRefusals.${by}`, { count }))
    .join("; ");
}
