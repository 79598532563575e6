import type { SessionRow } from "@/lib/contracts/sessions";
import type { SessionListRow } from "@/lib/db/session-list";

/** What a list shows of a session; its spec and its bookkeeping stay behind. */
export function toSessionRow(row: SessionListRow): SessionRow {
  const {
    spec: _spec,
    blocks: _blocks,
    jobUid: _jobUid,
    lastAttemptAtMs: _lastAttemptAtMs,
    ghostPasses: _ghostPasses,
    version: _version,
    ...shown
  } = row;
  return shown;
}
