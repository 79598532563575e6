import { describe, expect, it } from "vitest";
import { END_REASONS, type LabSession } from "@/lib/domain/session";
import { terminalStatus } from "@/lib/domain/states";
import { clientOf } from "./at";
import { databaseNow, inTransaction, isUniqueViolation } from "./database";
import { Prisma } from "./generated/client";
import { freeLease, LeaseLost, takeLease } from "./lease";
import { findSession } from "./session-reads";
import {
  claimSession,
  clearOldBlocks,
  finishSession,
  insertSession,
  markCreated,
  markRunning,
  updateExpiry,
} from "./session-writes";
import {
  addSession,
  ENDING,
  EXPIRED,
  LIFETIME,
  newSession,
  OVER,
  RUNNING,
  shape,
  SPEC,
  testDatabase,
} from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const tokenOf = async (id: string) =>
  (await clientOf(at()).labSession.findUniqueOrThrow({ where: { id } })).tokenHash;

const SHAPES = {
  provisioning: Prisma.sql`version = version`,
  running: RUNNING,
  "expired but live": EXPIRED,
  ending: ENDING,
  over: OVER,
} as const;
type Shape = keyof typeof SHAPES;

async function shaped(name: Shape): Promise<LabSession> {
  const { id } = await addSession(used.db);
  await shape(used.db, id, SHAPES[name]);
  return (await findSession(at(), id)) as LabSession;
}

describe("insertSession", () => {
  it("starts now by the database's clock, with its own times and the names of all that will be made", async () => {
    const fields = await newSession(used.db, {
      tokenHash: "hash",
      lifetime: { ...LIFETIME, sessionMinutes: 45 },
    });
    const beforeMs = await databaseNow(at());
    const row = await inTransaction(used.db, (tx) => insertSession(tx, fields));
    if (row === "already-blocks") throw new Error(row);
    const { machines, tokenHash, ...same } = fields;
    expect(row).toMatchObject({ ...same, status: "provisioning", blocks: true, version: 0, spec: SPEC });
    expect(row.startedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(row.expiresAtMs).toBe(row.startedAtMs + 45 * 60_000);
    const unseen = { uid: null, vmiUid: null, lastNode: null, address: null, state: "unknown" };
    expect(row.machines).toEqual(machines.map((machine) => ({ ...machine, ...unseen })));
    expect(await tokenOf(row.id)).toBe(tokenHash);
    expect(row).not.toHaveProperty("tokenHash");
  });

  it("answers already-blocks for a student whose row blocks, and the transaction goes on", async () => {
    const { studentId } = await addSession(used.db);
    const second = await newSession(used.db, { studentId });
    const [answer, nowMs] = await inTransaction(used.db, async (tx) => [
      await insertSession(tx, second),
      await databaseNow(tx),
    ]);
    expect([answer, nowMs > 0]).toEqual(["already-blocks", true]);
    expect(await findSession(at(), second.id)).toBeNull();
  });

  it("lets one of ten simultaneous starts by one student in", async () => {
    const first = await newSession(used.db);
    const ids = "abcdefghij".split("").map((letter) => `${letter}${first.id.slice(1)}`);
    const wanted = await Promise.all(ids.map((id) => newSession(used.db, { ...first, id, machines: [] })));
    const answers = await Promise.all(
      wanted.map((s) => inTransaction(used.db, (tx) => insertSession(tx, s))),
    );
    expect(answers.filter((answer) => answer !== "already-blocks")).toHaveLength(1);
    const count = await clientOf(at()).labSession.count({ where: { studentId: first.studentId } });
    expect(count).toBe(1);
  });

  it("refuses an id that was used before", async () => {
    const { id } = await shaped("over");
    const again = await insertSession(at(), await newSession(used.db, { id })).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(again)).toBe(true);
  });
});

describe("clearOldBlocks", () => {
  it.each([
    ["claimed 10 minutes ago", 600_000, true],
    ["claimed a moment less than 10 minutes ago", 595_000, false],
  ])("a row %s", async (_name, agoMs, isCleared) => {
    const row = await shaped("ending");
    const ago = Prisma.sql`claimed_at = clock_timestamp() - ${agoMs}::float8 * interval '1 millisecond'`;
    await shape(used.db, row.id, ago);
    expect(await clearOldBlocks(at(), row.studentId)).toBe(isCleared ? 1 : 0);
    expect(await findSession(at(), row.id)).toMatchObject({ blocks: !isCleared, status: "ending" });
    const next = await insertSession(at(), await newSession(used.db, { studentId: row.studentId }));
    expect(next === "already-blocks").toBe(!isCleared);
  });

  it("leaves live rows and other students alone", async () => {
    const [live, other] = [await shaped("running"), await shaped("ending")];
    await shape(used.db, other.id, Prisma.sql`claimed_at = clock_timestamp() - interval '1 hour'`);
    expect(await clearOldBlocks(at(), live.studentId)).toBe(0);
    expect(await findSession(at(), other.id)).toMatchObject({ blocks: true });
  });
});

/** Which writes change a row of which shape: every other pair must answer null and change nothing. */
const WRITES: Record<string, { changes: Shape[]; run: (row: LabSession) => Promise<unknown> }> = {
  updateExpiry: {
    changes: ["provisioning", "running"],
    run: ({ id, version, expiresAtMs }) => updateExpiry(at(), { id, version, expiresAtMs: expiresAtMs + 1 }),
  },
  claimSession: {
    changes: ["provisioning", "running", "expired but live"],
    run: ({ id }) => claimSession(at(), { id, endReason: "returned" }),
  },
  "claimSession onlyExpired": {
    changes: ["expired but live"],
    run: ({ id }) => claimSession(at(), { id, endReason: "expired", onlyExpired: true }),
  },
  finishSession: { changes: ["ending"], run: ({ id }) => finishSession(at(), { id }) },
  markRunning: {
    changes: ["provisioning", "expired but live"],
    run: ({ id, version }) => markRunning(at(), { id, version, runningAtMs: 1_000 }),
  },
  markCreated: {
    changes: ["provisioning", "running", "expired but live"],
    run: async ({ id }) => ((await markCreated(at(), id)) ? true : null),
  },
};

describe.each(Object.entries(WRITES))("%s", (_name, { changes, run }) => {
  it.each(Object.keys(SHAPES) as Shape[])("on a row that is %s", async (name) => {
    const before = await shaped(name);
    const answer = await run(before);
    const after = await findSession(at(), before.id);
    if (changes.includes(name)) {
      expect(answer).not.toBeNull();
      expect(after?.version).toBe(before.version + 1);
    } else {
      expect(answer).toBeNull();
      expect(after).toEqual(before);
    }
  });
});

describe("a row that changed meanwhile", () => {
  it.each(["updateExpiry", "claimSession", "markRunning"] as const)("is left alone by %s", async (write) => {
    const { id, version, expiresAtMs } = await shaped("provisioning");
    await markCreated(at(), id);
    const old = { id, version };
    const answer = await {
      updateExpiry: () => updateExpiry(at(), { ...old, expiresAtMs: expiresAtMs + 1 }),
      claimSession: () => claimSession(at(), { ...old, endReason: "vanished" }),
      markRunning: () => markRunning(at(), { ...old, runningAtMs: 1 }),
    }[write]();
    expect(answer).toBeNull();
    expect(await findSession(at(), id)).toMatchObject({
      status: "provisioning",
      expiresAtMs,
      version: version + 1,
    });
  });
});

describe("claimSession", () => {
  it("kills the token, keeps the block and starts the count of tries anew", async () => {
    const { id } = await addSession(used.db, { tokenHash: "hash" });
    await shape(used.db, id, Prisma.sql`attempts = 3, last_failure = '{}', ghost_passes = 4`);
    const row = await claimSession(at(), {
      id,
      endReason: "ended-by-admin",
      reason: { code: "ended-by-admin" },
    });
    expect(row).toMatchObject({
      status: "ending",
      endReason: "ended-by-admin",
      reason: { code: "ended-by-admin" },
    });
    expect(row).toMatchObject({ blocks: true, attempts: 0, lastFailure: null, ghostPasses: 0 });
    expect(row?.claimedAtMs).toBeGreaterThanOrEqual(row?.startedAtMs ?? Infinity);
    expect(await tokenOf(id)).toBeNull();
  });

  it("expires at 0 ms left", async () => {
    const { id } = await addSession(used.db);
    await shape(used.db, id, Prisma.sql`expires_at = clock_timestamp()`);
    expect(await claimSession(at(), { id, endReason: "expired", onlyExpired: true })).not.toBeNull();
  });
});

describe("finishSession", () => {
  it.each(END_REASONS)("closes a row that ends as %s", async (endReason) => {
    const { id } = await shaped("running");
    await claimSession(at(), { id, endReason });
    const row = await finishSession(at(), { id });
    expect(row).toMatchObject({ status: terminalStatus(endReason), endReason, blocks: false });
    expect(row?.deleteAcceptedAtMs).toBeGreaterThanOrEqual(row?.claimedAtMs ?? Infinity);
    expect(row?.overAtMs).toBeGreaterThanOrEqual(row?.deleteAcceptedAtMs ?? Infinity);
  });

  it.each(["provisioning", "running", "over"] as const)(
    "closes no row that is %s, whatever the reason",
    async (name) => {
      const before = await shaped(name);
      await shape(
        used.db,
        before.id,
        name === "over" ? Prisma.sql`status = 'expired'` : Prisma.sql`version = 0`,
      );
      expect(await finishSession(at(), { id: before.id, endReason: "hard-deadline" })).toBeNull();
      expect(await findSession(at(), before.id)).toMatchObject({ version: 0, endReason: before.endReason });
    },
  );

  it("keeps when the delete was first accepted, and takes a reason that was seen only now", async () => {
    const { id } = await shaped("ending");
    await shape(used.db, id, Prisma.sql`end_reason = 'expired', delete_accepted_at = '2026-01-01T00:00:00Z'`);
    const row = await finishSession(at(), { id, endReason: "hard-deadline" });
    expect(row).toMatchObject({ status: "expired", endReason: "hard-deadline" });
    expect(row?.deleteAcceptedAtMs).toBe(Date.UTC(2026, 0, 1));
  });
});

describe("writes of a pass", () => {
  it.each(
    Object.entries({
      claimSession: (id: string, fence: number) => claimSession(at(), { id, endReason: "expired", fence }),
      markRunning: (id: string, fence: number) =>
        markRunning(at(), { id, version: 0, runningAtMs: 1_000, fence }),
      finishSession: async (id: string, fence: number) => {
        await shape(used.db, id, ENDING);
        return finishSession(at(), { id, fence });
      },
    }),
  )("%s goes through with the lease and writes nothing without it", async (_name, write) => {
    const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
    const fence = lease?.fence ?? 0;
    const [held, lost] = [await addSession(used.db), await addSession(used.db)];
    expect(await write(held.id, fence)).not.toBeNull();
    await freeLease(at(), fence);
    await expect(write(lost.id, fence)).rejects.toThrow(LeaseLost);
    expect(await findSession(at(), lost.id)).toMatchObject({ version: 0, runningAtMs: null, overAtMs: null });
  });

  it("answers null, not LeaseLost, where the lease is held and the row is another's", async () => {
    const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
    const { id } = await shaped("over");
    expect(await claimSession(at(), { id, endReason: "expired", fence: lease?.fence })).toBeNull();
    await freeLease(at(), lease?.fence ?? 0);
  });
});
