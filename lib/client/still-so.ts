/** A failed attempt, and how things stood when it had failed. */
export interface SeenFailure {
  readonly attempt: number;
  readonly situation: string;
  readonly answers: number;
  readonly isSo: boolean;
}
export interface Standing {
  /** What a refusal goes by, as text: another text means that the refusal may no longer hold. */
  readonly situation: string;
  /** How often the page's own data came, for an attempt that no answer came to. */
  readonly answers: number;
  /** The attempt was lost on its way, and not refused. */
  readonly isLost: boolean;
}

/** Answers after which a lost attempt is past: one comes at once, the others by polling, some 10 s later. */
const ANSWERS_UNTIL_PAST = 4;

/**
 * Follows a failed attempt (null: none has failed) through what the page learns afterwards. `isSo` turns false, for good,
 * once its message would tell of what is no longer so.
 */
export function followFailure(
  seen: SeenFailure | null,
  attempt: number | null,
  { situation, answers, isLost }: Standing,
): SeenFailure | null {
  if (attempt === null) return null;
  if (seen?.attempt !== attempt) return { attempt, situation, answers, isSo: true };
  const isPast = isLost ? answers >= seen.answers + ANSWERS_UNTIL_PAST : situation !== seen.situation;
  return seen.isSo && isPast ? { ...seen, isSo: false } : seen;
}
