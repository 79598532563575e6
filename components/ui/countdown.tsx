"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/lib/client/ticking-now";
import { describeRemaining, remaining } from "@/lib/domain/lifetime";
import { cx } from "./class-names";

/** 1:04:09, or 04:09 under an hour. */
export function clockText(remainingMs: number): string {
  const { hours, minutes, seconds } = describeRemaining(remainingMs);
  const tail = `${String(minutes).padStart(2, "0")}:${String(seconds).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

export function toneOf(remainingMs: number): "text-fg" | "text-warn" | "text-bad" {
  if (remainingMs <= 60_000) return "text-bad";
  return remainingMs <= 600_000 ? "text-warn" : "text-fg";
}

/** The time left in a table cell. */
export function TimeLeft({ expiresAtMs }: { expiresAtMs: number }) {
  const t = useTranslations("time");
  const now = useNow();
  if (now === "checking") return <span className="text-muted">{t("checking")}</span>;
  const leftMs = remaining(expiresAtMs, now);
  return (
    <span className={cx("font-medium", toneOf(leftMs))}>{leftMs === 0 ? t("over") : clockText(leftMs)}</span>
  );
}

/** The large countdown. It keeps its height while it is checking. */
export function Countdown({ expiresAtMs, size }: { expiresAtMs: number; size: "large" | "huge" }) {
  const t = useTranslations("time");
  const now = useNow();
  const look = size === "huge" ? "h-20 text-[4rem]/[5rem]" : "h-12 text-[2.5rem]/[3rem]";
  if (now === "checking") {
    return (
      <p role="timer" className={cx(look, "font-semibold tracking-tight text-muted")}>
        <span className="text-xl">{t("checking")}…</span>
      </p>
    );
  }
  const leftMs = remaining(expiresAtMs, now);
  return (
    <p role="timer" aria-live="off" className={cx(look, "font-semibold tracking-tight", toneOf(leftMs))}>
      {clockText(leftMs)}
    </p>
  );
}
