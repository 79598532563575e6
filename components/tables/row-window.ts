export interface RowWindow {
  /** Index of the first row to draw. */
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Rows drawn beyond what is in sight, so that scrolling never shows a gap. */
export const OVERSCAN = 12;
const STEP = 4;

/**
 * Which rows of a fixed height are in sight, and some around them. Moves in steps of four rows, so that most scrolling
 * draws nothing anew.
 */
export function rowsInSight(scrollTopPx: number, heightPx: number, rowPx: number): RowWindow {
  const top = Math.max(0, Math.floor(scrollTopPx / rowPx));
  const inSight = Math.ceil(heightPx / rowPx) + 1;
  const first = Math.max(0, Math.floor((top - OVERSCAN) / STEP) * STEP);
  return { first, end: Math.ceil((top + inSight + OVERSCAN) / STEP) * STEP };
}

/** The window within `count` rows: never past their end, also when rows went away under it. */
export function clampWindow({ first, end }: RowWindow, count: number): RowWindow {
  const shown = end - first;
  const clampedEnd = Math.min(end, count);
  return { first: Math.max(0, Math.min(first, clampedEnd - Math.min(shown, count))), end: clampedEnd };
}
