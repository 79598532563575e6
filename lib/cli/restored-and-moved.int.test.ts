import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOperator, type Operator, type Site } from "./test-operator";

const MINUTE_MS = 60_000;

let operator: Operator;
let site: Site;
let people = 0;
beforeEach(async () => {
  operator = await openOperator();
  site = await operator.newSite();
});
afterEach(() => operator.close());

const curfew = (...words: string[]) => operator.curfew(site, ...words);

/** Starts sessions, answers their ids and lets a quarter of an hour go by. */
async function start(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const student = `student-${(people += 1)}@school.test`;
    await done(curfew("people", "add", student));
    const { id } = JSON.parse(await done(curfew("start", "--lab", "vm", "--student", student, "--json"))) as {
      id: string;
    };
    ids.push(id);
  }
  site.sim.advance(15 * MINUTE_MS);
  const columns = ["started_at", "expires_at", "created_at", "running_at"];
  const earlier = columns.map((column) => `${column} = ${column} - interval '15 minutes'`);
  await operator.sql(
    `UPDATE lab_session SET ${earlier.join(", ")} WHERE status IN ('provisioning', 'running')`,
  );
  return ids;
}

async function done(said: Promise<{ status: number; text: string }>): Promise<string> {
  const { status, text } = await said;
  expect(status, text).toBe(0);
  return text;
}

const machinesOf = (ids: readonly string[]) => ids.map((id) => `lab-${id}-1`).toSorted();

describe("a database that is restored to an hour ago", () => {
  it("has nothing deleted until it is accepted, and is put right as docs/operations.md says", async () => {
    const [ended = "", ...stay] = await start(3);
    expect(await done(curfew("pass"))).toContain("clean");
    await operator.backUp();
    await done(curfew("end", ended));
    const since = await start(5);
    for (let i = 0; i < 2; i++) expect(await done(curfew("pass"))).toContain("clean");
    const there = machinesOf([...stay, ...since]);
    expect(site.machines()).toEqual(there);
    const lease = site.leaseNumber() ?? 0;

    await operator.restore();
    for (let i = 0; i < 2; i++) expect(await done(curfew("pass"))).toContain("Held: old-database");
    await done(curfew("people", "add", "late@school.test"));
    const refused = await curfew("start", "--lab", "vm", "--student", "late@school.test");
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining("old-database") });
    await curfew("end", stay[0] ?? "");
    expect(site.machines()).toEqual(there);
    expect(site.leaseNumber()).toBe(lease);

    await done(curfew("switch", "no-new-sessions", "on", "--message", "Back at 15:00"));
    expect((await curfew("accept", "--number", String(lease + 1))).status).toBe(1);
    await done(curfew("accept", "--number", String(lease)));
    expect(await done(curfew("pass", "--dry-run"))).toContain("Brake: holds 5 of orphan");
    expect(await done(curfew("pass"))).toContain("Brake: 5 of orphan found, 3 allowed");
    // Of the row that knows it, the one that a person ended goes; the five without one stay until somebody says so.
    expect(site.machines()).toEqual(machinesOf([...stay.slice(1), ...since]));
    expect(await done(curfew("confirm"))).toContain(`orphan:${since[0]}:vm`);
    await done(curfew("confirm", "--direction", "orphan", "--all"));
    await done(curfew("pass"));
    expect(site.machines()).toEqual(machinesOf(stay.slice(1)));
    expect(await done(curfew("pass"))).toContain("clean");
    expect(await done(curfew("sessions"))).not.toContain(ended);
    expect(site.leaseNumber()).toBeGreaterThan(lease);

    await done(curfew("switch", "no-new-sessions", "off"));
    await done(curfew("start", "--lab", "vm", "--student", "late@school.test"));
  }, 60_000);
});

describe("a move to another cluster", () => {
  it("ends sessions there, begins anew here, and lets the old release do nothing more", async () => {
    const ids = await start(2);
    expect(await done(curfew("pass"))).toContain("clean");
    const old = site;
    await done(curfew("switch", "no-new-sessions", "on", "--message", "We move at 18:00."));
    await done(curfew("people", "add", "late@school.test"));
    expect((await curfew("start", "--lab", "vm", "--student", "late@school.test")).status).toBe(1);
    await done(curfew("end", ...ids));
    expect(await done(curfew("pass"))).toContain("clean");
    expect(await done(curfew("sessions"))).toBe("No session is live or ending.");
    expect(old.machines()).toEqual([]);

    site = await operator.newSite();
    expect((await curfew("pass")).text).toContain("Held: wrong-cluster");
    expect(site.leaseNumber()).toBeNull();
    await done(curfew("adopt", "--namespace", "curfew-vms"));
    expect(await done(curfew("pass"))).toContain("clean");
    expect(site.leaseNumber()).toBeGreaterThan(old.leaseNumber() ?? 0);
    await done(curfew("switch", "no-new-sessions", "off"));
    const [moved = ""] = await start(1);
    expect(await done(curfew("pass"))).toContain("clean");
    expect(site.machines()).toEqual(machinesOf([moved]));

    expect((await operator.curfew(old, "pass")).text).toContain("Held: wrong-cluster");
    await operator.curfew(old, "end", moved);
    expect(await done(curfew("sessions"))).toContain(moved);
    expect(site.machines()).toEqual(machinesOf([moved]));
  }, 60_000);
});
