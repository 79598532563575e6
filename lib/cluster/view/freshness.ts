import type { ItemFailure } from "@/lib/domain/session";
import type { Known } from "@/lib/domain/world";

/** What is known of one collection, on a clock that only goes forward (ms). */
export interface Knowing<T> {
  /** "nothing": never read whole, or no longer to be believed. */
  readonly what: "nothing" | "items" | "absent";
  readonly items: readonly T[];
  /** When the server last told something: a list, an event or a bookmark; null: never. */
  readonly signMs: number | null;
  /** The server's Date less our clock; null: never heard. */
  readonly dateOffsetMs: number | null;
  /** Why it is not read at present, or could not be until just now; null: no failure. */
  readonly failure: ItemFailure | null;
}

/** What a reader gets. */
export interface Viewed<T> {
  readonly known: Known<T>;
  /** How long ago the server last told something of it, ms; null: never. */
  readonly ageMs: number | null;
  /** It is older than what may be taken for the present. */
  readonly isStale: boolean;
  /** Why, where it is stale. */
  readonly failure: ItemFailure | null;
}

/**
 * Known while the server has told something within `staleAfterMs`; after that known as of then, and stale; absence is not
 * believed for longer. Without anything ever read: unknown, with the reason ("timeout" where there was no answer yet).
 */
export function viewedOf<T>(
  knowing: Knowing<T>,
  kind: { readonly name: string; readonly staleAfterMs: number },
  nowMs: number,
): Viewed<T> {
  const { what, items, signMs, dateOffsetMs } = knowing;
  const failure = knowing.failure ?? { resource: kind.name, error: "timeout", status: null };
  const nothing: Viewed<T> = { known: { state: "unknown", failure }, ageMs: null, isStale: false, failure };
  if (what === "nothing" || signMs === null || dateOffsetMs === null) return nothing;
  const ageMs = Math.max(0, nowMs - signMs);
  const isStale = ageMs > kind.staleAfterMs;
  if (what === "absent")
    return isStale ? nothing : { known: { state: "absent" }, ageMs, isStale: false, failure: null };
  const known = { state: "known", items, dateMs: Math.round(signMs + dateOffsetMs) } as const;
  return { known, ageMs, isStale, failure: isStale ? failure : null };
}

/** Several collections as one kind: known where each is, as old as the oldest. One that is unknown makes all unknown. */
export function joined<T>(parts: readonly Viewed<T>[]): Viewed<T> {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error("a kind has no scope");
  return others.reduce(joinedPair, first);
}

function joinedPair<T>(a: Viewed<T>, b: Viewed<T>): Viewed<T> {
  if (a.known.state === "unknown") return a;
  if (b.known.state === "unknown") return b;
  // Namespaces share their API: one that lost it between two answers has lost it for all.
  if (a.known.state === "absent") return a;
  if (b.known.state === "absent") return b;
  return {
    known: {
      state: "known",
      items: [...a.known.items, ...b.known.items],
      dateMs: Math.min(a.known.dateMs, b.known.dateMs),
    },
    ageMs: Math.max(a.ageMs ?? 0, b.ageMs ?? 0),
    isStale: a.isStale || b.isStale,
    failure: a.failure ?? b.failure,
  };
}

/** ms to wait before the next attempt: doubling from `firstMs`, at most `mostMs`, of which a random half (0 to 1). */
export function backoffMs(failures: number, firstMs: number, mostMs: number, random: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random);
}
