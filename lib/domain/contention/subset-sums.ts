/**
 * The exact chance that `size` of these whole numbers, drawn at random without putting back, sum up to `atLeast` or
 * more. Counted over all subsets by dynamic programming (every term is positive, so nothing cancels).
 */
export interface SubsetSums {
  readonly tail: (size: number, atLeast: number) => number;
  /** The largest sum that so many can have. */
  readonly greatest: (size: number) => number;
  /** approximate: too many subsets to be counted; a normal curve with the same mean and variance instead. */
  readonly method: "exact" | "approximate";
}

/** Additions that are spent on the table; some tenths of a second at most. */
const MOST_STEPS = 4e7;
/** Of the subsets of more numbers than these a double cannot hold the count. */
const MOST_NUMBERS = 1000;

/** @param numbers whole, 0 or more. @param sizes those that will be asked for. */
export function subsetSums(numbers: readonly number[], sizes: readonly number[]): SubsetSums {
  const sorted = [...numbers].sort((a, b) => b - a);
  const positive = sorted.filter((number) => number > 0);
  const total = positive.reduce((sum, number) => sum + number, 0);
  const most = Math.min(positive.length, Math.max(0, ...sizes));
  const greatest = (size: number) => sorted.slice(0, size).reduce((sum, number) => sum + number, 0);
  if (positive.length > MOST_NUMBERS || positive.length * (most + 1) * (total + 1) > MOST_STEPS)
    return { greatest, tail: (size, atLeast) => normalTail(sorted, size, atLeast), method: "approximate" };
  const counts = countSubsets(positive, most, total);
  const tail = (size: number, atLeast: number) =>
    tailOf(
      { counts, total, positive: positive.length, zeros: sorted.length - positive.length },
      size,
      atLeast,
    );
  return { greatest, tail, method: "exact" };
}

/** counts[j * (total + 1) + s]: subsets of j numbers with the sum s. */
function countSubsets(numbers: readonly number[], most: number, total: number): Float64Array {
  const width = total + 1;
  const counts = new Float64Array((most + 1) * width);
  counts[0] = 1;
  let reached = 0;
  numbers.forEach((number, done) => {
    reached += number;
    for (let j = Math.min(most, done + 1); j >= 1; j--)
      for (let sum = reached; sum >= number; sum--) {
        const before = counts[(j - 1) * width + sum - number] ?? 0;
        if (before > 0) counts[j * width + sum] = (counts[j * width + sum] ?? 0) + before;
      }
  });
  return counts;
}

interface Table {
  readonly counts: Float64Array;
  readonly total: number;
  readonly positive: number;
  readonly zeros: number;
}

function tailOf({ counts, total, positive, zeros }: Table, size: number, atLeast: number): number {
  const all = logChoose(positive + zeros, size);
  let chance = 0;
  for (let j = Math.max(0, size - zeros); j <= Math.min(size, positive); j++) {
    let subsets = 0;
    for (let sum = Math.max(0, atLeast); sum <= total; sum++) subsets += counts[j * (total + 1) + sum] ?? 0;
    if (subsets > 0) chance += Math.exp(Math.log(subsets) + logChoose(zeros, size - j) - all);
  }
  return Math.min(1, chance);
}

function logChoose(n: number, k: number): number {
  const few = Math.min(k, n - k);
  let log = 0;
  for (let i = 1; i <= few; i++) log += Math.log((n - few + i) / i);
  return log;
}

/** With the variance of a draw without putting back, and half a step of continuity. */
function normalTail(numbers: readonly number[], size: number, atLeast: number): number {
  const n = numbers.length;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / n;
  const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / n;
  const deviation = Math.sqrt((size * variance * (n - size)) / Math.max(1, n - 1));
  if (deviation === 0) return atLeast <= size * mean + 1e-9 ? 1 : 0;
  return upperNormal((atLeast - 0.5 - size * mean) / deviation);
}

/** Chance of a standard normal above z; Abramowitz and Stegun 26.2.17 times the density, good to 1e-7. */
function upperNormal(z: number): number {
  if (z < 0) return 1 - upperNormal(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
