/** Seats as a pass counted them, with what was refused since the sample before. */
export interface CapacitySample {
  readonly atMs: number;
  readonly taken: number;
  readonly cap: number;
  readonly releasing: number;
  /** Starts, for want of a seat: they are no sessions. */
  readonly refused: number;
  /** Sessions whose launch failed for want of quota. */
  readonly refusedByQuota: number;
  /** Those for which no node had room. */
  readonly refusedByNodes: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a sample is kept, and how far apart those of that age stand. */
const AGES = [
  { untilMs: 2 * 60 * MINUTE_MS, everyMs: 0 },
  { untilMs: DAY_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 7 * DAY_MS, everyMs: 60 * MINUTE_MS },
] as const;

/**
 * What is left of a history as it ages: all of the last two hours, one in five minutes of the last day, one an hour of
 * the last seven days, nothing older. The one that stays of each stretch is its peak, so that no crowd is thinned away,
 * and it takes over the refusals of those that go. Oldest first; thinning twice at one time changes nothing more.
 */
export function thinHistory(samples: readonly CapacitySample[], nowMs: number): CapacitySample[] {
  const kept = new Map<string, CapacitySample>();
  for (const sample of [...samples].sort((a, b) => a.atMs - b.atMs)) {
    const stretch = stretchOf(sample, nowMs);
    if (stretch === null) continue;
    const other = kept.get(stretch);
    kept.set(stretch, other ? merged(other, sample) : sample);
  }
  return [...kept.values()].sort((a, b) => a.atMs - b.atMs);
}

/** The fullest moment of a history, the newest of several; null of none. */
export function peakOf(samples: readonly CapacitySample[]): CapacitySample | null {
  let peak: CapacitySample | null = null;
  for (const sample of samples) {
    const isNewer = peak !== null && sample.taken === peak.taken && sample.atMs > peak.atMs;
    if (peak === null || sample.taken > peak.taken || isNewer) peak = sample;
  }
  return peak;
}

/** What was refused in a history: starts for want of a seat, and launches by a quota or for want of a node. */
export function refusalsOf(samples: readonly CapacitySample[]): {
  readonly count: number;
  readonly quota: number;
  readonly nodes: number;
} {
  const sum = (of: (sample: CapacitySample) => number) =>
    samples.reduce((total, sample) => total + of(sample), 0);
  return {
    count: sum(({ refused }) => refused),
    quota: sum(({ refusedByQuota }) => refusedByQuota),
    nodes: sum(({ refusedByNodes }) => refusedByNodes),
  };
}

/** null: too old to keep. Stretches stand still by the clock, or each thinning would cut anew. */
function stretchOf({ atMs }: CapacitySample, nowMs: number): string | null {
  const age = AGES.find(({ untilMs }) => nowMs - atMs < untilMs);
  if (age === undefined) return null;
  return age.everyMs === 0 ? `at ${atMs}` : `${age.everyMs} ${Math.floor(atMs / age.everyMs)}`;
}

function merged(a: CapacitySample, b: CapacitySample): CapacitySample {
  const fuller = b.taken > a.taken ? b : a;
  return {
    ...fuller,
    refused: a.refused + b.refused,
    refusedByQuota: a.refusedByQuota + b.refusedByQuota,
    refusedByNodes: a.refusedByNodes + b.refusedByNodes,
  };
}
