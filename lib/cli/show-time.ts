import { describeRemaining, remaining } from "@/lib/domain/lifetime";

/** 2031-02-03 04:05:06Z */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** 1:02:03, counted against the database's clock. */
export function timeLeft(expiresAtMs: number, nowMs: number): string {
  const { hours, minutes, seconds } = describeRemaining(remaining(expiresAtMs, nowMs));
  return [hours, ...[minutes, seconds].map((part) => String(part).padStart(2, "0"))].join(":");
}
