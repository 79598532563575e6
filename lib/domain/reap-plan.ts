import { applyBrake } from "./brake";
import { isKeptBack } from "./hold";
import { planContext, unjudged, type PlanContext, type Unjudged } from "./plan-context";
import { planExpired } from "./plan-expired";
import { planGhost } from "./plan-ghost";
import { planLeftover } from "./plan-leftover";
import { planOrphan } from "./plan-orphan";
import { planSettle } from "./plan-settle";
import { foreignMachines, terminatingMachines } from "./plan-shown";
import { planSightings } from "./plan-sightings";
import { countSeats } from "./seats";
import type { HeldSet, ReapInput, ReapItem, ReapPlan } from "./reap-types";
import { knowledgeOf, MACHINE_KINDS } from "./world-index";

/**
 * What a pass will do, as plain values: the same input gives the same plan, whatever the order of its rows and lists.
 * A preview is this plan, not carried out. Nothing is planned from a kind that is not known whole (design law 7), and
 * what the brake or a hold keeps back is told beside it.
 */
export function planReap(input: ReapInput): ReapPlan {
  const context = planContext(input);
  const { items, held } = braked(context);
  return {
    items: items.filter((item) => !isKeptBack(item, input.policy.hold)),
    held,
    keptBack: items.filter((item) => isKeptBack(item, input.policy.hold)),
    knowledge: knowledgeOf(context.world),
    seats: countSeats({ ...input.policy, ...context }),
    ...planSightings(context),
    unjudged: allUnjudged(context),
    foreign: foreignMachines(context),
    terminating: terminatingMachines(context),
  };
}

/** While a hold keeps reaping back, nothing is shown as held by the brake: the hold is what must be lifted first. */
function braked(context: PlanContext): { items: readonly ReapItem[]; held: readonly HeldSet[] } {
  const { policy, history } = context;
  const orphan = applyBrake("orphan", planOrphan(context), policy, history);
  const ghost = applyBrake("ghost", planGhost(context), policy, history);
  const leftover = applyBrake("leftover", planLeftover(context), policy, history);
  const held = [orphan, ghost, leftover].flatMap((set) => set.held ?? []);
  const free: ReapItem[] = [...planSettle(context), ...planExpired(context)];
  free.push(...orphan.items, ...ghost.items, ...leftover.items);
  if (policy.hold === null) return { items: free, held };
  return { items: [...free, ...held.flatMap((set) => set.items)], held: [] };
}

function allUnjudged(context: PlanContext): Unjudged[] {
  return [
    ...unjudged(context, "settle", MACHINE_KINDS),
    ...unjudged(context, "orphan", MACHINE_KINDS),
    ...unjudged(context, "ghost", [...MACHINE_KINDS, "node"]),
    ...unjudged(context, "leftover", ["job", "service", "networkPolicy", ...MACHINE_KINDS]),
  ];
}
