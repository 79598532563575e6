/** One series of a figure at one moment. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
/** What /api/metrics answered a while ago, and now. */
export interface Scrapes {
  readonly before: readonly Sample[];
  readonly now: readonly Sample[];
}

/** The series of Prometheus's text format. */
export function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value = ""]) => ({
    ...{ name, value: /^nan$/i.test(value) ? NaN : Number(value.replace("+Inf", "Infinity")) },
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", of = ""]) => [label, of]),
    ),
  }));
}

const SELECTOR = String.raw`(\w+)(?:\{(\w+)="(\w+)"\})?`;
const SIDE = String.raw`(?:max|sum) by \([^)]*\) \((?:increase\()?[^()]*(?:\))?\)`;
const COMPARISON = new RegExp(String.raw`^(${SIDE}) (>=|>|!=) (${SIDE}|\d+)$`);
const AGGREGATION = new RegExp(
  String.raw`^(max|sum) by \(([^)]*)\) \((increase\()?${SELECTOR}(?:\[\w+\]\))?\)$`,
);

/**
 * Does this alert's expression hold? As much of PromQL as the rules use: aggregated figures or increases, compared, joined
 * by "or"; and absent(). NaN is as in Prometheus: it equals nothing, itself included, and is no maximum beside a number.
 * @throws Error for anything else, so that a rule that nobody can try is found.
 */
export function doesHold(expr: string, scrapes: Scrapes): boolean {
  return expr
    .replace(/\s+/g, " ")
    .trim()
    .split(" or ")
    .some((clause) => holdsClause(clause, scrapes));
}

function holdsClause(clause: string, scrapes: Scrapes): boolean {
  const absent = /^absent\((\w+)\)$/.exec(clause);
  if (absent) return !scrapes.now.some(({ name }) => name === absent[1]);
  const [, left = "", operator = "", right = ""] = COMPARISON.exec(clause) ?? [];
  if (operator === "") throw new Error(`No part of PromQL that is known here: ${clause}`);
  const others = /^\d+$/.test(right) ? null : groupsOf(right, scrapes);
  return [...groupsOf(left, scrapes)].some(([key, value]) => {
    const other = others === null ? Number(right) : others.get(key);
    return other !== undefined && compare(value, operator, other);
  });
}

function compare(a: number, operator: string, b: number): boolean {
  if (operator === "!=") return a !== b;
  return operator === ">=" ? a >= b : a > b;
}

function groupsOf(side: string, { before, now }: Scrapes): Map<string, number> {
  const [, how = "", by = "", increase, name, label, of] = AGGREGATION.exec(side) ?? [];
  if (how === "") throw new Error(`No part of PromQL that is known here: ${side}`);
  const groups = new Map<string, number>();
  for (const sample of now.filter((one) => one.name === name && (!label || one.labels[label] === of))) {
    const key = by
      .split(/, */)
      .map((one) => sample.labels[one] ?? "")
      .join();
    const value = increase ? sample.value - earlier(sample, before) : sample.value;
    const known = groups.get(key);
    groups.set(key, known === undefined ? value : how === "sum" ? known + value : greater(known, value));
  }
  return groups;
}

function earlier(sample: Sample, before: readonly Sample[]): number {
  const same = ({ name, labels }: Sample) =>
    name === sample.name && JSON.stringify(labels) === JSON.stringify(sample.labels);
  return before.find(same)?.value ?? 0;
}

function greater(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.max(a, b);
}
