import { isConfirmed } from "./brake";
import { isOurMachine, type Machine } from "./machines";
import { sessionIdOfName } from "./names";
import type { PlanContext } from "./plan-context";
import type { OrphanItem } from "./reap-types";
import { isOver } from "./states";
import { kindsOf, unknownAmong } from "./world-index";

/** A machine this young may belong to a row that was committed after the rows were read (design section 3). */
export const ORPHAN_AGE_MS = 60_000;

/**
 * A machine with our two labels, older than 60 s, that no blocking or ending row knows: neither by its session label
 * nor by its name. What is already being deleted is passed by. Needs the machine's own kinds.
 */
export function planOrphan(context: PlanContext): OrphanItem[] {
  return context.machines
    .filter((machine) => isOrphan(machine, context))
    .map((machine) => item(machine, context));
}

function isOrphan(machine: Machine, context: PlanContext): boolean {
  return (
    unknownAmong(context.world, kindsOf(machine.kind)).length === 0 &&
    isOurMachine(machine, context.policy) &&
    machine.deletingAtMs === null &&
    machine.ageMs > ORPHAN_AGE_MS &&
    !isWanted(machine.sessionId, context) &&
    !isWanted(sessionIdOfName(machine.name), context)
  );
}

function isWanted(sessionId: string | null, context: PlanContext): boolean {
  const row = sessionId === null ? undefined : context.rowById.get(sessionId);
  return row !== undefined && !isOver(row);
}

function item(machine: Machine, { history, nowMs }: PlanContext): OrphanItem {
  const key = `orphan:${machine.sessionId ?? "-"}:${machine.kind}:${machine.uid}`;
  return {
    direction: "orphan",
    key,
    sessionId: machine.sessionId,
    attempts: 0,
    isConfirmed: isConfirmed("orphan", key, history.confirmations, nowMs),
    object: { kind: machine.kind, namespace: machine.namespace, name: machine.name, uid: machine.uid },
  };
}
