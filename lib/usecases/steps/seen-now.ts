import type { Cluster } from "@/lib/cluster/cluster";
import { presenceOf, problemAmong, type Presence } from "@/lib/domain/machines";
import type { Reason } from "@/lib/domain/reason";
import type { LabSession, SessionMachine } from "@/lib/domain/session";
import { isLive } from "@/lib/domain/states";
import { indexWorld, type WorldIndex } from "@/lib/domain/world-index";
import { lookAtMachines } from "./machine-look";

const PATIENCE_MS = 1000;

export interface Seen {
  readonly machines: readonly SessionMachine[];
  /** Why the machines of a provisioning session do not start; null where nothing that is seen says so. */
  readonly launchProblem: Reason | null;
}

/**
 * A live session as the cluster shows it at this moment, so that who waits for one does not wait for the next pass.
 * What cannot be seen stays as the last pass stored it. Nothing is written, and nothing is judged from it.
 */
export async function seenNow(cluster: Cluster, row: LabSession): Promise<Seen> {
  if (!isLive(row)) return { machines: row.machines, launchProblem: null };
  const { world } = await lookAtMachines(cluster, PATIENCE_MS);
  const presences = presencesOf(row, indexWorld(world));
  return {
    machines: row.machines.map((stored, place) => withPresence(stored, presences[place])),
    launchProblem: row.status === "provisioning" ? problemAmong(presences) : null,
  };
}

/** Why the machines of those that are provisioning do not start, by session id; the cluster is asked only if any is. */
export async function launchProblemsNow(
  cluster: Cluster,
  rows: readonly LabSession[],
): Promise<ReadonlyMap<string, Reason>> {
  const starting = rows.filter(({ status }) => status === "provisioning");
  if (starting.length === 0) return new Map();
  const index = indexWorld((await lookAtMachines(cluster, PATIENCE_MS)).world);
  const problems = starting.map((row) => [row.id, problemAmong(presencesOf(row, index))] as const);
  return new Map(problems.filter((pair): pair is [string, Reason] => pair[1] !== null));
}

function presencesOf(row: LabSession, index: WorldIndex): Presence[] {
  return row.machines.map((stored) => presenceOf(row, stored, index));
}

function withPresence(stored: SessionMachine, presence: Presence | undefined): SessionMachine {
  if (presence?.is !== "present") return stored;
  const { state, nodeName, address, vmiUid } = presence.machine;
  return {
    ...stored,
    state,
    lastNode: nodeName ?? stored.lastNode,
    address: address ?? (state === "running" ? stored.address : null),
    vmiUid: vmiUid ?? stored.vmiUid,
  };
}
