import { randomUUID } from "node:crypto";
import { clientOf, type At } from "./at";
import { lockInstallation } from "./installation";

const OFFER = "first-admin";

/** Is there nobody who could ever sign in? */
export async function hasNobody(at: At): Promise<boolean> {
  return (await clientOf(at).user.count()) === 0;
}

/**
 * Keeps the hash of a token that makes the first admin, good for 24 hours; each start may make one of its own. False
 * where there is somebody. Call it in a transaction: it locks the installation.
 */
export async function offerFirstAdmin(tx: At, tokenHash: string): Promise<boolean> {
  await lockInstallation(tx);
  if (!(await hasNobody(tx))) return false;
  await clientOf(tx).$executeRaw`
    INSERT INTO verification (id, identifier, value, expires_at)
    VALUES (${randomUUID()}, ${OFFER}, ${tokenHash}, clock_timestamp() + interval '24 hours')`;
  return true;
}

/**
 * Takes such a token: true once in the life of a database, while there is nobody; then all of them are void. Call it in
 * the transaction that adds the admin: it locks the installation.
 */
export async function takeFirstAdminOffer(tx: At, tokenHash: string): Promise<boolean> {
  await lockInstallation(tx);
  if (!(await hasNobody(tx))) return false;
  const client = clientOf(tx);
  const [offer] = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM verification
    WHERE identifier = ${OFFER} AND value = ${tokenHash} AND expires_at > clock_timestamp()`;
  if (offer === undefined) return false;
  await client.verification.deleteMany({ where: { identifier: OFFER } });
  return true;
}
