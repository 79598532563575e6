import type { Refusal } from "@/lib/contracts/result";

/** An expected "no" from a route or an action, thrown so that React Query sees it. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** The refusal inside an error; null where the request itself failed (no network, no answer). */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof RefusalError ? error.refusal : null;
}
