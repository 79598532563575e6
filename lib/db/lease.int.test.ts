import { afterEach, describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { Prisma } from "./generated/client";
import { databaseNow, inTransaction, openDatabase } from "./database";
import { readInstallation } from "./installation";
import { checkFence } from "./fence";
import { freeLease, holdsLease, LeaseLost, readLease, takeLease } from "./lease";
import { lastPass, listPasses } from "./passes";
import { testDatabase } from "./test-rows";

const used = testDatabase();
const take = (holder = "one", at = used.db.at) => takeLease(at, { holder, seconds: 55, trigger: "cronjob" });
const letItRunOut = () =>
  clientOf(used.db.at)
    .$executeRaw`UPDATE reap_lease SET expires_at = clock_timestamp() - interval '1 second'`;
const forced = async (holder?: string) => {
  const lease = await take(holder);
  if (!lease) throw new Error("the lease is not free");
  return lease;
};

afterEach(async () => {
  await clientOf(used.db.at)
    .$executeRaw`UPDATE reap_lease SET expires_at = NULL, holder = NULL, pass_id = NULL`;
});

describe("takeLease", () => {
  it("commits the pass's row and number with the lease", async () => {
    const before = await readInstallation(used.db.at);
    const lease = await forced("pod-a");
    expect(lease.passNumber).toBe(before.passNumber + 1);
    expect((await readInstallation(used.db.at)).passNumber).toBe(lease.passNumber);
    const pass = await clientOf(used.db.at).pass.findUniqueOrThrow({ where: { id: lease.passId } });
    expect(pass).toMatchObject({
      number: lease.passNumber,
      fence: lease.fence,
      trigger: "cronjob",
      outcome: null,
    });
    const state = await readLease(used.db.at);
    expect(state).toMatchObject({ fence: lease.fence, isHeld: true, holder: "pod-a", passId: lease.passId });
    expect((state.expiresAtMs ?? 0) - pass.startedAt.getTime()).toBeGreaterThanOrEqual(54_000);
  });

  it("tells a second caller at once, and counts nothing up for it", async () => {
    const lease = await forced();
    expect(await take("two")).toBeNull();
    expect((await readInstallation(used.db.at)).passNumber).toBe(lease.passNumber);
    expect(await clientOf(used.db.at).pass.count({ where: { fence: { gt: lease.fence } } })).toBe(0);
  });

  it("does not wait while a write of the pass is under way", async () => {
    const lease = await forced();
    const other = openDatabase(used.url);
    await inTransaction(used.db, async (tx) => {
      await checkFence(tx, lease.fence);
      expect(await take("two", other.at)).toBeNull();
    });
    await other.close();
  });

  it("makes a taker wait for a write that began while the lease was held", async () => {
    const lease = await takeLease(used.db.at, { holder: "slow", seconds: 2, trigger: "timer" });
    const other = openDatabase(used.url);
    const order: string[] = [];
    const untilTrue = async (condition: Prisma.Sql) => {
      const ask = () => clientOf(other.at).$queryRaw<{ is: boolean }[]>`SELECT ${condition} AS is`;
      while (order.length === 0 && !(await ask())[0]?.is);
    };
    const taking = await inTransaction(used.db, async (tx) => {
      await checkFence(tx, lease?.fence);
      await untilTrue(Prisma.sql`(SELECT expires_at <= clock_timestamp() FROM reap_lease)`);
      const next = take("next", other.at).then((taken) => order.push("taken") && taken);
      await untilTrue(Prisma.sql`EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE reap_lease%')`);
      order.push("written");
      return { next };
    });
    expect(await taking.next).not.toBeNull();
    expect(order).toEqual(["written", "taken"]);
    await other.close();
  });

  it("goes to one of two who ask at once, every time", async () => {
    const dbs = [openDatabase(used.url), openDatabase(used.url)];
    for (let round = 0; round < 50; round++) {
      const takers = await Promise.all(dbs.map((db, n) => take(`taker-${n}`, db.at)));
      const winners = takers.filter((lease) => lease !== null);
      expect(winners).toHaveLength(1);
      expect(await freeLease(used.db.at, winners[0]?.fence ?? 0)).toBe(true);
    }
    await Promise.all(dbs.map((db) => db.close()));
  });

  it("is taken over once it ran out, with a higher token; a pass that died frees itself", async () => {
    const dead = await forced("dead");
    await letItRunOut();
    expect(await holdsLease(used.db.at, dead.fence)).toBe(false);
    const next = await forced("next");
    expect(next.fence).toBeGreaterThan(dead.fence);
    expect(await freeLease(used.db.at, dead.fence)).toBe(false);
    expect(await holdsLease(used.db.at, next.fence)).toBe(true);
  });

  it("writes a pass that died down as failed", async () => {
    const dead = await forced("dead");
    await clientOf(used.db.at).$executeRaw`
      UPDATE pass SET started_at = clock_timestamp() - interval '2 hours' WHERE id = ${dead.passId}`;
    await letItRunOut();
    expect((await lastPass(used.db.at))?.passId).not.toBe(dead.passId);
    await forced("next");
    const found = (await listPasses(used.db.at, 100)).find((pass) => pass.passId === dead.passId);
    const told = { outcome: "failed", trigger: "cronjob", number: dead.passNumber, durationMs: 55_000 };
    expect(found).toMatchObject({ ...told, failures: [], world: { vm: "unknown" } });
    const ageMs = (await databaseNow(used.db.at)) - (found?.startedAtMs ?? 0);
    expect(Math.round(ageMs / 60_000)).toBe(120);
  });
});

describe("checkFence", () => {
  it("throws LeaseLost for an old token, one that ran out and one that was given back", async () => {
    const first = await forced();
    await expect(checkFence(used.db.at, first.fence)).resolves.toBeUndefined();
    await expect(checkFence(used.db.at, first.fence - 1)).rejects.toThrow(LeaseLost);
    await letItRunOut();
    await expect(checkFence(used.db.at, first.fence)).rejects.toThrow(LeaseLost);
    const second = await forced();
    await freeLease(used.db.at, second.fence);
    await expect(checkFence(used.db.at, second.fence)).rejects.toThrow(LeaseLost);
    expect(await readLease(used.db.at)).toMatchObject({ isHeld: false, holder: null, expiresAtMs: null });
  });
});
