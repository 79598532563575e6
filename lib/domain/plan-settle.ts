import { isExpired } from "./lifetime";
import { presenceOf, problemAmong, type Presence } from "./machines";
import type { PlanContext } from "./plan-context";
import type { SettleItem } from "./reap-types";
import type { Reason } from "./reason";
import type { LabSession, SessionMachine } from "./session";

/** From this age on a creator that has not finished is taken for dead (design section 3; it has 90 s). */
export const CREATOR_LIMIT_MS = 2 * 60_000;

/**
 * provisioning -> running once every machine runs; -> ending past the launch limit, or at once where the creator died
 * half-way. Needs the machine's own kinds. A row that has expired is `expired`, never settled.
 */
export function planSettle(context: PlanContext): SettleItem[] {
  return context.rows
    .filter((row) => row.status === "provisioning" && !isExpired(row.expiresAtMs, context.nowMs))
    .flatMap((row) => {
      const act = settle(row, context);
      return act ? [{ ...base(row), act }] : [];
    });
}

function settle(row: LabSession, context: PlanContext): SettleItem["act"] | null {
  const found = row.machines.map((machine) => ({
    machine,
    presence: presenceOf(row, machine, context.index),
  }));
  if (found.some(({ presence }) => presence.is === "unknown")) return null;
  const ageMs = context.nowMs - row.startedAtMs;

  const runningAtMs = allRunningAtMs(
    found.map(({ presence }) => presence),
    context.nowMs,
  );
  if (runningAtMs !== null) return { to: "running", runningAtMs: Math.max(row.startedAtMs, runningAtMs) };

  const missing = found.find(({ presence }) => presence.is === "gone")?.machine;
  if (row.createdAtMs === null && ageMs > CREATOR_LIMIT_MS && missing) {
    return { to: "ending", reason: { code: "launch-interrupted", params: { machine: missing.name } } };
  }
  if (ageMs <= context.policy.launchLimitMs) return null;
  return { to: "ending", reason: launchReason(found, missing, context.policy.launchLimitMs) };
}

/** When the last machine began to run, by the cluster's word and never in the future; null while one does not. */
function allRunningAtMs(presences: readonly Presence[], nowMs: number): number | null {
  const times = presences.map((presence) =>
    presence.is === "present" && presence.machine.state === "running"
      ? (presence.machine.runningAtMs ?? nowMs)
      : null,
  );
  if (times.length === 0) return null;
  return times.reduce<number | null>(
    (latest, each) => (latest === null || each === null ? null : Math.max(latest, Math.min(each, nowMs))),
    0,
  );
}

function launchReason(
  found: readonly { readonly presence: Presence }[],
  missing: SessionMachine | undefined,
  launchLimitMs: number,
): Reason {
  const problem = problemAmong(found.map(({ presence }) => presence));
  if (problem) return problem;
  if (missing) return { code: "machine-missing", params: { machine: missing.name } };
  return { code: "launch-timed-out", params: { limitMinutes: Math.round(launchLimitMs / 60_000) } };
}

function base(row: LabSession) {
  return {
    direction: "settle" as const,
    key: `settle:${row.id}`,
    sessionId: row.id,
    attempts: row.attempts,
    isConfirmed: false,
    rowVersion: row.version,
  };
}
