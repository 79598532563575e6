import { isExempt } from "@/lib/domain/brake";
import type { GhostItem } from "@/lib/domain/reap-types";
import { SKIPPED, type ItemOutcome, type Pass, type Turn } from "./reap-pass";
import { claimInPass, release } from "./reap-release";

/**
 * Fails a session all of whose machines are gone, after each was asked for once more by name, and only where its row
 * has not changed (design law 9). What is left of it is deleted like any other's.
 */
export async function reapGhost(pass: Pass, item: GhostItem, turn: Turn): Promise<ItemOutcome> {
  if (!(await isStillGone(pass, item, turn.signal))) return SKIPPED;
  const { sessionId: id, rowVersion: version, isConfirmed } = item;
  const claim = { id, version, endReason: "vanished", reason: { code: "vanished" } } as const;
  const act = { direction: "ghost", sessionLabel: id, isConfirmed } as const;
  const row = await claimInPass(pass, claim, isExempt(item) ? undefined : act);
  return row === null ? SKIPPED : release(pass, row, [], turn);
}

async function isStillGone({ context }: Pass, { row }: GhostItem, signal: AbortSignal): Promise<boolean> {
  const { kind, namespace, machines } = row;
  const readings = await Promise.all(
    machines.map(({ name }) => context.cluster.readMachine({ kind, namespace, name }, signal)),
  );
  return readings.every((reading) => reading.state === "gone");
}
