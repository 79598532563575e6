import { LABEL } from "./labels";
import { isOurMachine, type Machine } from "./machines";
import type { PlanContext } from "./plan-context";
import type { ForeignMachine, TerminatingMachine } from "./reap-types";
import { takesSeat } from "./seats";

/** A machine that terminates for longer than this is stuck (design section 3). */
export const STUCK_MS = 5 * 60_000;

/** Machines that are not this installation's: shown with the seat that they take, never touched by a pass (law 8). */
export function foreignMachines({ machines, policy }: PlanContext): ForeignMachine[] {
  return machines
    .filter((machine) => !isOurMachine(machine, policy))
    .map((machine) => ({
      ...placeAndUid(machine),
      environment: machine.labels[LABEL.environment] ?? null,
      installationId: machine.labels[LABEL.installation] ?? null,
      ageMs: machine.ageMs,
      state: machine.state,
      takesSeat: takesSeat(machine, policy),
    }));
}

/** Machines that are being deleted, with what may be holding them. */
export function terminatingMachines({ machines, index }: PlanContext): TerminatingMachine[] {
  return machines.flatMap((machine): TerminatingMachine[] => {
    const { deletingAtMs, terminatingMs, nodeName } = machine;
    if (deletingAtMs === null || terminatingMs === null || machine.state === "gone") return [];
    const isNodeDead = nodeName !== null && index.nodes.get(nodeName)?.isReady === false;
    return [
      {
        ...placeAndUid(machine),
        sessionId: machine.sessionId,
        sinceMs: deletingAtMs,
        ageMs: terminatingMs,
        isStuck: terminatingMs > STUCK_MS,
        finalizers: machine.finalizers,
        deadNode: isNodeDead ? nodeName : null,
      },
    ];
  });
}

function placeAndUid({ kind, namespace, name, uid }: Machine) {
  return { kind, namespace, name, uid };
}
