interface Bounds {
  readonly lowest: number;
  readonly highest: number;
  readonly names: readonly string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const FIELDS: readonly Bounds[] = [
  { lowest: 0, highest: 59, names: [] },
  { lowest: 0, highest: 23, names: [] },
  { lowest: 1, highest: 31, names: [] },
  { lowest: 1, highest: 12, names: MONTHS },
  { lowest: 0, highest: 6, names: DAYS },
];
const DESCRIPTORS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** What is wrong with the schedule of a CronJob, in the words of the parser that the API server uses; null if nothing. */
export function scheduleProblem(schedule: string): string | null {
  if (schedule.includes("TZ")) return "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
  if (schedule.startsWith("@")) {
    const isKnown = schedule in DESCRIPTORS || /^@every \S+$/.test(schedule);
    return isKnown ? null : `unrecognized descriptor: ${schedule}`;
  }
  const fields = schedule.split(/\s+/).filter((field) => field !== "");
  if (fields.length !== FIELDS.length) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(" ")}]`;
  }
  for (const [index, bounds] of FIELDS.entries()) {
    const problem = (fields[index] ?? "")
      .split(",")
      .map((part) => rangeProblem(part, bounds))
      .find((each) => each !== null);
    if (problem) return problem;
  }
  return null;
}

/** The five fields of a schedule that has no problem and is not an `@every`, each with its bounds. */
export function scheduleFields(schedule: string): { text: string; bounds: Bounds }[] {
  const texts = (DESCRIPTORS[schedule] ?? schedule).split(/\s+/).filter((field) => field !== "");
  return FIELDS.map((bounds, index) => ({ text: texts[index] ?? "*", bounds }));
}

/** What a field allows; `isAll` where it says `*` or `?`, also in steps: such a day binds nothing by itself. */
export function fieldValues({ text, bounds }: { text: string; bounds: Bounds }): {
  has(value: number): boolean;
  readonly isAll: boolean;
} {
  const values = new Set(text.split(",").flatMap((part) => rangeValues(part, bounds)));
  return { has: (value) => values.has(value), isAll: /(^|,)[*?]/.test(text) };
}

function rangeValues(text: string, bounds: Bounds): number[] {
  const [range = "", step] = text.split("/");
  const { lowest, highest } = bounds;
  const isAll = range === "*" || range === "?";
  const [first = "", last] = range.split("-");
  const start = isAll ? lowest : (valueOf(first, bounds) ?? lowest);
  const end =
    isAll || (last === undefined && step !== undefined) ? highest : (valueOf(last ?? first, bounds) ?? start);
  const by = Number(step ?? 1);
  return Array.from({ length: Math.floor((end - start) / by) + 1 }, (_, index) => start + index * by);
}

/** Null where the zone is known or none is named. */
export function timeZoneProblem(timeZone: string | undefined): string | null {
  if (timeZone === undefined) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return null;
  } catch {
    return `unknown time zone ${timeZone}`;
  }
}

function rangeProblem(text: string, bounds: Bounds): string | null {
  const [range = "", step, ...more] = text.split("/");
  if (more.length > 0) return `too many slashes: ${text}`;
  if (step !== undefined && !/^\d+$/.test(step)) return `failed to parse number: ${step}`;
  if (Number(step) === 0) return `step of range should be a positive number: ${text}`;
  if (range === "*" || range === "?") return null;
  const [first = "", last, ...rest] = range.split("-");
  if (rest.length > 0) return `too many hyphens: ${text}`;
  const [start, end] = [valueOf(first, bounds), valueOf(last ?? first, bounds)];
  if (start === null)
    return `failed to parse int from ${first}: strconv.Atoi: parsing "${first}": invalid syntax`;
  if (end === null)
    return `failed to parse int from ${last}: strconv.Atoi: parsing "${last}": invalid syntax`;
  if (start < bounds.lowest) return `beginning of range (${start}) below minimum (${bounds.lowest}): ${text}`;
  if (end > bounds.highest) return `end of range (${end}) above maximum (${bounds.highest}): ${text}`;
  return start > end ? `beginning of range (${start}) beyond end of range (${end}): ${text}` : null;
}

function valueOf(text: string, { lowest, names }: Bounds): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toLowerCase());
  return index === -1 ? null : index + lowest;
}
