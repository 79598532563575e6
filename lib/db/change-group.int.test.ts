import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { keepSample, newestSample } from "./capacity-history";
import { ChangeGroup } from "./change-group";
import { freeLease, LeaseLost, takeLease } from "./lease";
import { listEvents } from "./session-events";
import { claimSession } from "./session-writes";
import { addSession, ENDING, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const event = { code: "claimed", params: { endReason: "expired" }, actor: "reaper" };

async function sessions(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await addSession(used.db)).id);
  return ids;
}
const failures: unknown[] = [];
const newGroup = () => new ChangeGroup(at(), (error) => void failures.push(error));
afterEach(() => expect(failures.splice(0)).toEqual([]));
const claim = (group: ChangeGroup, id: string, fence?: number) =>
  claimSession(group, { id, endReason: "expired", fence, tell: { event } });
const codes = async (id: string) => (await listEvents(at(), id)).map(({ code }) => code);

/** Sends nothing but counts what the connections of the pool send. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  const { prototype } = pg.Client;
  const original = prototype.query;
  let statements = 0;
  prototype.query = function counted(this: pg.Client, ...args: unknown[]): never {
    statements += 1;
    return Reflect.apply(original, this, args) as never;
  } as typeof original;
  try {
    return { answer: await work(), statements };
  } finally {
    prototype.query = original;
  }
}

describe("changes that come at the same time", () => {
  it("go out as one statement, which tells of each", async () => {
    const ids = await sessions(3);
    const group = newGroup();
    await used.db.missingMigrations();
    const { answer, statements } = await statementsOf(() => Promise.all(ids.map((id) => claim(group, id))));
    expect(statements).toBe(1);
    expect(answer.map((row) => [row?.id, row?.status])).toEqual(ids.map((id) => [id, "ending"]));
    for (const id of ids) expect(await codes(id)).toEqual(["claimed"]);
  });

  it("go out as one statement too where a quota refused them all alike, and each counts as a refusal", async () => {
    const ids = await sessions(3);
    const group = newGroup();
    const tell = { event, refusedBy: "quota" } as const;
    const { statements } = await statementsOf(() =>
      Promise.all(ids.map((id) => claimSession(group, { id, endReason: "launch-failed", tell }))),
    );
    const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
    await keepSample(at(), lease?.fence ?? 0, { taken: 0, cap: 8, releasing: 0 });
    await freeLease(at(), lease?.fence ?? 0);
    expect(await newestSample(at())).toMatchObject({ refused: 0, refusedByQuota: 3, refusedByNodes: 0 });
    expect(statements).toBe(1);
  });

  it("leave out the row that is not as wanted, and nothing is told of it", async () => {
    const [a = "", over = "", b = ""] = await sessions(3);
    await shape(used.db, over, ENDING);
    const group = newGroup();
    const [first, none, last] = await Promise.all([a, over, b].map((id) => claim(group, id)));
    expect([first?.status, none, last?.status]).toEqual(["ending", null, "ending"]);
    expect(await codes(over)).toEqual([]);
  });

  it("do not wait for a row that another transaction has locked", async () => {
    const [free = "", locked = ""] = await sessions(2);
    const other = new pg.Client({ connectionString: used.url });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM lab_session WHERE id = $1 FOR UPDATE", [locked]);
    const group = newGroup();
    const [claimedFree, claimedLocked] = [claim(group, free), claim(group, locked)];
    expect(await claimedFree).toMatchObject({ id: free, status: "ending" });
    await other.query("COMMIT");
    await other.end();
    expect(await claimedLocked).toMatchObject({ id: locked, status: "ending" });
  });

  it("go out one by one where the common statement fails, so that one row's failure stays its own", async () => {
    const [good = "", bad = ""] = await sessions(2);
    const client = new pg.Client({ connectionString: used.url });
    await client.connect();
    await client.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.id = '${bad}' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`);
    await client.query(
      "CREATE TRIGGER refuse BEFORE UPDATE ON lab_session FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    const group = newGroup();
    const [one, other] = await Promise.allSettled([claim(group, good), claim(group, bad)]);
    await client.query("DROP TRIGGER refuse ON lab_session");
    await client.end();
    expect(one).toMatchObject({ status: "fulfilled", value: { id: good, status: "ending" } });
    expect(other).toMatchObject({ status: "rejected", reason: { message: "refused" } });
    expect(await codes(bad)).toEqual([]);
    // Told of once, for both: without that nobody learns why a pass has become slow.
    expect(failures.splice(0)).toEqual([expect.objectContaining({ message: "refused", code: "P0001" })]);
  });

  it("change nothing where the lease is lost, and say so to each", async () => {
    const ids = await sessions(2);
    const lease = await takeLease(at(), { holder: "test", seconds: 55, trigger: "timer" });
    if (!lease) throw new Error("the lease is not free");
    await freeLease(at(), lease.fence);
    const group = newGroup();
    const all = await Promise.allSettled(ids.map((id) => claim(group, id, lease.fence)));
    expect(all.map((one) => one.status === "rejected" && one.reason instanceof LeaseLost)).toEqual([
      true,
      true,
    ]);
    for (const id of ids) expect(await codes(id)).toEqual([]);
  });
});
