import { createHash, randomUUID } from "node:crypto";
import { clientOf, type At } from "./at";

/** So many wrong passwords lock an account for so long, whichever replica they came to. */
export const SIGN_IN_TRIES = 10;
export const LOCK_MINUTES = 15;

const LOCK_MS = LOCK_MINUTES * 60_000;

/**
 * Counts a try to sign in before it is checked, so that tries at once are all counted. `isLocked`: it must not be
 * checked. `isLast`: with this one the account is locked, unless it succeeds. An address that nobody has is counted
 * alike: the answer must not tell whether there is an account.
 */
export async function countSignInTry(
  at: At,
  email: string,
): Promise<{ readonly isLocked: boolean; readonly isLast: boolean }> {
  const rows = await clientOf(at).$queryRaw<{ count: number }[]>`
    INSERT INTO rate_limit AS r (id, key, count, last_request)
    VALUES (${randomUUID()}, ${keyOf(email)}, 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.last_request < excluded.last_request - ${LOCK_MS}::bigint THEN 1 ELSE r.count + 1 END,
      last_request = excluded.last_request
    WHERE r.count < ${SIGN_IN_TRIES}::int OR r.last_request < excluded.last_request - ${LOCK_MS}::bigint
    RETURNING count`;
  const count = rows[0]?.count;
  return { isLocked: count === undefined, isLast: count === SIGN_IN_TRIES };
}

/** Forgets the tries: after a good one, and where a password was set anew. */
export async function clearSignInTries(at: At, email: string): Promise<void> {
  await clientOf(at).rateLimit.deleteMany({ where: { key: keyOf(email) } });
}

/** A digest, so that the table holds no address of somebody who is no user. */
function keyOf(email: string): string {
  return `sign-in-tries|${createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")}`;
}
