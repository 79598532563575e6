import { expect, it } from "vitest";
import { statementOf } from "./around-statements";

it.each([
  ['SELECT "public"."lab"."id" FROM "public"."lab" WHERE "id" = $1', "SELECT", "lab"],
  ['INSERT INTO "public"."person" ("id","email") VALUES ($1,$2) RETURNING "id"', "INSERT", "person"],
  [
    "INSERT INTO rate_limit(key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET count = 1",
    "INSERT",
    "rate_limit",
  ],
  ['UPDATE "public"."lab_session" SET "status" = $1', "UPDATE", "lab_session"],
  ["delete from sign_in where id = $1", "DELETE", "sign_in"],
  [
    "WITH claimed AS (UPDATE lab_session SET status = $1 RETURNING id) SELECT id FROM claimed",
    "WITH",
    "lab_session",
  ],
  ["SELECT n FROM generate_series(1, 9) AS n JOIN pass ON pass.number = n FOR UPDATE", "SELECT", "pass"],
  ["SELECT extract(epoch FROM expires_at) FROM lab_session", "SELECT", "lab_session"],
  ["SELECT 'from hunter2' AS said, 'it''s from hunter2'", "SELECT", null],
  ["SELECT clock_timestamp() AS now", "SELECT", null],
  ["LOCK TABLE installation IN EXCLUSIVE MODE", "LOCK", "installation"],
  ["BEGIN", "BEGIN", null],
])("%s is told as %s of %s", (text, operation, table) => {
  expect(statementOf(text)).toEqual({ operation, table });
});
