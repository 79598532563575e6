import { clientOf, type At } from "./at";
import { Prisma } from "./generated/client";

/** The pass's lease ran out or went to another pass; nothing was written. */
export class LeaseLost extends Error {
  constructor(readonly fence: number) {
    super(`the lease with token ${fence} is no longer held`);
    this.name = "LeaseLost";
  }
}

/**
 * For the WHERE of a write of the pass (design law 11): `AND` the lease with this token is held. The shared lock keeps
 * it so until the write is committed, since a taker has to wait for it. Empty where no token is given.
 */
export function whileHeld(fence: number | undefined): Prisma.Sql {
  return fence === undefined ? Prisma.empty : Prisma.sql`AND ${isHeld(fence)}`;
}

export function isHeld(fence: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM reap_lease WHERE ${isHeldRow(fence)} FOR SHARE)`;
}

/** The same of the row of reap_lease itself; whoever writes because of it takes FOR SHARE. */
export function isHeldRow(fence: number): Prisma.Sql {
  return Prisma.sql`fence = ${fence}::int AND expires_at > clock_timestamp()`;
}

/**
 * Tells why a write with a token changed nothing. Returns where the lease is held (or no token was given): then the
 * row was not as the write wanted it.
 * @throws LeaseLost
 */
export async function checkFence(at: At, fence: number | undefined): Promise<void> {
  if (fence === undefined) return;
  const [row] = await clientOf(at).$queryRaw<{ isHeld: boolean }[]>`SELECT ${isHeld(fence)} AS "isHeld"`;
  if (!row?.isHeld) throw new LeaseLost(fence);
}
