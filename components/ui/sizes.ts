"use client";
import { useLocale, useTranslations } from "next-intl";

/** 512 MiB, 4 GiB. */
export function useMemory(): (mib: number) => string {
  const locale = useLocale();
  return (mib) => {
    const isGib = mib >= 1024;
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(
      isGib ? mib / 1024 : mib,
    );
    return `${number} ${isGib ? "GiB" : "MiB"}`;
  };
}

/** 45 min, 1 h 0 min: the lengths that labs are given. */
export function useMinutes(): (minutes: number) => string {
  const t = useTranslations("time");
  return (minutes) =>
    minutes < 60
      ? t("minutesOnly", { minutes })
      : t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
