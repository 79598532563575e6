/** Minutes before the end at which a student is told, loudest last. */
export const WARNING_MINUTES = [10, 5, 1] as const;
export type WarningMinutes = (typeof WARNING_MINUTES)[number];

/** The warning that holds with this much left; null with more than 10 minutes left, and once nothing is left. */
export function warningFor(remainingMs: number): WarningMinutes | null {
  if (remainingMs <= 0) return null;
  const reached = WARNING_MINUTES.filter((minutes) => remainingMs <= minutes * 60_000);
  return reached.at(-1) ?? null;
}

/**
 * The warning to give now: the one that holds, unless it or a later one was already given for this end. A new end
 * (after an extension) starts anew: pass `given` null then.
 */
export function warningDue(remainingMs: number, given: WarningMinutes | null): WarningMinutes | null {
  const holding = warningFor(remainingMs);
  if (holding === null || (given !== null && given <= holding)) return null;
  return holding;
}
