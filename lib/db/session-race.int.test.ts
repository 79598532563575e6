import { afterAll, describe, expect, it } from "vitest";
import { extendedExpiry } from "@/lib/domain/lifetime";
import { databaseNow, openDatabase, type Database } from "./database";
import { Prisma } from "./generated/client";
import { findSession } from "./session-reads";
import { claimSession, updateExpiry } from "./session-writes";
import { addSession, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const others: Database[] = [];
const connect = () => {
  const db = openDatabase(used.url, { maxConnections: 1 });
  others.push(db);
  return db;
};
afterAll(() => Promise.all(others.map((db) => db.close())));

describe("an extension racing the claim", () => {
  it("has exactly one winner in each of 200 rounds", async () => {
    const [student, reaper] = [connect(), connect()];
    const { id } = await addSession(used.db);
    const wins = { extension: 0, claim: 0 };
    for (let round = 0; round < 200; round++) {
      // Ends within the next few milliseconds, so that both decide on either side of the deadline.
      const inMs = round % 12;
      await shape(
        used.db,
        id,
        Prisma.sql`status = 'running', end_reason = NULL, claimed_at = NULL,
        expires_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond'`,
      );
      const before = await findSession(used.db.at, id);
      if (!before) throw new Error("the row is gone");
      const { version } = before;
      const expiresAtMs = extendedExpiry(before, await databaseNow(used.db.at));

      const [extended, claimed] = await Promise.all([
        updateExpiry(student.at, { id, version, expiresAtMs }),
        claimUntilDecided(reaper, id, before.expiresAtMs),
      ]);
      const after = await findSession(used.db.at, id);
      expect([extended !== null, claimed !== null].filter(Boolean)).toHaveLength(1);
      expect(after).toMatchObject(
        extended ? { status: "running", expiresAtMs } : { status: "ending", expiresAtMs: before.expiresAtMs },
      );
      expect(after?.version).toBe(version + 1);
      wins[extended ? "extension" : "claim"]++;
    }
    // Both sides win sometimes, else this was no race.
    expect(Math.min(wins.extension, wins.claim)).toBeGreaterThan(0);
  });
});

/** What pass after pass does: claims as soon as the deadline has passed, unless it has moved. */
async function claimUntilDecided(db: Database, id: string, seenExpiryMs: number) {
  for (;;) {
    const claimed = await claimSession(db.at, { id, endReason: "expired", onlyExpired: true });
    if (claimed || (await findSession(db.at, id))?.expiresAtMs !== seenExpiryMs) return claimed;
  }
}
