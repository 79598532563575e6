import type { Cluster } from "@/lib/cluster/cluster";
import { presenceOf } from "@/lib/domain/machines";
import type { LabSession, SessionMachine } from "@/lib/domain/session";
import { isLive } from "@/lib/domain/states";
import { indexWorld } from "@/lib/domain/world-index";
import { lookAtMachines } from "./machine-look";

const PATIENCE_MS = 1000;

/**
 * The machines of a live session as the cluster shows them at this moment, so that who waits for one does not wait for
 * the next pass. What cannot be seen stays as the last pass stored it. Nothing is written, and nothing is judged from it.
 */
export async function seenNow(cluster: Cluster, row: LabSession): Promise<readonly SessionMachine[]> {
  if (!isLive(row)) return row.machines;
  const { world } = await lookAtMachines(cluster, PATIENCE_MS);
  const index = indexWorld(world);
  return row.machines.map((stored) => {
    const presence = presenceOf(row, stored, index);
    if (presence.is !== "present") return stored;
    const { state, nodeName, address, vmiUid } = presence.machine;
    return {
      ...stored,
      state,
      lastNode: nodeName ?? stored.lastNode,
      address: address ?? (state === "running" ? stored.address : null),
      vmiUid: vmiUid ?? stored.vmiUid,
    };
  });
}
