import { isExpired, isPastDeadline } from "./lifetime";
import { isGone, isOurMachine, type Machine } from "./machines";
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
  const rows = context.rows.filter(
    (row) => row.status === "ending" || (isLive(row) && isExpired(row.expiresAtMs, context.nowMs)),
  );
  const bySession = oursBySession(rows, context);
  return rows.map((row) => {
    const strays = straysOf(row, bySession.get(row.id) ?? []);
    return row.status === "ending"
      ? item(row, "resume", row.endReason ?? "expired", strays)
      : item(row, "claim", endReasonOf(row, context), strays);
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
  strays: readonly PlannedObject[],
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
    strays,
  };
}

/** Once for all rows: to look through every machine for each row would take rows times machines. */
function oursBySession(
  rows: readonly LabSession[],
  { machines, policy }: PlanContext,
): ReadonlyMap<string, readonly Machine[]> {
  const bySession = new Map(rows.map((row): [string, Machine[]] => [row.id, []]));
  for (const machine of machines) {
    const ofRow = machine.sessionId === null ? undefined : bySession.get(machine.sessionId);
    if (ofRow && isOurMachine(machine, policy)) ofRow.push(machine);
  }
  return bySession;
}

/** Of the machines that bear a row's label, those that it does not name. */
function straysOf(row: LabSession, machines: readonly Machine[]): PlannedObject[] {
  const named = new Set(row.machines.map(({ name }) => placeOf({ namespace: row.namespace, name })));
  return machines
    .filter((each) => each.deletingAtMs === null && !named.has(placeOf(each)))
    .map(({ kind, namespace, name, uid }) => ({ kind, namespace, name, uid }));
}
