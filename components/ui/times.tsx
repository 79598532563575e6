"use client";
import { useTranslations } from "next-intl";
import { useOfNow } from "@/lib/client/ticking-now";
import { useAgo, useTimeFormat } from "./time-format";

/** Relative, ticking; the absolute time and zone on hover. */
export function Ago({ atMs }: { atMs: number }) {
  const ago = useAgo();
  const format = useTimeFormat();
  const text = useOfNow((now) => (now === "checking" ? format.day(atMs) : ago(atMs, now)));
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.full(atMs)}>
      {text}
    </time>
  );
}

/** A clock time (with the day where it is not today); everything on hover. */
export function At({ atMs, withSeconds }: { atMs: number; withSeconds?: boolean }) {
  const format = useTimeFormat();
  const isToday = useOfNow((now) => now !== "checking" && isSameDay(now, atMs));
  const text = !isToday ? format.day(atMs) : withSeconds ? format.second(atMs) : format.time(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.full(atMs)}>
      {text}
    </time>
  );
}

function isSameDay(aMs: number, bMs: number): boolean {
  return new Date(aMs).toDateString() === new Date(bMs).toDateString();
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
