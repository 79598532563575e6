import type { SetSwitchInput, SwitchState } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/database";
import { readSwitches, setSwitch as storeSwitch } from "@/lib/db/switches";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

/** Turns "no new sessions" or "stop reaping" on or off. Answers the states of all switches. */
export async function setSwitch(
  context: Context,
  actor: Actor,
  { name, isOn, message = "" }: SetSwitchInput,
): Promise<Result<readonly SwitchState[]>> {
  if (!may(actor, "switch.set")) return refuse("forbidden");
  await inTransaction(context.db, async (tx) => {
    await storeSwitch(tx, { name, isOn, message, byName: actor.name });
    await addAudit(tx, {
      actor,
      action: "switch.set",
      subjectType: "switch",
      subjectId: name,
      params: { isOn, message },
    });
  });
  return ok(await readSwitches(context.db.at));
}
