import type { ConfirmHeldInput } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { insertConfirmation } from "@/lib/db/pass-acts";
import { readSnapshot } from "@/lib/db/passes";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

const GOOD_FOR_MINUTES = 15;

/**
 * Says "yes, these" to acts that the brake holds (design law 10): good for 15 minutes, and only for keys that the
 * last pass held. Refused with "conflict" where one of them is held no longer: look again, then confirm.
 */
export async function confirmHeld(
  context: Context,
  actor: Actor,
  { direction, keys }: ConfirmHeldInput,
): Promise<Result<{ readonly confirmed: number }>> {
  if (!may(actor, "held.confirm")) return refuse("forbidden");
  const snapshot = await readSnapshot(context.db.at);
  const held = snapshot?.held.find((set) => set.direction === direction)?.items ?? [];
  const heldKeys = new Set(held.map((item) => item.key));
  const wanted = [...new Set(keys)];
  if (!wanted.every((key) => heldKeys.has(key))) return refuse("conflict");
  await inTransaction(context.db, async (tx) => {
    const byId = actor.type === "person" ? actor.id : null;
    await insertConfirmation(tx, { direction, keys: wanted, byId, minutes: GOOD_FOR_MINUTES });
    await addAudit(tx, {
      actor,
      action: "held.confirm",
      subjectType: "held-set",
      subjectId: direction,
      params: { count: wanted.length, keys: wanted.join(" ").slice(0, 2000) },
    });
  });
  return ok({ confirmed: wanted.length });
}
