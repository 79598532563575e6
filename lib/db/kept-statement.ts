import { createHash } from "node:crypto";
import pg from "pg";
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
  return (await pool.query<Row>({ name: nameOf(text), text, values: [...values], types: TYPES })).rows;
}

/** Values of JSON that are kept for a column of one answer. */
const MOST_KEPT = 100;
const { JSONB } = pg.types.builtins;

/** As pg reads them; what a column repeats from row to row, such as a lab's spec, is parsed once and is one object. */
const TYPES: pg.CustomTypesConfig = {
  // pg asks for each column of each answer.
  getTypeParser: (oid, format) =>
    oid === JSONB && format !== "binary" ? parseRepeated() : pg.types.getTypeParser(oid, format),
};

function parseRepeated(): (text: string) => unknown {
  const kept = new Map<string, unknown>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(text);
    if (kept.size < MOST_KEPT) kept.set(text, value);
    return value;
  };
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
