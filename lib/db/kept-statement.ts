import { createHash } from "node:crypto";
import { clientOf, poolOf, type At } from "./at";
import type { Prisma } from "./generated/client";

/**
 * Runs a statement that is sent again and again in the same words. Outside a transaction it goes to the server by a name, so
 * that each connection parses and plans it once, and past Prisma's engine: a pass sends two for each session that ends,
 * and this halves what they cost. Answers rows as pg reads them: no bigint, numeric or time without zone may be selected.
 */
export async function queryKept<Row extends object>(at: At, sql: Prisma.Sql): Promise<Row[]> {
  const pool = poolOf(at);
  if (pool === null) return clientOf(at).$queryRaw<Row[]>(sql);
  const { text, values } = sql;
  return (await pool.query<Row>({ name: nameOf(text), text, values: [...values] })).rows;
}

const names = new Map<string, string>();

/** The same for the same words, and short: the server takes 63 bytes. Their number is that of the ways a call may be worded. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}
