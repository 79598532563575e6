import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test-database";

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

it("gives each test file a database of its own", async () => {
  await query(one.url, "CREATE TABLE mine (id int)");
  await expect(query(other.url, "SELECT * FROM mine")).rejects.toMatchObject({ code: "42P01" });
});

it("asks for the password", async () => {
  const url = new URL(one.url);
  url.password = "wrong";
  await expect(query(url.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
});

it("keeps its clock in UTC and its text in UTF-8", async () => {
  const { rows } = await query(one.url, "SELECT current_setting('TimeZone') AS zone, upper('é한') AS text");
  expect(rows).toEqual([{ zone: "UTC", text: "É한" }]);
});

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
