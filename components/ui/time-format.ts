"use client";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { durationText, type TimeWords } from "./duration-text";

/** Clock times in the reader's own zone. Rendered in the browser only: the server does not know the zone. */
export function useTimeFormat() {
  const locale = useLocale();
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const second = new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    const full = new Intl.DateTimeFormat(locale, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    });
    const day = new Intl.DateTimeFormat(locale, {
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return {
      /** 14:32 */
      time: (ms: number) => time.format(ms),
      /** 14:32:07 */
      second: (ms: number) => second.format(ms),
      /** With date and zone. */
      full: (ms: number) => full.format(ms),
      /** Date and 14:32 */
      day: (ms: number) => day.format(ms),
    };
  }, [locale]);
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
