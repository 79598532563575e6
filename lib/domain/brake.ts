import type {
  BrakedDirection,
  Confirmation,
  GhostItem,
  HeldSet,
  LeftoverItem,
  OrphanItem,
  ReapHistory,
  ReapPolicy,
} from "./reap-types";

export type BrakedItem = OrphanItem | GhostItem | LeftoverItem;

/**
 * How many distinct session labels may still be acted on without a confirmation: the greater of the floor (3) and the
 * share (20 %) of the sessions live an hour ago, less the unconfirmed acts of the last hour (design law 10). Whole, 0
 * or more.
 */
export function brakeAllowance(
  policy: Pick<ReapPolicy, "brakeFloor" | "brakeShare">,
  history: Pick<ReapHistory, "liveAnHourAgo">,
  actsLastHour: number,
): number {
  // The tiny addend keeps a share like 0.2 of 35 from falling below the whole number that it is.
  const limit = Math.floor(Math.max(policy.brakeFloor, history.liveAnHourAgo * policy.brakeShare) + 1e-9);
  return Math.max(0, limit - actsLastHour);
}

/**
 * Splits what is planned in one direction: all that is neither confirmed nor exempt is held as soon as it is more than
 * the allowance, and acted on otherwise.
 */
export function applyBrake<T extends BrakedItem>(
  direction: BrakedDirection,
  items: readonly T[],
  policy: ReapPolicy,
  history: ReapHistory,
): { readonly items: readonly T[]; readonly held: HeldSet | null } {
  const counted = items.filter((each) => !isExempt(each));
  const found = countLabels(counted);
  const allowed = brakeAllowance(policy, history, history.actsLastHour[direction]);
  if (found <= allowed) return { items, held: null };
  return { items: items.filter(isExempt), held: { direction, found, allowed, items: counted } };
}

/** Distinct session labels; all objects without one count as one. */
export function countLabels(items: readonly { readonly sessionId: string | null }[]): number {
  return new Set(items.map((item) => item.sessionId)).size;
}

/** Is this key in a confirmation that is still good at `nowMs`? */
export function isConfirmed(
  direction: BrakedDirection,
  key: string,
  confirmations: readonly Confirmation[],
  nowMs: number,
): boolean {
  return confirmations.some(
    (each) => each.direction === direction && each.expiresAtMs > nowMs && each.keys.includes(key),
  );
}

/** Neither counted nor held: what an admin confirmed, a ghost held long enough, a leftover whose row tells its story. */
export function isExempt(item: BrakedItem): boolean {
  if (item.isConfirmed) return true;
  if (item.direction === "ghost") return item.isOverdue;
  return item.direction === "leftover" && item.hasRow;
}
