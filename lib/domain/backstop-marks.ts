/** Label by which Kyverno's cleanup controller deletes an object, whatever its kind. */
export const KYVERNO_TTL_LABEL = "cleanup.kyverno.io/ttl";
/** Annotations by which kube-janitor does. */
export const JANITOR_TTL = "janitor/ttl";
export const JANITOR_EXPIRES = "janitor/expires";

/** When a mark ends its object, epoch ms; "never" where it says so; null where its controller cannot read it. */
export type MarkTime = number | "never" | null;

const GO_UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const JANITOR_UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * `48h` or `1h30m` counts from the object's creation, in Go's units (so `1d` is none); `2026-08-22` and
 * `2026-08-22T153000Z`, without the colons that a label may not hold, are moments (kyverno pkg/controllers/ttl/utils.go).
 */
export function kyvernoTime(value: string, createdAtMs: number): MarkTime {
  const lasts = goDurationMs(value);
  if (lasts !== null) return createdAtMs + lasts;
  const moment = /^(\d{4}-\d\d-\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(value);
  if (moment === null) return null;
  const [, date = "", hours = "00", minutes = "00", seconds = "00"] = moment;
  return momentMs(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** `janitor/ttl`: `forever`, or a whole number of s, m, h, d or w from the object's creation. */
export function janitorTtlTime(value: string, createdAtMs: number): MarkTime {
  if (value === "forever") return "never";
  const [, amount = "", unit = ""] = /^(\d+)([smhdw])$/.exec(value) ?? [];
  const unitMs = JANITOR_UNITS_MS[unit];
  return unitMs === undefined ? null : createdAtMs + Number(amount) * unitMs;
}

/** `janitor/expires`: `2026-08-22T15:30:00Z`, `2026-08-22T15:30` or `2026-08-22`, all in UTC. */
export function janitorExpiryTime(value: string): MarkTime {
  const [, date = "", time = "T00:00"] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\dZ)?)?$/.exec(value) ?? [];
  if (date === "") return null;
  return momentMs(`${date}${time.endsWith("Z") ? time : `${time}:00Z`}`);
}

function goDurationMs(value: string): number | null {
  if (!/^\+?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(value)) return null;
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  return parts.reduce(
    (sum, [, amount = "", unit = ""]) => sum + Number(amount) * (GO_UNITS_MS[unit] ?? 0),
    0,
  );
}

function momentMs(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
