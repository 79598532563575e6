import type { Telling } from "@/lib/db/session-telling";
import { claimSession } from "@/lib/db/session-writes";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import { refuserOf } from "@/lib/domain/refused-launch";
import type { EndReason, LabSession } from "@/lib/domain/session";
import type { Context } from "@/lib/usecases/context";

export interface Claim {
  readonly endReason: EndReason;
  readonly reason?: Reason;
  /** Only where nothing is left of its time. */
  readonly onlyExpired?: boolean;
}

/** Where nothing is left of its time; then that is why it ends, whoever asks for it (design law 2). */
export const EXPIRED: Claim = { endReason: "expired", reason: { code: "expired" }, onlyExpired: true };

/**
 * live -> ending, told in events and audit by the write itself. null: somebody else claimed it first, or (with
 * `onlyExpired`) it was extended.
 */
export function claim(
  { db }: Context,
  { id }: Pick<LabSession, "id">,
  actor: Actor,
  wanted: Claim,
): Promise<LabSession | null> {
  return claimSession(db.at, { id, ...wanted, tell: claimTold(actor, wanted) });
}

export function claimExpired(
  context: Context,
  row: Pick<LabSession, "id">,
  actor: Actor,
): Promise<LabSession | null> {
  return claim(context, row, actor, EXPIRED);
}

/** What events and audit say of a claim. */
export function claimTold(
  actor: Actor,
  { endReason, reason }: Pick<Claim, "endReason"> & { readonly reason?: Reason | null },
): Telling {
  return {
    event: { code: "claimed", params: { endReason }, actor: actor.name },
    audit: { actor, action: "session.end", params: { endReason, reason: reason?.code ?? null } },
    refusedBy: endReason === "launch-failed" ? refuserOf(reason) : null,
  };
}
