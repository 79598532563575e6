import { isExpired, isPastDeadline } from "./lifetime";
import { isGone, isOurMachine } from "./machines";
import { jobName } from "./names";
import type { PlanContext } from "./plan-context";
import type { ExpiredItem, PlannedObject } from "./reap-types";
import type { EndReason, LabSession } from "./session";
import { isLive } from "./states";
import { placeOf } from "./world-index";

/**
 * Claims what is live and expired, and deletes every `ending` row again. Needs no list: it goes by the row's names, and
 * by the session's labels where the world is known (design section 5).
 */
export function planExpired(context: PlanContext): ExpiredItem[] {
  return context.rows.flatMap((row): ExpiredItem[] => {
    if (row.status === "ending") return [item(row, "resume", row.endReason ?? "expired", context)];
    if (!isLive(row) || !isExpired(row.expiresAtMs, context.nowMs)) return [];
    return [item(row, "claim", endReasonOf(row, context), context)];
  });
}

/** `hard-deadline` where the deadline Job fired before any pass came: it was made, it is gone, and so is all it owned. */
function endReasonOf(row: LabSession, context: PlanContext): EndReason {
  const isJobGone =
    context.world.job.state === "known" &&
    row.jobUid !== null &&
    !context.index.jobs.has(placeOf({ namespace: row.namespace, name: jobName(row.id) }));
  return isPastDeadline(row, context.nowMs) && isJobGone && isGone(row, context.index)
    ? "hard-deadline"
    : "expired";
}

function item(
  row: LabSession,
  act: ExpiredItem["act"],
  endReason: EndReason,
  context: PlanContext,
): ExpiredItem {
  return {
    direction: "expired",
    key: `expired:${row.id}`,
    sessionId: row.id,
    attempts: row.attempts,
    isConfirmed: false,
    act,
    endReason,
    rowVersion: row.version,
    strays: straysOf(row, context),
  };
}

function straysOf(row: LabSession, { machines, policy }: PlanContext): PlannedObject[] {
  const named = new Set(row.machines.map(({ name }) => placeOf({ namespace: row.namespace, name })));
  return machines
    .filter((each) => each.sessionId === row.id && isOurMachine(each, policy))
    .filter((each) => each.deletingAtMs === null && !named.has(placeOf(each)))
    .map(({ kind, namespace, name, uid }) => ({ kind, namespace, name, uid }));
}
