"use client";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { durationText, type TimeWords } from "./duration-text";

/** Clock times in the reader's own zone. Rendered in the browser only: the server does not know the zone. */
export function useTimeFormat(): TimeFormat {
  return formatOf(useLocale());
}

type TimeFormat = ReturnType<typeof createFormat>;
/** To make a formatter takes longer than to draw a row, and a table shows hundreds of times. */
const FORMATS = new Map<string, TimeFormat>();

function formatOf(locale: string): TimeFormat {
  const format = FORMATS.get(locale) ?? createFormat(locale);
  FORMATS.set(locale, format);
  return format;
}

function createFormat(locale: string) {
  const date = { month: "short", day: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const precise = { ...clock, second: "2-digit" } as const;
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (ms: number) => format.format(ms);
  };
  return {
    /** Wed 2 */
    weekday: writer({ weekday: "short", day: "numeric" }),
    /** 14:32 */
    time: writer(clock),
    /** 14:32:07 */
    second: writer(precise),
    /** With date and zone. */
    full: writer({ year: "numeric", ...date, ...precise, timeZoneName: "short" }),
    /** Date and 14:32 */
    day: writer({ ...date, ...clock }),
  };
}

/** A length of time in words, to two units. */
export function useDuration(): (ms: number) => string {
  const t = useTranslations("time");
  return useCallback((ms) => durationText(t as unknown as TimeWords, ms), [t]);
}

/** "23 seconds ago", "in 5 minutes", in the largest unit that says enough. */
export function useAgo(): (ms: number, nowMs: number) => string {
  const locale = useLocale();
  const format = useMemo(
    () => new Intl.RelativeTimeFormat(locale, { style: "narrow", numeric: "always" }),
    [locale],
  );
  return (ms, nowMs) => {
    const seconds = Math.trunc((ms - nowMs) / 1000);
    const size = Math.abs(seconds);
    if (size < 60) return format.format(seconds, "second");
    if (size < 3600) return format.format(Math.trunc(seconds / 60), "minute");
    if (size < 86_400) return format.format(Math.trunc(seconds / 3600), "hour");
    return format.format(Math.trunc(seconds / 86_400), "day");
  };
}
