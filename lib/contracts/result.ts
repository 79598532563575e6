import { z } from "zod";
import type { Reason } from "@/lib/domain/reason";

/** Every answer of a read carries the database's clock, so that the browser can tell the time left. */
export interface Answer {
  readonly serverNowMs: number;
}

/** What a use case, an action or a command answers: expected failures are values. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Refusal };

export interface Refusal {
  readonly code: RefusalCode;
  /** Why, where the code alone does not say. */
  readonly reason?: Reason;
  /** For "invalid": what is wrong, by path of the input ("spec.cpus"). Codes are worded in lib/i18n. */
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** For "unexpected": what to look for in the log. */
  readonly reference?: string;
}
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
export const REFUSAL_CODES = [
  "signed-out",
  "forbidden",
  "not-found",
  "invalid",
  "refused", // see reason
  "conflict", // it changed meanwhile; load it again
  "in-use", // cannot be removed: reason/params say by what
  "unavailable", // database or cluster cannot be reached
  "unexpected",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The answer to one item of a bulk action. */
export interface ItemResult<T> {
  readonly id: string;
  readonly result: Result<T>;
}
/** What an action answers: the result and the clock. */
export type ActionAnswer<T> = Result<T> & Answer;

/**
 * A name that people read, in lists, mails and terminals too: one line with something to see in it, without mark-up,
 * control characters, or those that turn the direction of what stands around it (Unicode TR 36, 2.10).
 */
export const plainName = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^<>\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u);
/** For an act that takes nothing. */
export const noInput = z.object({});

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}
export function refuse(code: RefusalCode, more: Omit<Refusal, "code"> = {}): Result<never> {
  return { ok: false, error: { code, ...more } };
}
