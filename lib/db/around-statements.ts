import type pg from "pg";

/** What may be told of a statement (design, law 18): neither its text, which may quote values, nor its values. */
export interface Statement {
  /** Its first word, such as SELECT or BEGIN, in capitals. */
  readonly operation: string;
  /** The first table that it names; null where it names none. */
  readonly table: string | null;
}

/** Runs one statement, waiting for a connection included, and answers or throws what it does. */
export type AroundStatement = <T>(statement: Statement, run: () => Promise<T>) => Promise<T>;

/** From now on each statement that is sent through `pool`, by Prisma or by name, runs within `around`. */
export function aroundStatements(pool: pg.Pool, around: AroundStatement): void {
  pool.query = within(pool.query.bind(pool) as Query, around) as typeof pool.query;
  // A transaction's statements go to its connection, past the pool.
  pool.on("connect", (client) => {
    client.query = within(client.query.bind(client) as Query, around) as typeof client.query;
  });
}

type Query = (...args: readonly unknown[]) => Promise<unknown>;

function within(query: Query, around: AroundStatement): Query {
  return (...args) => {
    const text = textOf(args[0]);
    // The pool hands what it is asked on to a connection with a callback: that is told already.
    const isTold = args.some((arg) => typeof arg === "function");
    return text === null || isTold ? query(...args) : around(statementOf(text), () => query(...args));
  };
}

function textOf(asked: unknown): string | null {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null || "submit" in asked) return null;
  return "text" in asked && typeof asked.text === "string" ? asked.text : null;
}

/** Pure: reads PostgreSQL as Prisma and we write it, not any SQL there is. */
export function statementOf(text: string): Statement {
  const bare = text.replace(LITERAL, "''").replace(FROM_IN_EXTRACT, "");
  const name = TABLE.exec(bare)?.slice(1).find(Boolean);
  return {
    operation: /[a-z]+/i.exec(bare)?.[0].toUpperCase() ?? "",
    table: name?.split(".").at(-1)?.replaceAll('"', "") ?? null,
  };
}

const LITERAL = /'(?:[^']|'')*'/g;
const FROM_IN_EXTRACT = /\bextract\s*\(\s*\w+\s+from\b/gi;
const NAME = String.raw`((?:"\w+"|\w+)(?:\.(?:"\w+"|\w+))?)`;
/** After FROM a name with a bracket is a function's, after INTO a table's with its columns. */
const TABLE = new RegExp(
  String.raw`\b(?:insert\s+into|(?<!\bfor\s+|\bdo\s+)update|lock\s+table)\s+${NAME}|\b(?:from|join)\s+${NAME}(?![\w".]|\s*\()`,
  "i",
);
