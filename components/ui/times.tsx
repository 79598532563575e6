"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/lib/client/ticking-now";
import { useAgo, useTimeFormat } from "./time-format";

/** Relative, ticking; the absolute time and zone on hover. */
export function Ago({ atMs }: { atMs: number }) {
  const now = useNow();
  const ago = useAgo();
  const format = useTimeFormat();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.full(atMs)}>
      {now === "checking" ? format.day(atMs) : ago(atMs, now)}
    </time>
  );
}

/** A clock time (with the day where it is not today); everything on hover. */
export function At({ atMs, withSeconds }: { atMs: number; withSeconds?: boolean }) {
  const now = useNow();
  const format = useTimeFormat();
  const isToday = now !== "checking" && new Date(now).toDateString() === new Date(atMs).toDateString();
  const text = !isToday ? format.day(atMs) : withSeconds ? format.second(atMs) : format.time(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.full(atMs)}>
      {text}
    </time>
  );
}

/** A time that may not have come yet. */
export function MaybeAt({ atMs, absent }: { atMs: number | null; absent: string }) {
  if (atMs === null) return <span className="text-muted">{absent}</span>;
  return (
    <>
      <At atMs={atMs} withSeconds />{" "}
      <span className="text-muted">
        (<Ago atMs={atMs} />)
      </span>
    </>
  );
}

/** A figure that may not have been measured: said, never shown as 0. */
export function Measured({ value, why }: { value: string | null; why?: string }) {
  const t = useTranslations("app");
  if (value !== null) return <>{value}</>;
  return (
    <span className="text-muted" title={why}>
      {t("unmeasured")}
    </span>
  );
}
