"use client";
import { useFormatter } from "next-intl";
import { useMemo } from "react";
import { useWords } from "../ui/use-words";
import type { ReportWords } from "./words";

const GIB = 1024 ** 3;

/** The report's words in the reader's language. */
export function useReportWords(): ReportWords {
  const words = useWords("contention");
  const format = useFormatter();
  return useMemo(
    () => ({
      ...words,
      percent: (share) => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
      bytes: (value) => `${words.number(value / GIB, 1)} GiB`,
    }),
    [words, format],
  );
}
