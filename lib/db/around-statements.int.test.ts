import { describe, expect, it } from "vitest";
import { aroundStatements, type Statement } from "./around-statements";
import { clientOf } from "./at";
import { databaseNow, inTransaction, openDatabase, type AroundStatement } from "./database";
import { Prisma } from "./generated/client";
import { queryKept } from "./kept-statement";
import { testDatabase } from "./test-rows";

const used = testDatabase();

/** Runs `work` on a database of which each statement is told. */
async function told(work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>) {
  const statements: Statement[] = [];
  const failed: Statement[] = [];
  const aroundStatement: AroundStatement = async (statement, run) => {
    statements.push(statement);
    return run().catch((error: unknown) => {
      failed.push(statement);
      throw error;
    });
  };
  const db = openDatabase(used.url, { aroundStatement });
  await work(db).finally(() => db.close());
  return { statements, failed };
}

describe(aroundStatements, () => {
  it("tells each statement once, of Prisma's models, by name, and raw", async () => {
    const { statements } = await told(async (db) => {
      await clientOf(db.at).labSession.findMany({ where: { id: "hunter2" } });
      await queryKept(db.at, Prisma.sql`SELECT count(*)::int FROM pass WHERE id = ${"hunter2"}`);
      await databaseNow(db.at);
    });
    expect(statements).toEqual([
      { operation: "SELECT", table: "lab_session" },
      { operation: "SELECT", table: "pass" },
      { operation: "SELECT", table: null },
    ]);
  });

  it("tells a transaction's statements, its begin and end included", async () => {
    const { statements } = await told((db) => inTransaction(db, (tx) => databaseNow(tx)));
    expect(statements.map(({ operation }) => operation)).toEqual(["BEGIN", "SELECT", "COMMIT"]);
  });

  it("lets through what a statement throws", async () => {
    const { failed } = await told((db) =>
      expect(queryKept(db.at, Prisma.sql`SELECT n FROM nowhere`)).rejects.toMatchObject({ code: "42P01" }),
    );
    expect(failed).toEqual([{ operation: "SELECT", table: "nowhere" }]);
  });
});
