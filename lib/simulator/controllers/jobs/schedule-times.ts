import { fieldValues, scheduleFields } from "../../cron-schedule";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A schedule that fits no day of so many years, as 30 February, never comes (robfig/cron looks as far). */
const FARTHEST_MS = 5 * 366 * DAY_MS;
const EVERY_UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: 60 * MINUTE_MS };

/**
 * The first time of a schedule after `afterMs`, in epoch milliseconds; undefined where it never comes. Without a time
 * zone in UTC. An hour that the clock's change leaves out has no times; one that it repeats has them twice.
 */
export function nextTimeMs(
  schedule: string,
  timeZone: string | undefined,
  afterMs: number,
): number | undefined {
  const every = /^@every (\S+)$/.exec(schedule)?.[1];
  if (every !== undefined) return Math.floor(afterMs / 1_000) * 1_000 + everyMs(every);
  const [minutes, hours, days, months, weekdays] = scheduleFields(schedule).map(fieldValues);
  const isDay = (wall: Date) => {
    const [byDay, byWeekday] = [days?.has(wall.getUTCDate()), weekdays?.has(wall.getUTCDay())];
    const isEither = days?.isAll === false && weekdays?.isAll === false;
    return isEither ? byDay === true || byWeekday === true : byDay === true && byWeekday === true;
  };
  let ms = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  while (ms < afterMs + FARTHEST_MS) {
    const wall = new Date(ms + offsetMs(ms, timeZone));
    const isRightDay = months?.has(wall.getUTCMonth() + 1) === true && isDay(wall);
    if (!isRightDay) ms += DAY_MS - (wall.getTime() % DAY_MS);
    else if (hours?.has(wall.getUTCHours()) !== true) ms += (60 - wall.getUTCMinutes()) * MINUTE_MS;
    else if (minutes?.has(wall.getUTCMinutes()) !== true) ms += MINUTE_MS;
    else return ms;
  }
  return undefined;
}

/** Wall-clock time less UTC. */
function offsetMs(ms: number, timeZone = "UTC"): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(ms);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** As the controller writes it: "2026-11-30T14:59:00+01:00", with a Z for UTC. */
export function zonedTime(ms: number, timeZone: string | undefined): string {
  const offset = offsetMs(ms, timeZone);
  const wall = new Date(ms + offset).toISOString().slice(0, 19);
  if (offset === 0) return `${wall}Z`;
  const minutes = Math.abs(offset) / MINUTE_MS;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${wall}${offset < 0 ? "-" : "+"}${hour}:${minute}`;
}

/** A Go duration of hours, minutes and seconds, of a second at least. */
function everyMs(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)];
  const ms = parts.reduce(
    (sum, [, amount, unit = "s"]) => sum + Number(amount) * (EVERY_UNITS[unit] ?? 0),
    0,
  );
  return Math.max(1_000, Math.floor(ms / 1_000) * 1_000);
}
