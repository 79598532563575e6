import { type CapacitySample, longestStepMs } from "@/lib/domain/capacity/history";

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}
/** A sample, and the time that it speaks for. */
export interface Step extends Stretch {
  readonly sample: CapacitySample;
}
export interface CapRun extends Stretch {
  readonly cap: number;
}

/** What is known between two times: each sample up to the next one, but not for longer than it can speak for. */
export function stepsOf(samples: readonly CapacitySample[], fromMs: number, toMs: number): Step[] {
  return samples
    .map((sample, place) => ({
      sample,
      fromMs: Math.max(fromMs, sample.atMs),
      toMs: Math.min(toMs, samples[place + 1]?.atMs ?? toMs, sample.atMs + longestStepMs(toMs - sample.atMs)),
    }))
    .filter((step) => step.toMs > step.fromMs);
}

/** The times of which no step tells. */
export function gapsOf(steps: readonly Step[], fromMs: number, toMs: number): Stretch[] {
  const starts = [fromMs, ...steps.map((step) => step.toMs)];
  const ends = [...steps.map((step) => step.fromMs), toMs];
  return starts
    .map((start, place) => ({ fromMs: start, toMs: ends[place] ?? toMs }))
    .filter((gap) => gap.toMs > gap.fromMs);
}

/** The cap over time: steps that follow each other under the same cap are one. */
export function capRunsOf(steps: readonly Step[]): CapRun[] {
  const runs: CapRun[] = [];
  for (const { fromMs, toMs, sample } of steps) {
    const last = runs.at(-1);
    if (last && last.cap === sample.cap && last.toMs === fromMs) runs[runs.length - 1] = { ...last, toMs };
    else runs.push({ fromMs, toMs, cap: sample.cap });
  }
  return runs;
}

/**
 * The round hours between two times by the reader's own clock, so that a day that is an hour short or long has its
 * midnight where the reader has it.
 * @param everyHours a divisor of 24, or 24
 */
export function ticksOf(fromMs: number, toMs: number, everyHours: number): number[] {
  const midnight = new Date(fromMs).setHours(0, 0, 0, 0);
  const ticks: number[] = [];
  for (let hours = everyHours; ; hours += everyHours) {
    const atMs = new Date(midnight).setHours(hours);
    if (atMs >= toMs) return ticks;
    if (atMs > fromMs) ticks.push(atMs);
  }
}
