"use client";
import { useTranslations } from "next-intl";
import { Note } from "./note";
import { useTimeFormat } from "./time-format";

/** Who is asked does not answer: what is shown was so at that time, and may be no more. */
export function StaleNote({ asOfMs, source }: { asOfMs: number; source: "cluster" | "server" }) {
  const t = useTranslations("states");
  const format = useTimeFormat();
  return (
    <Note tone="warn" isAlert>
      {t("stale", { time: format.second(asOfMs), source: t(`sources.${source}`) })}
    </Note>
  );
}
