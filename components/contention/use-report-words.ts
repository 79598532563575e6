"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReportWords } from "./words";

type Loose = (key: string, values?: Readonly<Record<string, string | number>>) => string;
const GIB = 1024 ** 3;

/** The report's words in the reader's language. Codes become keys, so the typed translator is loosened here. */
export function useReportWords(): ReportWords {
  const t = useTranslations("contention");
  const app = useTranslations("app");
  const format = useFormatter();
  return useMemo(() => {
    const say = t as unknown as Loose;
    return {
      say: (key, values) => say(key, values),
      number: (value, digits = 0) => format.number(value, { maximumFractionDigits: digits }),
      percent: (share) => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
      bytes: (value) => `${format.number(value / GIB, { maximumFractionDigits: 1 })} GiB`,
      unmeasured: app("unmeasured"),
    };
  }, [t, app, format]);
}
