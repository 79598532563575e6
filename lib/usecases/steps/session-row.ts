import type { SessionRow } from "@/lib/contracts/sessions";
import type { SessionListRow } from "@/lib/db/session-list";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import { shownReason } from "@/lib/domain/shown-reason";

/** What a list shows of a session; its spec and its bookkeeping stay behind. Reasons as far as the actor may read them. */
export function toSessionRow(
  row: SessionListRow,
  actor: Actor,
  launchProblem: Reason | null = null,
): SessionRow {
  const {
    spec: _spec,
    blocks: _blocks,
    jobUid: _jobUid,
    lastAttemptAtMs: _lastAttemptAtMs,
    ghostPasses: _ghostPasses,
    version: _version,
    ...shown
  } = row;
  return {
    ...shown,
    reason: shown.reason && shownReason(shown.reason, actor),
    launchProblem: launchProblem && shownReason(launchProblem, actor),
  };
}
