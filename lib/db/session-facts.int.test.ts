import { describe, expect, it } from "vitest";
import type { Sighting } from "@/lib/domain/reap-types";
import type { LabSession } from "@/lib/domain/session";
import { freeLease, LeaseLost, takeLease } from "./lease";
import {
  applySightings,
  markDeleteAccepted,
  recordAttempt,
  recordGone,
  recordJob,
  recordMachine,
  setGhostPasses,
  setReason,
} from "./session-facts";
import { listEvents } from "./session-events";
import { findSession } from "./session-reads";
import { addSession, ENDING, nextId, OVER, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const read = async (id: string) => (await findSession(at(), id)) as LabSession;
const FAILURE = { resource: "vm lab-x-1", error: "forbidden", status: 403 };

async function addGroup(): Promise<LabSession> {
  const id = nextId();
  const machines = [1, 2, 3].map((index) => ({ index, name: `lab-${id}-${index}`, secretName: null }));
  return addSession(used.db, { id, machines });
}

function sighting(row: LabSession, state: "running" | "gone"): Sighting {
  const machines = row.machines.map((machine) => ({
    ...machine,
    ...{ uid: `uid-${machine.index}`, vmiUid: "vmi", lastNode: "node-1", address: "10.0.0.7", state },
  }));
  return { sessionId: row.id, machines, isDegraded: state === "gone", isUnguarded: true, recreated: [] };
}

describe("what the creator learns", () => {
  it("records the Job's and one machine's UID, and leaves the version alone", async () => {
    const row = await addGroup();
    await recordJob(at(), { id: row.id, uid: "job-1" });
    await recordMachine(at(), { id: row.id, index: 2, uid: "vm-2" });
    await setReason(at(), { id: row.id, reason: { code: "image-pull", params: { image: "x" } } });
    const after = await read(row.id);
    expect(after.machines.map(({ uid }) => uid)).toEqual([null, "vm-2", null]);
    expect(after).toMatchObject({
      jobUid: "job-1",
      reason: { code: "image-pull", params: { image: "x" } },
      version: 0,
    });
  });
});

describe("recordAttempt", () => {
  it("counts failures with the newest, and a success starts anew", async () => {
    const { id } = await addSession(used.db);
    await recordAttempt(at(), { id, failure: { ...FAILURE, status: 500 } });
    await recordAttempt(at(), { id, failure: FAILURE });
    const failing = await read(id);
    expect(failing).toMatchObject({ attempts: 2, lastFailure: FAILURE, version: 0 });
    expect(failing.lastAttemptAtMs).toBeGreaterThanOrEqual(failing.startedAtMs);
    await recordAttempt(at(), { id, failure: null });
    expect(await read(id)).toMatchObject({ attempts: 0, lastFailure: null });
  });
});

describe("markDeleteAccepted and recordGone", () => {
  it("keep the first time, and nothing is gone that was never claimed", async () => {
    const live = await addSession(used.db);
    expect(await markDeleteAccepted(at(), { id: live.id })).toBe(false);
    expect(await recordGone(at(), [{ id: live.id, goneAtMs: 1_000, uncertaintyMs: 1 }])).toEqual([]);
    await shape(used.db, live.id, ENDING);
    expect(await markDeleteAccepted(at(), { id: live.id })).toBe(true);
    expect(await markDeleteAccepted(at(), { id: live.id })).toBe(false);
    const days = 40 * 86_400_000;
    expect(await recordGone(at(), [{ id: live.id, goneAtMs: 5_000, uncertaintyMs: days + 0.4 }])).toEqual([
      live.id,
    ]);
    expect(await recordGone(at(), [{ id: live.id, goneAtMs: 9_000, uncertaintyMs: 1 }])).toEqual([]);
    expect(await read(live.id)).toMatchObject({ goneAtMs: 5_000, goneUncertaintyMs: days });
  });
});

describe("setGhostPasses", () => {
  it("counts the held ones up, and starts the others anew where the world was known", async () => {
    const [held, other] = [await addSession(used.db), await addSession(used.db)];
    await setGhostPasses(at(), { held: [held.id, other.id], reset: true });
    await setGhostPasses(at(), { held: [held.id], reset: false });
    expect([(await read(held.id)).ghostPasses, (await read(other.id)).ghostPasses]).toEqual([2, 1]);
    await setGhostPasses(at(), { held: [held.id], reset: true });
    expect([(await read(held.id)).ghostPasses, (await read(other.id)).ghostPasses]).toEqual([3, 0]);
    await setGhostPasses(at(), { held: [], reset: true });
    expect((await read(held.id)).ghostPasses).toBe(0);
  });
});

describe("applySightings", () => {
  it("writes what was seen of many rows at once, without counting the version up", async () => {
    const [group, single] = [await addGroup(), await addSession(used.db)];
    await applySightings(at(), [sighting(group, "running"), sighting(single, "gone")]);
    const after = await read(group.id);
    expect(after.machines).toEqual(sighting(group, "running").machines);
    expect(after).toMatchObject({ isDegraded: false, isUnguarded: true, version: 0 });
    expect(await read(single.id)).toMatchObject({ isDegraded: true, isUnguarded: true });
  });

  it("raises no flag on a row that is over", async () => {
    const row = await addSession(used.db);
    await shape(used.db, row.id, OVER);
    await applySightings(at(), [sighting(row, "gone")]);
    expect(await read(row.id)).toMatchObject({ isDegraded: false, isUnguarded: false });
  });
});

describe("a pass that lost its lease", () => {
  const WRITES: Record<string, (row: LabSession, fence: number) => Promise<unknown>> = {
    markDeleteAccepted: ({ id }, fence) => markDeleteAccepted(at(), { id, fence }),
    recordGone: ({ id }, fence) => recordGone(at(), [{ id, goneAtMs: 1, uncertaintyMs: 0 }], { fence }),
    recordAttempt: ({ id }, fence) => recordAttempt(at(), { id, failure: FAILURE, fence }),
    setGhostPasses: ({ id }, fence) => setGhostPasses(at(), { held: [id], reset: false }, fence),
    applySightings: (row, fence) => applySightings(at(), [sighting(row, "gone")], { fence }),
  };

  it.each(Object.entries(WRITES))("writes nothing by %s", async (_name, write) => {
    const row = await addSession(used.db);
    await shape(used.db, row.id, ENDING);
    const before = [await read(row.id), await listEvents(at(), row.id)];
    const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
    const fence = lease?.fence ?? 0;
    await expect(write(row, fence - 1)).rejects.toThrow(LeaseLost);
    expect([await read(row.id), await listEvents(at(), row.id)]).toEqual(before);
    await write(row, fence);
    expect([await read(row.id), await listEvents(at(), row.id)]).not.toEqual(before);
    await freeLease(at(), fence);
  });

  it("is told so, too, when its row is not there", async () => {
    await expect(recordAttempt(at(), { id: "nosuchrow1", failure: null, fence: 1_000_000 })).rejects.toThrow(
      LeaseLost,
    );
  });
});
