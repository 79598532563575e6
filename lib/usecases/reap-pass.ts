import type { PassTrigger } from "@/lib/domain/pass-summary";
import type { ChangeGroup } from "@/lib/db/change-group";
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
  /** Claims and closings of its items that come at the same time go out as one statement. */
  readonly changes: ChangeGroup;
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

/** An item's turn in one of the slots. */
export interface Turn {
  /** Ends with the item's time, or with the pass. */
  readonly signal: AbortSignal;
  /** The cluster has nothing more to do for it: its last write need not keep the next item from the cluster. */
  leaveSlot(): void;
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
