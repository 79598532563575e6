import type { LeftoverItem } from "@/lib/domain/reap-types";
import type { ItemOutcome, Pass, Turn } from "./reap-pass";
import { deleteCounted, deleteSeen } from "./reap-strangers";

/** Deletes what an over session left: a Job's Secrets by name, side by side, then the object by the UID that was seen. */
export function reapLeftover(pass: Pass, item: LeftoverItem, turn: Turn): Promise<ItemOutcome> {
  const { object, secretNames } = item;
  const { cluster } = pass.context;
  const { namespace } = object;
  return deleteCounted(pass, item, async () => {
    await Promise.all(
      secretNames.map((name) => cluster.deleteObject({ kind: "secret", namespace, name }, turn.signal)),
    );
    return deleteSeen(pass, object, turn);
  });
}
