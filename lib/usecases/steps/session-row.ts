import type { SessionRow } from "@/lib/contracts/sessions";
import type { SessionListRow } from "@/lib/db/session-list";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";

/** What a list shows of a session; its spec and its bookkeeping stay behind. */
export function toSessionRow(row: SessionListRow, actor: Actor): SessionRow {
  const {
    spec: _spec,
    blocks: _blocks,
    jobUid: _jobUid,
    lastAttemptAtMs: _lastAttemptAtMs,
    ghostPasses: _ghostPasses,
    version: _version,
    ...shown
  } = row;
  return { ...shown, reason: shownReason(shown.reason, actor) };
}

/** The cluster's own words are for admins only (design law 18). */
function shownReason(reason: Reason | null, actor: Actor): Reason | null {
  if (reason?.params?.message === undefined) return reason;
  if (actor.type === "system" || actor.role === "admin") return reason;
  const { message: _message, ...params } = reason.params;
  return { ...reason, params };
}
