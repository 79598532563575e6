import { prismaAdapter } from "better-auth/adapters/prisma";
import { clientOf } from "./at";
import type { Database } from "./database";

/**
 * better-auth's way into this database. Its models are User (table person), SignIn, Account, Verification and
 * RateLimit, so it must be told `session: { modelName: "signIn" }`. Apart from `database.ts`, because the command line
 * needs the one and not the other.
 */
export function authAdapter(db: Database): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(clientOf(db.at), { provider: "postgresql" });
}
