import { describe, expect, it } from "vitest";
import type { Reason } from "@/lib/domain/reason";
import { clientOf } from "./at";
import { listAudit } from "./audit";
import { freeLease, LeaseLost, takeLease } from "./lease";
import { actsLastHour } from "./pass-acts";
import { applySightings, recordGone } from "./session-facts";
import { listEvents } from "./session-events";
import type { Telling } from "./session-telling";
import { claimSession, finishSession } from "./session-writes";
import { addSession, ENDING, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const REAPER = { type: "system", name: "reaper" } as const;

function tellingOf(id: string): Telling {
  return {
    event: { code: "claimed", params: { endReason: "vanished" }, actor: REAPER.name },
    audit: { actor: REAPER, action: "session.end", params: { endReason: "vanished", reason: null } },
    act: { direction: "ghost", sessionLabel: id, isConfirmed: false },
  };
}
async function told(id: string) {
  const entries = await listAudit(at(), { limit: 100 });
  return {
    events: (await listEvents(at(), id)).map(({ code, params, actor }) => ({ code, params, actor })),
    audit: entries.filter(({ subjectId }) => subjectId === id),
    acts: (await actsLastHour(at())).ghost,
  };
}
async function withLease<T>(work: (fence: number) => Promise<T>): Promise<T> {
  const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
  if (!lease) throw new Error("the lease is not free");
  try {
    return await work(lease.fence);
  } finally {
    await freeLease(at(), lease.fence);
  }
}
const claimed = (id: string, fence: number) =>
  claimSession(at(), { id, endReason: "vanished", fence, tell: tellingOf(id) });

describe("what is told of a change", () => {
  it("is written with it: event, audit under the session's course, and the brake's count", async () => {
    const course = await clientOf(at()).course.create({ data: { id: "c1", name: "C", description: "" } });
    const { id } = await addSession(used.db, { courseId: course.id });
    await withLease(async (fence) => expect(await claimed(id, fence)).toMatchObject({ status: "ending" }));
    const { events, audit, acts } = await told(id);
    expect(events).toEqual([{ code: "claimed", params: { endReason: "vanished" }, actor: "reaper" }]);
    expect(audit).toMatchObject([
      { action: "session.end", subjectType: "session", params: { endReason: "vanished", reason: null } },
    ]);
    expect(await listAudit(at(), { courseIds: ["c1"], limit: 9 })).toEqual(audit);
    expect(acts).toBe(1);
  });

  it("is not written where nothing changed, nor where the lease is lost", async () => {
    const [over, lost] = [await addSession(used.db), await addSession(used.db)];
    await shape(used.db, over.id, ENDING);
    const { acts } = await told(over.id);
    await withLease(async (fence) => {
      expect(await claimed(over.id, fence)).toBeNull();
      await expect(claimed(lost.id, fence - 1)).rejects.toThrow(LeaseLost);
    });
    for (const { id } of [over, lost]) expect(await told(id)).toEqual({ events: [], audit: [], acts });
  });

  it("takes the change back where it cannot be written", async () => {
    const { id } = await addSession(used.db);
    const tell = { event: { code: null as unknown as string } };
    await expect(claimSession(at(), { id, endReason: "returned", tell })).rejects.toThrow();
    expect(await finishSession(at(), { id, tell: { event: { code: "delete-accepted" } } })).toBeNull();
    expect(await told(id)).toMatchObject({ events: [], audit: [] });
  });

  it("is written where the words of the cluster hold what jsonb refuses, in its place U+FFFD", async () => {
    const { id } = await addSession(used.db);
    const reason: Reason = { code: "webhook-denied", params: { message: "no\0 \u{1f600} \ud83d" } };
    const stored = { ...reason, params: { message: "no\ufffd \u{1f600} \ufffd" } };
    const claim = { id, endReason: "launch-failed", reason, tell: { event: reason } } as const;
    expect(await claimSession(at(), claim)).toMatchObject({ status: "ending", reason: stored });
    expect((await told(id)).events).toEqual([{ ...stored, actor: null }]);
  });

  it("of many rows that are gone is told once each", async () => {
    const rows = [await addSession(used.db), await addSession(used.db)];
    await shape(used.db, rows[0]?.id ?? "", ENDING);
    const gone = rows.map(({ id }) => ({ id, goneAtMs: 5_000, uncertaintyMs: 7.4 }));
    const ask = () => withLease((fence) => recordGone(at(), gone, { actor: "reaper", fence }));
    expect([await ask(), await ask()]).toEqual([[rows[0]?.id], []]);
    const event = { code: "gone", params: { uncertaintyMs: 7 }, actor: "reaper" };
    expect((await told(rows[0]?.id ?? "")).events).toEqual([event]);
    expect((await told(rows[1]?.id ?? "")).events).toEqual([]);
  });

  it("of machines that were seen goes with what was seen", async () => {
    const { id } = await addSession(used.db);
    const seen = [{ sessionId: id, machines: [], recreated: [], isDegraded: true, isUnguarded: false }];
    const events = [{ sessionId: id, code: "machine-recreated", params: { machine: "m" } }];
    await withLease(async (fence) => {
      await expect(applySightings(at(), seen, { events, fence: fence - 1 })).rejects.toThrow(LeaseLost);
      expect((await told(id)).events).toEqual([]);
      await applySightings(at(), seen, { events, fence });
    });
    expect((await told(id)).events).toEqual([
      { code: "machine-recreated", params: { machine: "m" }, actor: null },
    ]);
  });
});
