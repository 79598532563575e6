"use client";
import { useTranslations } from "next-intl";
import { Note } from "../ui/note";
import { useTimeFormat } from "../ui/time-format";

/** The cluster is silent: what is shown was so at that time, and may be no more. */
export function StaleNote({ asOfMs }: { asOfMs: number }) {
  const t = useTranslations("states");
  const format = useTimeFormat();
  return (
    <Note tone="warn" isAlert>
      {t("stale", { time: format.second(asOfMs), source: t("sources.cluster") })}
    </Note>
  );
}
