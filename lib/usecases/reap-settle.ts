import { markRunning } from "@/lib/db/session-writes";
import type { SettleItem } from "@/lib/domain/reap-types";
import { DONE, REAPER, SKIPPED, type ItemOutcome, type Pass, type Turn } from "./reap-pass";
import { claimInPass, release } from "./reap-release";

/** provisioning -> running, or -> ending where the launch failed; only where the row is as the plan saw it. */
export async function reapSettle(pass: Pass, item: SettleItem, turn: Turn): Promise<ItemOutcome> {
  const { act, sessionId: id, rowVersion: version } = item;
  if (act.to === "running") return settleRunning(pass, { id, version, runningAtMs: act.runningAtMs });
  const { reason } = act;
  const row = await claimInPass(pass, { id, version, endReason: "launch-failed", reason });
  return row === null ? SKIPPED : release(pass, row, [], turn);
}

async function settleRunning(
  { context, fence }: Pass,
  running: { id: string; version: number; runningAtMs: number },
): Promise<ItemOutcome> {
  const event = { code: "running", actor: REAPER.name };
  const row = await markRunning(context.db.at, { ...running, fence, tell: { event } });
  return row === null ? SKIPPED : DONE;
}
