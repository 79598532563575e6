import { isConfirmed } from "./brake";
import { isExpired } from "./lifetime";
import { isGone } from "./machines";
import type { PlanContext } from "./plan-context";
import type { GhostItem } from "./reap-types";
import type { LabSession } from "./session";
import { kindsOf, unknownAmong } from "./world-index";

/** A session this young is left alone: its machines may be later than the list (design section 3). */
export const GHOST_AGE_MS = 2 * 60_000;

/**
 * A running session, older than 2 min, ALL of whose machines are gone, none of whose last nodes is there and not Ready
 * (a machine of a dead node is unknown, not gone). An expired row is `expired`, never a ghost. Needs the machine's own
 * kinds and the nodes.
 */
export function planGhost(context: PlanContext): GhostItem[] {
  return context.rows.filter((row) => isGhost(row, context)).map((row) => item(row, context));
}

function isGhost(row: LabSession, context: PlanContext): boolean {
  return (
    row.status === "running" &&
    !isExpired(row.expiresAtMs, context.nowMs) &&
    context.nowMs - row.startedAtMs > GHOST_AGE_MS &&
    isGone(row, context.index) &&
    unknownAmong(context.world, [...kindsOf(row.kind), "node"]).length === 0 &&
    !row.machines.some((machine) => isOnDeadNode(machine.lastNode, context))
  );
}

function isOnDeadNode(nodeName: string | null, context: PlanContext): boolean {
  return nodeName !== null && context.index.nodes.get(nodeName)?.isReady === false;
}

function item(row: LabSession, { history, nowMs, policy }: PlanContext): GhostItem {
  const uids = row.machines.map((machine) => machine.uid ?? "-").join("+");
  const key = `ghost:${row.id}:${uids}`;
  return {
    direction: "ghost",
    key,
    sessionId: row.id,
    attempts: row.attempts,
    isConfirmed: isConfirmed("ghost", key, history.confirmations, nowMs),
    rowVersion: row.version,
    row,
    isOverdue: row.ghostPasses >= policy.heldGhostPasses,
  };
}
