import { describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { countRefusal, keepSample, listSamples, thinSamples } from "./capacity-history";
import { databaseNow } from "./database";
import { freeLease, LeaseLost, takeLease } from "./lease";
import { claimSession } from "./session-writes";
import { addSession, testDatabase } from "./test-rows";
import { toDate } from "./times";

const used = testDatabase();
const DAY = 86_400_000;

async function underLease<T>(work: (fence: number) => Promise<T>): Promise<T> {
  const lease = await takeLease(used.db.at, { holder: "one", seconds: 55, trigger: "cronjob" });
  if (!lease) throw new Error("the lease is not free");
  try {
    return await work(lease.fence);
  } finally {
    await freeLease(used.db.at, lease.fence);
  }
}
const SEATS = { taken: 3, cap: 8, releasing: 1 };

describe("the history of capacity", () => {
  it("keeps apart what a quota and what the nodes refused, told by the claim of the session itself", async () => {
    const { at } = used.db;
    const claimed = async (refusedBy: "quota" | "nodes" | null) => {
      const { id } = await addSession(used.db);
      return claimSession(at, { id, endReason: "launch-failed", tell: { refusedBy } });
    };
    for (const by of ["quota", "nodes", "quota", null] as const) expect(await claimed(by)).not.toBeNull();
    // A claim that comes too late counts nothing.
    await claimSession(at, { id: "0000000000", endReason: "launch-failed", tell: { refusedBy: "nodes" } });
    await underLease((fence) => keepSample(at, fence, SEATS));
    await underLease((fence) => keepSample(at, fence, SEATS));
    expect(await listSamples(at)).toMatchObject([
      { refused: 0, refusedByQuota: 2, refusedByNodes: 1 },
      { refused: 0, refusedByQuota: 0, refusedByNodes: 0 },
    ]);
    await clientOf(at).capacitySample.deleteMany();
  });

  it("keeps a sample with the refusals since the one before, and counts them once", async () => {
    const { at } = used.db;
    await countRefusal(at);
    await countRefusal(at);
    await underLease((fence) => keepSample(at, fence, SEATS));
    await underLease((fence) => keepSample(at, fence, { ...SEATS, taken: 4 }));
    const samples = await listSamples(at);
    expect(samples).toMatchObject([
      { ...SEATS, refused: 2 },
      { taken: 4, refused: 0 },
    ]);
    expect(await listSamples(at, (samples[0]?.atMs ?? 0) + 1)).toHaveLength(1);
  });

  it("writes and thins nothing once the lease is lost, and loses no refusal by that", async () => {
    const { at } = used.db;
    const lost = await underLease((fence) => Promise.resolve(fence));
    const before = await listSamples(at);
    await countRefusal(at);
    await expect(keepSample(at, lost, SEATS)).rejects.toThrow(LeaseLost);
    await expect(thinSamples(at, lost, (await databaseNow(at)) + 8 * DAY)).rejects.toThrow(LeaseLost);
    expect(await listSamples(at)).toEqual(before);
    await underLease((fence) => keepSample(at, fence, SEATS));
    expect((await listSamples(at)).at(-1)).toMatchObject({ refused: 1 });
  });

  it("thins what has aged: the peak stays, with the refusals of those that go", async () => {
    const { at } = used.db;
    const nowMs = await databaseNow(at);
    await clientOf(at).capacitySample.deleteMany();
    const hour = Math.floor((nowMs - 2 * DAY) / 3_600_000) * 3_600_000;
    const sample = (atMs: number, taken: number, refused: number) => ({
      ...{ at: toDate(atMs), taken, cap: 8, releasing: 0, refused, refusedByNodes: 2 * refused },
    });
    const data = [
      ...[sample(nowMs - 8 * DAY, 8, 9), sample(hour, 2, 1), sample(hour + 60_000, 7, 0)],
      ...[sample(hour + 120_000, 5, 2), sample(nowMs - 60_000, 1, 0)],
    ];
    await clientOf(at).capacitySample.createMany({ data });
    expect(await underLease((fence) => thinSamples(at, fence, nowMs))).toBe(3);
    expect(await listSamples(at)).toMatchObject([
      { atMs: hour + 60_000, taken: 7, refused: 3, refusedByNodes: 6 },
      { atMs: nowMs - 60_000, taken: 1 },
    ]);
    expect(await underLease((fence) => thinSamples(at, fence, nowMs))).toBe(0);
  });
});
