import { describe, expect, it } from "vitest";
import { clientOf } from "./at";
import { inTransaction } from "./database";
import {
  EnvironmentMismatch,
  ensureInstallation,
  lockInstallation,
  readInstallation,
  setPassNumber,
  storeNamespaceUids,
} from "./installation";
import { LeaseLost } from "./fence";
import { insertSession } from "./session-writes";
import { loadSeatRows } from "./session-reads";
import { newSession, testDatabase } from "./test-rows";

const used = testDatabase();

describe("ensureInstallation", () => {
  it("keeps the identity of the first start, also when many start at once", async () => {
    const first = await readInstallation(used.db.at);
    const again = await Promise.all([1, 2, 3, 4].map(() => ensureInstallation(used.db.at, "test")));
    expect(again).toEqual([first, first, first, first]);
    expect(first).toMatchObject({ environment: "test", namespaceUids: {}, passNumber: 0 });
    expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("stops a start under another name with a sentence that names both", async () => {
    const refused = ensureInstallation(used.db.at, "prod");
    await expect(refused).rejects.toThrow(EnvironmentMismatch);
    await expect(refused).rejects.toThrow('belongs to environment "test" and cannot serve "prod"');
    expect((await readInstallation(used.db.at)).environment).toBe("test");
  });

  it("is the only row there can be", async () => {
    const second = clientOf(used.db.at)
      .$executeRaw`INSERT INTO installation (is_only, id, environment) VALUES (false, 'x', 'test')`;
    await expect(second).rejects.toThrow("installation_is_only");
  });
});

describe("what an installation remembers", () => {
  it("stores namespace UIDs and the pass number, but not for a pass without the lease", async () => {
    await storeNamespaceUids(used.db.at, { labs: "uid-1" });
    await setPassNumber(used.db.at, 41);
    await expect(storeNamespaceUids(used.db.at, { labs: "uid-2" }, 7)).rejects.toThrow(LeaseLost);
    await expect(setPassNumber(used.db.at, 99, 7)).rejects.toThrow(LeaseLost);
    expect(await readInstallation(used.db.at)).toMatchObject({
      namespaceUids: { labs: "uid-1" },
      passNumber: 41,
    });
  });
});

describe("lockInstallation", () => {
  it("lets exactly 8 of 20 that race for 8 seats in", async () => {
    const wanted = await Promise.all(Array.from({ length: 20 }, () => newSession(used.db)));
    const takeSeat = (session: (typeof wanted)[number]) =>
      inTransaction(used.db, async (tx) => {
        await lockInstallation(tx);
        const taken = (await loadSeatRows(tx)).reduce((sum, row) => sum + row.machines.length, 0);
        return taken + session.machines.length <= 8 ? insertSession(tx, session) : "no-seat";
      });
    const answers = await Promise.all(wanted.map(takeSeat));
    expect(answers.filter((answer) => answer === "no-seat")).toHaveLength(12);
    expect(await loadSeatRows(used.db.at)).toHaveLength(8);
  });
});
