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
