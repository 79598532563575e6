import type { PassTrigger } from "@/lib/contracts/reaper";
import type { Actor } from "@/lib/domain/person";
import type { ItemFailure } from "@/lib/domain/session";
import type { PassTimes } from "./reap-times";
import type { Context } from "./context";

/** A pass that holds the lease: what every act of it needs. */
export interface Pass {
  readonly context: Context;
  /** Who asked for it. */
  readonly actor: Actor;
  /** In the WHERE of every write (design law 11). */
  readonly fence: number;
  readonly id: string;
  readonly number: number;
  readonly trigger: PassTrigger;
  readonly startedAtMs: number;
  readonly times: PassTimes;
  /** Aborts at the end of the pass's time, or when the process is told to stop. */
  readonly signal: AbortSignal;
  /** Ends all calls of the pass. */
  abort(): void;
  elapsedMs(): number;
}

/** How one item went. `skipped`: it was looked at again and is no longer as the plan saw it. */
export type ItemOutcome =
  | { readonly state: "done" }
  | { readonly state: "skipped" }
  | { readonly state: "failed"; readonly failure: ItemFailure };

export const DONE: ItemOutcome = { state: "done" };
export const SKIPPED: ItemOutcome = { state: "skipped" };

/** Who stands in audit and events for what a pass does by itself. */
export const REAPER = { type: "system", name: "reaper" } as const;
