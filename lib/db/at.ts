import type pg from "pg";
import type { Prisma } from "./generated/client";

declare const opaque: unique symbol;

/** Where to read or write: the database itself, or a transaction in it. What is behind it stays inside lib/db. */
export interface At {
  readonly [opaque]: true;
}

export function atOf(client: Prisma.TransactionClient): At {
  return client as unknown as At;
}

export function clientOf(at: At): Prisma.TransactionClient {
  return at as unknown as Prisma.TransactionClient;
}

const pools = new WeakMap<At, pg.Pool>();

/** The database itself, not a transaction in it: `pool` is where its connections come from. */
export function atOfPool(client: Prisma.TransactionClient, pool: pg.Pool): At {
  const at = atOf(client);
  pools.set(at, pool);
  return at;
}

/** null for a transaction, which has a connection of its own. */
export function poolOf(at: At): pg.Pool | null {
  return pools.get(at) ?? null;
}
