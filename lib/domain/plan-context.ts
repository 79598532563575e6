import { machinesOfWorld, type Machine } from "./machines";
import type { Direction, ReapInput } from "./reap-types";
import type { LabSession } from "./session";
import type { World, WorldKind } from "./world";
import { indexWorld, settleAbsence, unknownAmong, type WorldIndex } from "./world-index";

/** What every direction looks at: the input with its world settled, indexed, and its machines told. */
export interface PlanContext extends ReapInput {
  readonly index: WorldIndex;
  readonly machines: readonly Machine[];
  readonly rowById: ReadonlyMap<string, LabSession>;
}

/** Rows are put in the order of their ids, so that the order they came in changes nothing. */
export function planContext(input: ReapInput): PlanContext {
  const rows = [...input.rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const world: World = settleAbsence(input.world, rows);
  const index = indexWorld(world);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return { ...input, rows, world, index, machines: machinesOfWorld(world, index), rowById };
}

/** The kinds that a direction would have needed and could not have. */
export interface Unjudged {
  readonly direction: Direction;
  readonly kinds: readonly WorldKind[];
}
export function unjudged(
  context: PlanContext,
  direction: Direction,
  kinds: readonly WorldKind[],
): Unjudged[] {
  const missing = unknownAmong(context.world, kinds);
  return missing.length > 0 ? [{ direction, kinds: missing }] : [];
}
