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

/** Nothing came back from an act in the time that any act takes. It may have been done all the same. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
}

/** The act is one of a build that the server no longer runs: it was updated while the page was open. */
export class OutdatedPageError extends Error {
  override readonly name = "OutdatedPageError";
}
