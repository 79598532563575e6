import type { EndReason, SessionStatus } from "./session";

/** A session that is being started or used. */
export const LIVE = ["provisioning", "running"] as const satisfies readonly SessionStatus[];

/** How long an `ending` row keeps its student from starting anew (design section 1, law 3). */
export const LOCKOUT_MS = 10 * 60_000;

/** The legal ways from one state to the next (design section 4). A session never returns to life. */
export const TRANSITIONS: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  provisioning: ["running", "ending"],
  running: ["ending"],
  ending: ["ended", "expired", "failed"],
  ended: [],
  expired: [],
  failed: [],
};

const TERMINAL: Readonly<Record<EndReason, "ended" | "expired" | "failed">> = {
  returned: "ended",
  "ended-by-admin": "ended",
  expired: "expired",
  "hard-deadline": "expired",
  vanished: "failed",
  "launch-failed": "failed",
};

interface Stateful {
  readonly status: SessionStatus;
}

export function isLive(session: Stateful): boolean {
  return session.status === "provisioning" || session.status === "running";
}

export function isOver(session: Stateful): boolean {
  const { status } = session;
  return status === "ended" || status === "expired" || status === "failed";
}

/** Live, or `ending` for less than 10 minutes. `nowMs` is the database's clock. */
export function isBlocking(
  session: Stateful & { readonly claimedAtMs: number | null },
  nowMs: number,
): boolean {
  if (isLive(session)) return true;
  if (session.status !== "ending") return false;
  return session.claimedAtMs === null || nowMs - session.claimedAtMs < LOCKOUT_MS;
}

export function canTransition(from: SessionStatus, to: SessionStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** What a session that ends for this reason becomes once the cluster has accepted every delete. */
export function terminalStatus(endReason: EndReason): "ended" | "expired" | "failed" {
  return TERMINAL[endReason];
}
