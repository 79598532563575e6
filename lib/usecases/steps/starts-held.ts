import type { StartsHeldBy } from "@/lib/contracts/capacity";
import type { At } from "@/lib/db/database";
import { lastPass } from "@/lib/db/passes";
import { readSwitches } from "@/lib/db/switches";

/**
 * What refuses every start, whatever there is room for; null: nothing. The cluster's identity and the database's age
 * are as the last pass found them: a start itself asks the cluster again.
 */
export async function startsHeldBy(at: At): Promise<StartsHeldBy | null> {
  const [switches, last] = await Promise.all([readSwitches(at), lastPass(at)]);
  if (last?.held === "wrong-cluster" || last?.held === "old-database") return last.held;
  return switches.some(({ name, isOn }) => name === "no-new-sessions" && isOn) ? "switched-off" : null;
}
