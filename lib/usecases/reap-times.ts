/** The times of a pass (design law 11). They fit each other; tests shorten them. */
export interface PassTimes {
  readonly leaseSeconds: number;
  /** One item, all its calls and writes. */
  readonly itemMs: number;
  /** To count a failed try on its row, after that: one that hangs is left to itself. */
  readonly noteMs: number;
  /** From the start of the pass: no item starts later. */
  readonly startUntilMs: number;
  /** From the start of the pass: all calls are aborted and the pass records. */
  readonly abortAtMs: number;
}

export const LAW_TIMES: PassTimes = {
  leaseSeconds: 55,
  itemMs: 9_000,
  noteMs: 1_000,
  startUntilMs: 30_000,
  abortAtMs: 39_000,
};

/** Items at once. */
export const SLOTS = 8;
/** Of these, for expired and ending rows while others wait. */
export const EXPIRED_SLOTS = 6;
