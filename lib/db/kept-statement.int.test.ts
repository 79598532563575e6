import { describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { inTransaction, isDatabaseDown, openDatabase } from "./database";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { testDatabase } from "./test-rows";

const used = testDatabase();
const sum = (a: number, b: number) =>
  Prisma.sql`SELECT ${a}::int + ${b}::int AS sum, clock_timestamp() AS at`;
const prepared = () => Prisma.sql`
  SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1%'`;

describe("queryKept", () => {
  it("asks for the same words by one name, whatever their values, on each connection", async () => {
    const db = openDatabase(used.url, { maxConnections: 1 });
    const sums = [];
    for (const a of [1, 2, 3]) sums.push((await queryKept<{ sum: number; at: Date }>(db.at, sum(a, 1)))[0]);
    expect(sums.map((row) => [row?.sum, row?.at instanceof Date])).toEqual([
      [2, true],
      [3, true],
      [4, true],
    ]);
    expect(await queryKept(db.at, prepared())).toEqual([{ count: 1 }]);
    await db.close();
  });

  it("stays in the transaction that it is given", async () => {
    const broken = inTransaction(used.db, async (tx) => {
      await queryKept(tx, Prisma.sql`CREATE TABLE kept_here (a int)`);
      expect(await queryKept(tx, sum(2, 2))).toMatchObject([{ sum: 4 }]);
      throw new Error("not after all");
    });
    await expect(broken).rejects.toThrow("not after all");
    const [left] = await clientOf(used.db.at).$queryRaw<{ is: boolean }[]>`
      SELECT to_regclass('kept_here') IS NOT NULL AS is`;
    expect(left?.is).toBe(false);
  });

  it("fails as the others do where the database cannot be reached", async () => {
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none");
    const error = await queryKept(nowhere.at, sum(1, 1)).catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    await nowhere.close();
  });
});
