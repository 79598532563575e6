import { createServer } from "node:net";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { clientOf, type At } from "./at";
import { databaseNow, inTransaction, isDatabaseDown, isUniqueViolation, openDatabase } from "./database";
import { databaseCode } from "./database-errors";
import { insertPerson } from "./people";
import { addSession, nextId, testDatabase } from "./test-rows";
import { toDate } from "./times";

const used = testDatabase();

describe("openDatabase", () => {
  it("names itself to the server, keeps UTC and ends statements that take too long", async () => {
    const [row] = await clientOf(used.db.at).$queryRaw<object[]>`
      SELECT current_setting('application_name') AS name, current_setting('TimeZone') AS zone,
        current_setting('statement_timeout') AS statement`;
    expect(row).toEqual({ name: "curfew", zone: "UTC", statement: "15s" });
  });

  it("keeps a time to the millisecond both ways, whatever the database's own zone", async () => {
    const name = new URL(used.url).pathname.slice(1);
    await clientOf(used.db.at).$executeRawUnsafe(`ALTER DATABASE "${name}" SET timezone = 'Asia/Seoul'`);
    const db = openDatabase(used.url);
    try {
      const { id } = await addSession(db);
      for (const ms of [Date.UTC(2026, 2, 29, 0, 59, 59, 999), Date.UTC(2026, 9, 25, 1, 0, 0, 1)]) {
        await clientOf(db.at).$executeRaw`UPDATE lab_session SET expires_at = ${toDate(ms)} WHERE id = ${id}`;
        const raw = await clientOf(db.at).$queryRaw<{ ms: number; at: Date }[]>`
          SELECT (extract(epoch FROM expires_at) * 1000)::float8 AS ms, expires_at AS at FROM lab_session WHERE id = ${id}`;
        expect(raw).toEqual([{ ms, at: new Date(ms) }]);
        const row = await clientOf(db.at).labSession.findUnique({ where: { id } });
        expect(row?.expiresAt.getTime()).toBe(ms);
      }
    } finally {
      await db.close();
    }
  });

  it("reads what is committed, whatever the database's own isolation", async () => {
    const name = new URL(used.url).pathname.slice(1);
    const set = `ALTER DATABASE "${name}" SET default_transaction_isolation`;
    await clientOf(used.db.at).$executeRawUnsafe(`${set} = 'serializable'`);
    const db = openDatabase(used.url);
    try {
      const rows = await inTransaction(db, (tx) => clientOf(tx).$queryRaw`SHOW transaction_isolation`);
      expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
    } finally {
      await db.close();
      await clientOf(used.db.at).$executeRawUnsafe(`${set} = 'read committed'`);
    }
  });

  it("applies migrations once, also when two start at once", async () => {
    const [one, two] = await Promise.all([used.db.migrate(), used.db.migrate()]);
    expect([...one, ...two]).toEqual([]);
  });
});

describe("databaseNow", () => {
  it("is the server's clock in whole milliseconds, and moves within a transaction", async () => {
    const [first, second] = await inTransaction(used.db, async (tx) => {
      const before = await databaseNow(tx);
      await clientOf(tx).$queryRaw`SELECT 1 FROM pg_sleep(0.01)`;
      return [before, await databaseNow(tx)] as const;
    });
    expect(Number.isInteger(first)).toBe(true);
    expect(second).toBeGreaterThanOrEqual(first + 10);
  });
});

describe("inTransaction", () => {
  const person = () => ({
    email: `${nextId()}@x.example`,
    name: "Lee",
    role: "member" as const,
    passwordHash: "h",
  });

  it("rolls back what was written before the throw", async () => {
    const who = person();
    const failing = inTransaction(used.db, async (tx) => {
      await insertPerson(tx, who);
      throw new Error("second thoughts");
    });
    await expect(failing).rejects.toThrow("second thoughts");
    expect(await clientOf(used.db.at).user.count({ where: { email: who.email } })).toBe(0);
  });

  it("tries a deadlock again, and gives up on other errors at once", async () => {
    const ids = [(await addSession(used.db)).id, (await addSession(used.db)).id];
    let tries = 0;
    let arrived = 0;
    let release: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => (release = resolve));
    const touchBoth = (order: string[]) =>
      inTransaction(used.db, async (tx) => {
        tries++;
        for (const id of order) {
          await clientOf(tx).$executeRaw`UPDATE lab_session SET attempts = attempts + 1 WHERE id = ${id}`;
          if (++arrived >= 2) release();
          await bothHoldOne;
        }
      });
    await Promise.all([touchBoth(ids), touchBoth([...ids].reverse())]);
    expect(tries).toBe(3);
    const rows = await clientOf(used.db.at).labSession.findMany({ where: { id: { in: ids } } });
    expect(rows.map((row) => row.attempts)).toEqual([2, 2]);

    tries = 0;
    const refused = inTransaction(used.db, () => {
      tries++;
      return Promise.reject(new Error("no"));
    });
    await expect(refused).rejects.toThrow("no");
    expect(tries).toBe(1);
  });
});

describe("errors", () => {
  it("knows a unique violation of a model and of raw SQL, and nothing else for one", async () => {
    const email = `${nextId()}@x.example`;
    const add = () => insertPerson(used.db.at, { email, name: "Lee", role: "member", passwordHash: "h" });
    await add();
    const ofModel = await add().catch((error: unknown) => error);
    const ofRaw = await clientOf(used.db.at)
      .$executeRaw`INSERT INTO person (id, name, email) VALUES ('other', 'Lee', ${email})`.catch(
      (e: unknown) => e,
    );
    expect([isUniqueViolation(ofModel), isUniqueViolation(ofRaw)]).toEqual([true, true]);
    expect([isDatabaseDown(ofModel), isDatabaseDown(ofRaw)]).toEqual([false, false]);
    const check = await clientOf(used.db.at)
      .$executeRaw`INSERT INTO person (id, name, email) VALUES ('x', 'Lee', 'UPPER@x.example')`.catch(
      (e: unknown) => e,
    );
    expect([databaseCode(check), isUniqueViolation(check)]).toEqual(["23514", false]);
  });

  it("knows a server that refuses, one that hangs up, a cut connection and a closed pool", async () => {
    const hangUp = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => hangUp.listen(0, "127.0.0.1", resolve));
    const { port } = hangUp.address() as { port: number };
    const failures = [];
    for (const url of ["postgresql://u:p@127.0.0.1:1/x", `postgresql://u:p@127.0.0.1:${port}/x`]) {
      const db = openDatabase(url);
      failures.push(await databaseNow(db.at).catch((error: unknown) => error));
      failures.push(await inTransaction(db, (tx) => databaseNow(tx)).catch((error: unknown) => error));
      await db.close();
      failures.push(await databaseNow(db.at).catch((error: unknown) => error));
    }
    hangUp.close();
    expect(failures.map((failure) => [isDatabaseDown(failure), String(failure)])).toEqual(
      failures.map((failure) => [true, String(failure)]),
    );
  });

  it("knows a server that is too busy: a lock or a statement that takes too long", async () => {
    const { id } = await addSession(used.db);
    const touch = (tx: At) =>
      clientOf(tx).$executeRaw`UPDATE lab_session SET attempts = attempts + 1 WHERE id = ${id}`;
    const limited = (setting: string, work: (tx: At) => Promise<unknown>) =>
      inTransaction(used.db, async (tx) => {
        await clientOf(tx).$queryRaw`SELECT set_config(${setting}, '20ms', true)`;
        await work(tx);
      }).catch((error: unknown) => error);
    const failures = await inTransaction(used.db, async (tx) => {
      await touch(tx);
      const sleep = (other: At) => clientOf(other).$queryRaw`SELECT 1 FROM pg_sleep(20)`;
      return [await limited("lock_timeout", touch), await limited("statement_timeout", sleep)];
    });
    expect(failures.map(databaseCode)).toEqual(["55P03", "57014"]);
    expect(failures.map(isDatabaseDown)).toEqual([true, true]);
  });

  it("knows a connection that the server ended, and works again after it", async () => {
    const db = openDatabase(used.url, { maxConnections: 1 });
    const [row] = await clientOf(db.at).$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const asleep = clientOf(db.at).$queryRaw`SELECT 1 FROM pg_sleep(20)`.catch((error: unknown) => error);
    const admin = new pg.Client({ connectionString: used.url });
    await admin.connect();
    await admin.query("SELECT pg_terminate_backend($1)", [row?.pid]);
    await admin.end();
    expect(isDatabaseDown(await asleep)).toBe(true);
    expect(await databaseNow(db.at)).toBeGreaterThan(0);
    await db.close();
  });
});
