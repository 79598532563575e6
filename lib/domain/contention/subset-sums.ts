/**
 * The exact chance that so many of these whole numbers, drawn at random without putting back, sum up to a figure or
 * more. Reckoned as a mixture over all subsets by dynamic programming: every term is a chance between 0 and 1, so that
 * nothing cancels and nothing overflows, and about ten digits are good.
 */
export interface SubsetSums {
  /** Chance that a drawn group sums up to what `group` has, or more. */
  readonly tail: (group: readonly number[]) => number;
  /** The least chance that any group of this size can have: that of the largest numbers there are. */
  readonly least: (size: number) => number;
  /** The numbers were counted in steps of so many, rounded: 1 where each counts as it is. */
  readonly step: number;
}

/** Products and sums that are spent: a tenth of a second or two. */
const MOST_WORK = 5e7;
/** Of the table, 8 bytes each. */
const MOST_CELLS = 4e6;

/** @param groups of whole numbers, 0 or more: all there are, each number in one group; `tail` is asked for these. */
export function subsetSums(groups: readonly (readonly number[])[]): SubsetSums {
  const numbers = groups.flat();
  let step = 1;
  let values = valuesOf(groups, numbers, step);
  for (let excess = excessOf(values); values.most > 1 && excess > 1; excess = excessOf(values)) {
    step = Math.ceil(step * Math.max(1.05, Math.sqrt(excess)));
    values = valuesOf(groups, numbers, step);
  }
  const logs = logFactorials(numbers.length);
  const table = chancesOf(values, logs);
  const [all, zeros] = [numbers.length, numbers.length - values.positive];
  return {
    step,
    tail: (group) => {
      const atLeast = sumOf(group.map((each) => inSteps(each, step)));
      return atLeast === 0 || group.length === all
        ? 1
        : tailOf({ table, all, zeros, logs, width: values.most + 1 }, group.length, atLeast);
    },
    least: (of) => leastChance(values.sorted, of, logs),
  };
}

interface Values {
  /** How often each number above 0 comes. */
  readonly counts: ReadonlyMap<number, number>;
  readonly positive: number;
  /** From the largest. */
  readonly sorted: readonly number[];
  /** The largest sum of a group: what is above it need not be told apart. */
  readonly most: number;
  /** The most of the positive numbers that a group can have. */
  readonly drawn: number;
}

const inSteps = (number: number, step: number) => Math.round(number / step);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function valuesOf(groups: readonly (readonly number[])[], numbers: readonly number[], step: number): Values {
  const sorted = numbers.map((number) => inSteps(number, step)).sort((a, b) => b - a);
  const counts = new Map<number, number>();
  for (const number of sorted) if (number > 0) counts.set(number, (counts.get(number) ?? 0) + 1);
  const most = Math.max(0, ...groups.map((group) => sumOf(group.map((each) => inSteps(each, step)))));
  const positive = sumOf([...counts.values()]);
  // A group of all there are needs no drawing.
  const largest = Math.max(0, ...groups.map(({ length }) => (length < numbers.length ? length : 0)));
  return { counts, positive, sorted, most, drawn: Math.min(positive, largest) };
}

/** How many times as much as may be spent this would take. */
function excessOf({ counts, most, drawn }: Values): number {
  let pairs = 0;
  for (const count of counts.values()) for (let j = 0; j <= drawn; j++) pairs += Math.min(count, j) + 1;
  return Math.max((pairs * (most + 1)) / MOST_WORK, ((drawn + 1) * (most + 1)) / MOST_CELLS);
}

/**
 * chances[j * (most + 1) + s]: that j of the positive numbers, drawn at random, sum up to s; the last place of each row
 * holds all that is above. One value after another is mixed in: of j drawn, i have it with the hypergeometric chance.
 */
function chancesOf({ counts, most, drawn }: Values, logs: Float64Array): Float64Array {
  const width = most + 1;
  let chances = new Float64Array((drawn + 1) * width);
  let mixed = new Float64Array(chances.length);
  chances[0] = 1;
  let before = 0;
  for (const [value, count] of counts) {
    const total = before + count;
    mixed.fill(0);
    for (let j = 0; j <= Math.min(drawn, total); j++)
      for (let i = Math.max(0, j - before); i <= Math.min(count, j); i++) {
        const weight = Math.exp(logPart(logs, count, i, before, j - i));
        addRow(mixed, j * width, chances, (j - i) * width, { width, shift: i * value, weight });
      }
    [chances, mixed] = [mixed, chances];
    before = total;
  }
  return chances;
}

function addRow(
  to: Float64Array,
  toStart: number,
  from: Float64Array,
  fromStart: number,
  { width, shift, weight }: { readonly width: number; readonly shift: number; readonly weight: number },
): void {
  const last = width - 1;
  const fitting = Math.max(0, last - shift);
  for (let s = 0; s < fitting; s++) {
    const place = toStart + s + shift;
    to[place] = (to[place] ?? 0) + weight * (from[fromStart + s] ?? 0);
  }
  let above = 0;
  for (let s = fitting; s <= last; s++) above += from[fromStart + s] ?? 0;
  to[toStart + last] = (to[toStart + last] ?? 0) + weight * above;
}

interface Table {
  readonly table: Float64Array;
  readonly width: number;
  readonly all: number;
  readonly zeros: number;
  readonly logs: Float64Array;
}

function tailOf({ table, width, all, zeros, logs }: Table, size: number, atLeast: number): number {
  const positive = all - zeros;
  let chance = 0;
  for (let j = Math.max(0, size - zeros); j <= Math.min(size, positive); j++) {
    let tail = 0;
    for (let s = width - 1; s >= atLeast; s--) tail += table[j * width + s] ?? 0;
    if (tail > 0) chance += tail * Math.exp(logPart(logs, positive, j, zeros, size - j));
  }
  return Math.min(1, chance);
}

function leastChance(sorted: readonly number[], size: number, logs: Float64Array): number {
  const edge = sorted[size - 1];
  if (edge === undefined) return 1;
  const above = sorted.filter((number) => number > edge).length;
  const ties = sorted.filter((number) => number === edge).length;
  return Math.exp(logChoose(logs, ties, size - above) - logChoose(logs, sorted.length, size));
}

/** Log of the chance that of the m + n things, i + k drawn, i are of the m. */
function logPart(logs: Float64Array, m: number, i: number, n: number, k: number): number {
  return logChoose(logs, m, i) + logChoose(logs, n, k) - logChoose(logs, m + n, i + k);
}
function logChoose(logs: Float64Array, n: number, k: number): number {
  return (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0);
}
function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let n = 1; n <= most; n++) logs[n] = (logs[n - 1] ?? 0) + Math.log(n);
  return logs;
}
