import { afterEach, describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { databaseNow } from "./database";
import { Prisma } from "./generated/client";
import { freeLease, LeaseLost, takeLease, type TakenLease } from "./lease";
import { actsLastHour, insertConfirmation, listConfirmations, countIfOver, type PassAct } from "./pass-acts";
import {
  lastGoodPassAtMs,
  lastPass,
  listPasses,
  readSnapshot,
  recordPass,
  storeSnapshot,
  type PassRecord,
  type ReaperSnapshot,
} from "./passes";
import { prune } from "./prune";
import { countSignInTry, LOCK_MINUTES, SIGN_IN_TRIES } from "./sign-in-failures";
import { addPerson, addSession, ENDING, OVER, RUNNING, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const NOTHING = { found: 0, done: 0, failed: 0, skipped: 0, deferred: 0 };
const SNAPSHOT: ReaperSnapshot = {
  ...{ seenAtMs: 1_000, held: [], foreign: [], terminating: [], unguarded: ["s000000001"] },
  ...{ skewMs: null, wrongCluster: [], oldDatabase: { databaseNumber: 3, leaseNumber: 9 } },
};

async function take(): Promise<TakenLease> {
  const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
  if (!lease) throw new Error("the lease is not free");
  return lease;
}
afterEach(async () => {
  await clientOf(at()).$executeRaw`UPDATE reap_lease SET expires_at = NULL, holder = NULL, pass_id = NULL`;
});

function recordOf(lease: TakenLease, fields: Partial<PassRecord> = {}): PassRecord {
  const known = { vm: "known", vmi: "known", pod: "known", job: "known" } as const;
  return {
    ...{
      outcome: "clean",
      passId: lease.passId,
      number: lease.passNumber,
      trigger: "timer",
      startedAtMs: 1_000,
    },
    ...{ durationMs: 250, failed: 0, unguarded: 0, brake: [], held: null, failures: [], requests: 9 },
    world: { ...known, service: "known", networkPolicy: "unknown", node: "absent" },
    directions: { settle: NOTHING, expired: NOTHING, orphan: NOTHING, ghost: NOTHING, leftover: NOTHING },
    ...fields,
  };
}
async function addPass(fields: Partial<PassRecord> = {}): Promise<TakenLease> {
  const lease = await take();
  await recordPass(at(), lease.fence, recordOf(lease, fields));
  await freeLease(at(), lease.fence);
  return lease;
}
const countAct = (fence: number, act: PassAct) => countIfOver(at(), fence, { sessionIds: [], act });

describe("recordPass", () => {
  it("keeps the summary whole; a pass that is under way is not listed", async () => {
    expect([await lastPass(at()), await lastGoodPassAtMs(at())]).toEqual([null, null]);
    const startMs = await databaseNow(at());
    const first = await addPass();
    const goodAtMs = await lastGoodPassAtMs(at());
    expect(goodAtMs).toBeGreaterThanOrEqual(startMs);
    const second = await addPass({ outcome: "partial", failed: 1 });
    await take();
    expect(await listPasses(at(), 10)).toEqual([
      recordOf(second, { outcome: "partial", failed: 1 }),
      recordOf(first),
    ]);
    expect((await lastPass(at()))?.passId).toBe(second.passId);
    expect(await lastGoodPassAtMs(at())).toBe(goodAtMs);
  });

  it("takes the trigger of the summary, and happens once", async () => {
    const lease = await take();
    await recordPass(at(), lease.fence, recordOf(lease, { trigger: "person" }));
    await recordPass(at(), lease.fence, recordOf(lease, { trigger: "cli", outcome: "failed" }));
    expect(await lastPass(at())).toMatchObject({ trigger: "person", outcome: "clean" });
  });
});

describe("a pass that lost its lease", () => {
  it("records nothing, keeps no snapshot, counts no act and prunes nothing", async () => {
    const lease = await take();
    await storeSnapshot(at(), lease.fence, SNAPSHOT);
    await clientOf(at()).$executeRaw`UPDATE reap_lease SET expires_at = clock_timestamp()`;
    const act = { direction: "orphan", sessionLabel: "s1", isConfirmed: false } as const;
    const before = [await lastPass(at()), await actsLastHour(at())];
    for (const write of [
      () => recordPass(at(), lease.fence, recordOf(lease)),
      () => storeSnapshot(at(), lease.fence, { ...SNAPSHOT, seenAtMs: 2_000 }),
      () => countAct(lease.fence, act),
      () => prune(at(), lease.fence),
    ]) {
      await expect(write()).rejects.toThrow(LeaseLost);
    }
    expect([await lastPass(at()), await actsLastHour(at())]).toEqual(before);
    expect((await readSnapshot(at()))?.seenAtMs).toBe(1_000);
  });
});

describe("storeSnapshot", () => {
  it("keeps the newest only, as it was", async () => {
    await clientOf(at()).$executeRaw`DELETE FROM reaper_snapshot`;
    expect(await readSnapshot(at())).toBeNull();
    const { fence } = await take();
    await storeSnapshot(at(), fence, { ...SNAPSHOT, seenAtMs: 1 });
    await storeSnapshot(at(), fence, SNAPSHOT);
    expect(await readSnapshot(at())).toEqual(SNAPSHOT);
  });
});

describe("actsLastHour", () => {
  it("counts distinct labels that nobody confirmed; those without a label are one", async () => {
    const { fence } = await take();
    const act = (sessionLabel: string | null, isConfirmed = false) =>
      ({ direction: "orphan", sessionLabel, isConfirmed }) as const;
    for (const each of [act("a"), act("a"), act("b"), act(null), act(null), act("c", true)])
      await countAct(fence, each);
    await countAct(fence, { direction: "ghost", sessionLabel: "a", isConfirmed: false });
    expect(await actsLastHour(at())).toEqual({ orphan: 3, ghost: 1, leftover: 0 });
    await clientOf(at()).$executeRaw`
      UPDATE pass_act SET at = clock_timestamp() - interval '61 minutes' WHERE session_label = 'b'`;
    expect(await actsLastHour(at())).toEqual({ orphan: 2, ghost: 1, leftover: 0 });
  });
});

describe("countIfOver", () => {
  const act = { direction: "orphan", sessionLabel: "a", isConfirmed: false } as const;
  const acts = async () => (await actsLastHour(at())).orphan;

  it.each([
    ["live", RUNNING, false],
    ["ending", ENDING, false],
    ["over", OVER, true],
  ])("a session that is %s", async (_name, state, isOver) => {
    await clientOf(at()).$executeRaw`DELETE FROM pass_act`;
    const { id } = await addSession(used.db);
    await shape(used.db, id, state);
    const { fence } = await take();
    expect(await countIfOver(at(), fence, { sessionIds: ["nosuchrow1", id], act })).toBe(isOver);
    expect(await acts()).toBe(isOver ? 1 : 0);
  });

  it("counts what no row knows, and what is exempt not at all", async () => {
    await clientOf(at()).$executeRaw`DELETE FROM pass_act`;
    const { fence, passId } = await take();
    expect(await countIfOver(at(), fence, { sessionIds: ["nosuchrow1"], act: null })).toBe(true);
    expect(await acts()).toBe(0);
    expect(await countIfOver(at(), fence, { sessionIds: ["nosuchrow1"], act })).toBe(true);
    expect(await clientOf(at()).passAct.findMany({ select: { passId: true } })).toEqual([{ passId }]);
  });

  it("says that the lease is lost, whatever the rows say", async () => {
    const { fence } = await take();
    const { id } = await addSession(used.db);
    const ask = (act_: PassAct | null) => countIfOver(at(), fence - 1, { sessionIds: [id], act: act_ });
    await expect(ask(null)).rejects.toThrow(LeaseLost);
    await expect(ask(act)).rejects.toThrow(LeaseLost);
  });
});

describe("confirmations", () => {
  it("are listed while they are good", async () => {
    const keys = ["orphan:a:uid-1", 'leftover:"b",{}'];
    const nowMs = await databaseNow(at());
    const stored = await insertConfirmation(at(), {
      direction: "orphan",
      keys,
      byId: await addPerson(used.db),
      minutes: 15,
    });
    expect(stored.expiresAtMs - nowMs).toBeGreaterThanOrEqual(15 * 60_000);
    await insertConfirmation(at(), { direction: "ghost", keys: ["g"], byId: null, minutes: 0 });
    expect(await listConfirmations(at())).toEqual([stored]);
  });
});

describe("prune", () => {
  const ageAll = (table: string, column: string, age: string) =>
    clientOf(at()).$executeRaw`UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(column)} = ${age}::timestamptz`;
  const count = async (table: string) => {
    const rows = await clientOf(at()).$queryRaw<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM ${Prisma.raw(table)}`;
    return rows[0]?.n;
  };
  const addOld = (n: number, startedAt: string, hasFindings: boolean) => clientOf(at()).$executeRaw`
    INSERT INTO pass (id, number, fence, trigger, started_at, outcome, finished_at, summary, has_findings)
    SELECT gen_random_uuid(), n, 0, 'timer', ${startedAt}::timestamptz + n * interval '1 minute', 'clean', now(), '{}',
      ${hasFindings} FROM generate_series(0, ${n - 1}::int) n`;

  it("thins passes without findings to one an hour after 7 days, 500 rows a pass, and keeps the others", async () => {
    await clientOf(at()).$executeRaw`DELETE FROM pass`;
    await addOld(600, "2026-01-01T00:00:00Z", false);
    await addOld(3, "2026-01-01T00:00:00Z", true);
    const { fence } = await take();
    await recordPass(at(), fence, recordOf({ fence, passId: "p", passNumber: 1 }));
    expect(await prune(at(), fence)).toBe(500);
    expect(await prune(at(), fence)).toBe(90);
    expect(await prune(at(), fence)).toBe(0);
    expect(await count("pass WHERE NOT has_findings AND started_at < '2026-02-01'")).toBe(10);
    expect(await count("pass WHERE has_findings")).toBe(3);
    expect(await count("pass")).toBe(14);
  });

  it("removes events after 90 days, acts and confirmations after a day, and never the audit", async () => {
    const { id } = await addSession(used.db);
    const { fence } = await take();
    await countAct(fence, { direction: "ghost", sessionLabel: "x", isConfirmed: false });
    await clientOf(at())
      .$executeRaw`INSERT INTO session_event (session_id, code) SELECT ${id}, 'x' FROM generate_series(1, 5)`;
    await clientOf(at()).$executeRaw`
      INSERT INTO audit_entry (at, actor_type, actor_name, action, subject_type, subject_id)
      VALUES ('2001-01-01', 'system', 'cli', 'pass.run', 'pass', '1')`;
    await clientOf(at()).$executeRaw`DELETE FROM confirmation`;
    await insertConfirmation(at(), { direction: "ghost", keys: [], byId: null, minutes: 15 });
    expect(await prune(at(), fence)).toBe(0);
    await clientOf(at())
      .$executeRaw`UPDATE session_event SET at = clock_timestamp() - interval '89 days' WHERE id % 2 = 0`;
    expect(await prune(at(), fence)).toBe(0);
    await ageAll("session_event", "at", "2001-01-01");
    await ageAll("pass_act", "at", "2001-01-01");
    await ageAll("confirmation", "expires_at", "2001-01-01");
    const [events, acts] = [(await count("session_event")) ?? 0, (await count("pass_act")) ?? 0];
    expect(await prune(at(), fence, 2)).toBe(2);
    expect(await prune(at(), fence)).toBe(events + acts + 1 - 2);
    expect([await count("session_event"), await count("pass_act"), await count("confirmation")]).toEqual([
      0, 0, 0,
    ]);
    expect(await count("audit_entry")).toBe(1);
  });

  it("forgets sign-in tries an hour after the last of them, and no lock before", async () => {
    const email = "guessed@curfew.test";
    for (let tries = 0; tries < SIGN_IN_TRIES; tries++) await countSignInTry(at(), email);
    const age = (minutes: number) =>
      clientOf(at())
        .$executeRaw`UPDATE rate_limit SET last_request = last_request - ${minutes * 60_000}::bigint`;
    const { fence } = await take();
    await age(LOCK_MINUTES - 1);
    expect(await prune(at(), fence)).toBe(0);
    expect(await countSignInTry(at(), email)).toMatchObject({ isLocked: true });
    await age(60);
    expect(await prune(at(), fence)).toBe(1);
    expect(await count("rate_limit")).toBe(0);
  });
});
