"use client";
import { type Messages, useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";

type Loose = (key: string, values?: Readonly<Record<string, string | number>>) => string;
/** The words of one part of the screen. */
export interface Words {
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
  number(value: number, digits?: number): string;
  readonly unmeasured: string;
}

/** A part's words in the reader's language. Codes become keys, so the typed translator is loosened here. */
export function useWords(part: keyof Messages): Words {
  const t = useTranslations(part);
  const app = useTranslations("app");
  const format = useFormatter();
  return useMemo(() => {
    const say = t as unknown as Loose;
    return {
      say: (key, values) => say(key, values),
      number: (value, digits = 0) => format.number(value, { maximumFractionDigits: digits }),
      unmeasured: app("unmeasured"),
    };
  }, [t, app, format]);
}
