"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";

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
  return (ms) => {
    const seconds = Math.round(ms / 1000);
    if (ms < 1000) return t("millis", { ms: Math.round(ms) });
    if (seconds < 60) return t("seconds", { seconds });
    if (seconds < 3600) return t("minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    if (seconds < 86_400) {
      return t("hours", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
    }
    return t("days", { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
  };
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
