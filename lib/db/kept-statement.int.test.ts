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

  it("reads JSON that a column repeats once, and each column and answer for itself", async () => {
    const specs = Prisma.sql`
      SELECT jsonb_build_object('cpu', n % 2) AS spec, jsonb_build_object('cpu', n % 2) AS other
      FROM generate_series(1, 300) n`;
    const rows = await queryKept<{ spec: object; other: object }>(used.db.at, specs);
    expect(rows.slice(0, 2).map(({ spec }) => spec)).toEqual([{ cpu: 1 }, { cpu: 0 }]);
    expect(rows[2]?.spec).toBe(rows[0]?.spec);
    expect(rows[0]?.other).not.toBe(rows[0]?.spec);
    expect((await queryKept<{ spec: object }>(used.db.at, specs))[0]?.spec).not.toBe(rows[0]?.spec);
  });

  it("reads a column of JSON none of which comes twice, and null", async () => {
    const sql = Prisma.sql`SELECT CASE WHEN n > 1 THEN to_jsonb(n) END AS n FROM generate_series(1, 250) n`;
    const rows = await queryKept<{ n: number | null }>(used.db.at, sql);
    expect(rows.map(({ n }) => n)).toEqual([null, ...Array.from({ length: 249 }, (_, i) => i + 2)]);
  });

  it("fails as the others do where the database cannot be reached", async () => {
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none");
    const error = await queryKept(nowhere.at, sum(1, 1)).catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    await nowhere.close();
  });
});
