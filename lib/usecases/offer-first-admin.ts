import { inTransaction } from "@/lib/db/database";
import { offerFirstAdmin as offer } from "@/lib/db/first-admin";
import type { Context } from "./context";
import { hashToken, newToken } from "./steps/secrets";

/** At the start of an app whose database has nobody: a token that makes the first admin; null where there is somebody. */
export async function offerFirstAdmin(context: Context): Promise<string | null> {
  const token = newToken(context.random);
  const isOffered = await inTransaction(context.db, (tx) => offer(tx, hashToken(token)));
  return isOffered ? token : null;
}
