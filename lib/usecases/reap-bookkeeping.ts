import { keepSample, thinSamples } from "@/lib/db/capacity-history";
import { inTransaction } from "@/lib/db/database";
import { lockInstallation, setPassNumber, storeNamespaceUids } from "@/lib/db/installation";
import { readSnapshot, storeSnapshot, type ReaperSnapshot } from "@/lib/db/passes";
import { applySightings, recordGone, setGhostPasses } from "@/lib/db/session-facts";
import type { Sighting } from "@/lib/domain/reap-types";
import { unknownAmong, MACHINE_KINDS } from "@/lib/domain/world-index";
import type { Identity } from "./reap-identity";
import type { Look } from "./reap-look";
import { REAPER, type Pass } from "./reap-pass";

/** What a pass saw, told to the rows: machines, degraded, unguarded, gone, and how long the brake has held a ghost. */
export async function noteSightings(pass: Pass, { plan }: Look): Promise<void> {
  const { context, fence } = pass;
  const { at } = context.db;
  await applySightings(at, plan.sightings, { events: plan.sightings.flatMap(recreatedEvents), fence });
  const gone = plan.gone.map(({ sessionId: id, ...seen }) => ({ id, ...seen }));
  await recordGone(at, gone, { actor: REAPER.name, fence });
  const held = plan.held.filter((set) => set.direction === "ghost").flatMap((set) => set.items);
  await setGhostPasses(at, { held: held.flatMap((item) => item.sessionId ?? []), reset: true }, fence);
}

/** The lists that the reaper's page shows. What could not be looked at stays as it was last seen, with its time. */
export async function keepSnapshot(pass: Pass, look: Look, identity: Identity): Promise<void> {
  const { at } = pass.context.db;
  const { wrongCluster, oldDatabase } = identity;
  const { plan, nowMs, skewMs, world } = look;
  const isBlind = unknownAmong(world, MACHINE_KINDS).length === MACHINE_KINDS.length;
  const before = isBlind ? await readSnapshot(at) : null;
  const seen: ReaperSnapshot = before ?? {
    seenAtMs: nowMs,
    held: plan.held,
    foreign: plan.foreign,
    terminating: plan.terminating,
    unguarded: plan.unguarded,
    skewMs,
    wrongCluster,
    oldDatabase,
  };
  await storeSnapshot(at, pass.fence, { ...seen, wrongCluster, oldDatabase });
}

/** Samples age by the hour; looking at all of them every minute would be for nothing. */
const THIN_EVERY = 30;

/** Seats as this pass found them, for the history; none where the machines could not be listed. */
export async function keepHistory({ context, fence, number }: Pass, look: Look): Promise<void> {
  const { db, config } = context;
  const { taken, releasing, isRowsOnly } = look.plan.seats;
  if (!isRowsOnly) await keepSample(db.at, fence, { taken, releasing, cap: config.machineCap });
  if (number % THIN_EVERY === 0) await thinSamples(db.at, fence, look.nowMs);
}

/** Remembers namespaces that were seen for the first time (design law 7). */
export async function keepUids({ context, fence }: Pass, identity: Identity): Promise<void> {
  if (!identity.isNewUid || identity.hold === "wrong-cluster") return;
  await storeNamespaceUids(context.db.at, identity.namespaceUids, fence);
}

/**
 * A held pass must not count as one: its number is put back, or held passes would catch up with the Lease and the hold
 * would end by itself (design law 10). Not where an admin accepted the database meanwhile.
 */
export async function putNumberBack({ context, fence, number }: Pass): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const { passNumber } = await lockInstallation(tx);
    if (passNumber === number) await setPassNumber(tx, number - 1, fence);
  });
}

function recreatedEvents({ sessionId, machines, recreated }: Sighting) {
  return machines
    .filter(({ vmiUid }) => vmiUid !== null && recreated.includes(vmiUid))
    .map(({ name }) => ({
      sessionId,
      code: "machine-recreated",
      params: { machine: name },
      actor: REAPER.name,
    }));
}
