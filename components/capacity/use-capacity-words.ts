"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useDuration } from "../ui/time-format";
import type { CapacityWords } from "./words";

type Loose = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The page's words in the reader's language. Codes become keys, so the typed translator is loosened here. */
export function useCapacityWords(): CapacityWords {
  const t = useTranslations("capacity");
  const app = useTranslations("app");
  const locale = useLocale();
  const duration = useDuration();
  return useMemo(() => {
    const say = t as unknown as Loose;
    return {
      say: (key, values) => say(key, values),
      number: (value, digits = 0) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
      duration,
      unmeasured: app("unmeasured"),
    };
  }, [t, app, locale, duration]);
}
