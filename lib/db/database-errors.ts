/** True where a row was refused because another has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return databaseCode(error) === "23505" || prismaCode(error) === "P2002";
}

/** True where the database cannot be reached, went away, or is too busy to answer in time: later it may work. */
export function isDatabaseDown(error: unknown): boolean {
  const code = databaseCode(error) ?? "";
  if (DOWN.has(code) || code.startsWith("08") || DOWN_IN_PRISMA.has(prismaCode(error) ?? "")) return true;
  return chain(error).some(
    ({ code, kind, message }) =>
      DOWN.has(text(code) ?? "") ||
      DOWN_KINDS.has(text(kind) ?? "") ||
      DOWN_MESSAGE.test(text(message) ?? ""),
  );
}

/** True for a serialization failure or a deadlock: the same transaction may succeed when it is run again. */
export function isWorthAnotherTry(error: unknown): boolean {
  return (
    chain(error).some(({ kind }) => kind === "TransactionWriteConflict") || prismaCode(error) === "P2034"
  );
}

/** PostgreSQL's five characters for what went wrong, wherever the layers above put them; null where it said nothing. */
export function databaseCode(error: unknown): string | null {
  for (const cause of chain(error)) {
    const code = text(cause.originalCode) ?? text(cause.code);
    if (code && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code)) return code;
  }
  return null;
}

const DOWN: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "57P01", // the server is shutting down
  "57P02",
  "57P03", // it is starting up
  "53300", // it has no connection left
  "55P03", // a lock was not to be had in time
  "57014", // the statement took too long
]);
/** Cannot reach, timed out reaching, closed, no connection free in time, no transaction in time. */
const DOWN_IN_PRISMA: ReadonlySet<string> = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);
/** The words of Prisma's adapter for the same. */
const DOWN_KINDS: ReadonlySet<string> = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);
const DOWN_MESSAGE = /connection terminated|timeout exceeded when trying to connect|cannot use a pool after/i;

interface Cause {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly kind?: unknown;
  readonly message?: unknown;
}

/** The error and what it holds as cause, Prisma's `meta` included; ends at 8, for a ring. */
function chain(error: unknown): Cause[] {
  const found: Cause[] = [];
  let next: unknown = error;
  while (typeof next === "object" && next !== null && found.length < 8) {
    const current = next as Cause & { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    found.push(current);
    next = current.cause ?? current.meta?.driverAdapterError;
  }
  return found;
}

function prismaCode(error: unknown): string | null {
  return text((error as Cause | null)?.code);
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
