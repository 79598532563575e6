import type { At } from "@/lib/db/database";
import type { Telling } from "@/lib/db/session-telling";
import { claimSession } from "@/lib/db/session-writes";
import type { Actor } from "@/lib/domain/person";
import type { Reason } from "@/lib/domain/reason";
import { refuserOf } from "@/lib/domain/refused-launch";
import type { EndReason, LabSession } from "@/lib/domain/session";

export interface Claim {
  readonly endReason: EndReason;
  readonly reason?: Reason;
  /** Only where nothing is left of its time. */
  readonly onlyExpired?: boolean;
}

const EXPIRED: Claim = { endReason: "expired", reason: { code: "expired" }, onlyExpired: true };

/**
 * live -> ending, told in events and audit by the write itself. null: somebody else claimed it first, or (with
 * `onlyExpired`) it was extended.
 */
export function claim(
  at: At,
  { id }: Pick<LabSession, "id">,
  actor: Actor,
  wanted: Claim,
): Promise<LabSession | null> {
  return claimSession(at, { id, ...wanted, tell: claimTold(actor, wanted) });
}

export function claimExpired(at: At, row: Pick<LabSession, "id">, actor: Actor): Promise<LabSession | null> {
  return claim(at, row, actor, EXPIRED);
}

/** As `claim`; but what has no time left is expired, whoever asks for its end (design law 2). */
export async function claimEnd(
  at: At,
  row: Pick<LabSession, "id">,
  actor: Actor,
  wanted: Claim,
): Promise<LabSession | null> {
  return (await claimExpired(at, row, actor)) ?? claim(at, row, actor, wanted);
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
