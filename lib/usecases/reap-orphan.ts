import type { OrphanItem } from "@/lib/domain/reap-types";
import { sessionIdOfName } from "@/lib/domain/names";
import { SKIPPED, type ItemOutcome, type Pass } from "./reap-pass";
import { deleteCounted, deleteSeen, isOverOrNone } from "./reap-strangers";

/** Deletes a machine of ours that no row knows, with the UID that was seen, after its row was looked for once more. */
export async function reapOrphan(pass: Pass, item: OrphanItem, signal: AbortSignal): Promise<ItemOutcome> {
  if (!(await isOverOrNone(pass, [item.sessionId, sessionIdOfName(item.object.name)]))) return SKIPPED;
  return deleteCounted(pass, item, () => deleteSeen(pass, item.object, signal));
}
