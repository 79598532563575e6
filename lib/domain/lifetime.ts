import type { LifetimePolicy } from "./lab";
import type { Reason } from "./reason";
import type { SessionStatus } from "./session";
import { isLive } from "./states";

const MINUTE_MS = 60_000;

/**
 * Milliseconds that a session has left, 0 or more. The only place that says so: countdown, extend button, API and
 * reaper call it (design law 1). Both times are epoch milliseconds of the database's clock.
 */
export function remaining(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, expiresAtMs - nowMs);
}

/** Expired at 0 ms left, not a millisecond later (design law 2). */
export function isExpired(expiresAtMs: number, nowMs: number): boolean {
  return remaining(expiresAtMs, nowMs) === 0;
}

/** When a session that starts now first ends; never past its maximum. Epoch milliseconds. */
export function firstExpiry(startedAtMs: number, lifetime: LifetimePolicy): number {
  return Math.min(startedAtMs + lifetime.sessionMinutes * MINUTE_MS, latestExpiry(startedAtMs, lifetime));
}

/** The end that no extension passes. Epoch milliseconds. */
export function latestExpiry(startedAtMs: number, lifetime: LifetimePolicy): number {
  return startedAtMs + lifetime.maxMinutes * MINUTE_MS;
}

export interface Extendable {
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  readonly lifetime: LifetimePolicy;
}

/**
 * `max(expiresAt, min(now + session, startedAt + maximum))` with the row's own times (design law 2): never shorter,
 * never past the maximum. Does not ask whether the session may be extended: see `canExtend`.
 */
export function extendedExpiry({ startedAtMs, expiresAtMs, lifetime }: Extendable, nowMs: number): number {
  const wantedMs = nowMs + lifetime.sessionMinutes * MINUTE_MS;
  return Math.max(expiresAtMs, Math.min(wantedMs, latestExpiry(startedAtMs, lifetime)));
}

export type Extension =
  | { readonly ok: true; readonly expiresAtMs: number; readonly isAtMaximum: boolean }
  | { readonly ok: false; readonly reason: Reason };

/**
 * What an extension at `nowMs` would do. Refused once over or claimed ("session-over"), at 0 ms left
 * ("session-expired"), and where the maximum is reached ("at-maximum").
 */
export function canExtend(
  session: Extendable & { readonly status: SessionStatus },
  nowMs: number,
): Extension {
  if (!isLive(session)) return { ok: false, reason: { code: "session-over" } };
  if (isExpired(session.expiresAtMs, nowMs)) return { ok: false, reason: { code: "session-expired" } };
  if (extendableUntilMs(session) === null) {
    return { ok: false, reason: { code: "at-maximum", params: { maxMinutes: session.lifetime.maxMinutes } } };
  }
  const expiresAtMs = extendedExpiry(session, nowMs);
  const isAtMaximum = expiresAtMs >= latestExpiry(session.startedAtMs, session.lifetime);
  return { ok: true, expiresAtMs, isAtMaximum };
}

/** The latest end that extensions can still reach, in epoch milliseconds, or null at the maximum. */
export function extendableUntilMs({ startedAtMs, expiresAtMs, lifetime }: Extendable): number | null {
  const latestMs = latestExpiry(startedAtMs, lifetime);
  return latestMs > expiresAtMs ? latestMs : null;
}

/** `activeDeadlineSeconds` of a session's deadline Job and pods: maximum and margin (design law 12). */
export function deadlineSeconds(lifetime: LifetimePolicy): number {
  return (lifetime.maxMinutes + lifetime.marginMinutes) * 60;
}

/** A deadline Job fires up to this much early (design law 12, measured). */
const EARLY_MS = 1000;

/** Is it so late that Kubernetes itself may have ended the session? `nowMs` by the database's clock. */
export function isPastDeadline(
  { startedAtMs, lifetime }: Pick<Extendable, "startedAtMs" | "lifetime">,
  nowMs: number,
): boolean {
  return nowMs >= startedAtMs + deadlineSeconds(lifetime) * 1000 - EARLY_MS;
}

export interface RemainingParts {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Splits what `remaining` said for a countdown. Rounds up, so that 0:00:00 is shown at 0 ms left and never earlier. */
export function describeRemaining(remainingMs: number): RemainingParts {
  const totalSeconds = Math.ceil(remainingMs / 1000);
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor((totalSeconds % 3600) / 60),
    seconds: totalSeconds % 60,
  };
}
