import type { OrphanItem } from "@/lib/domain/reap-types";
import type { ItemOutcome, Pass, Turn } from "./reap-pass";
import { deleteCounted, deleteSeen } from "./reap-strangers";

/** Deletes a machine of ours that no row knows, with the UID that was seen, after its row was looked for once more. */
export function reapOrphan(pass: Pass, item: OrphanItem, turn: Turn): Promise<ItemOutcome> {
  return deleteCounted(pass, item, () => deleteSeen(pass, item.object, turn));
}
