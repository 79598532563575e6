import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runReapPass } from "./run-reap-pass";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

const STUDENTS = 20;
const HARD = 5;
const KINDS = ["virtualmachines.kubevirt.io", "jobs.batch", "secrets", "networkpolicies.networking.k8s.io"];
let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 9 });
  world.sim.seed([
    {
      ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "team", namespace: NAMESPACE } },
      spec: { hard: { "count/virtualmachines.kubevirt.io": String(HARD) } },
    },
  ]);
});
afterAll(() => world.close());

/** What bears a session's label. */
const left = (kind: string) =>
  world.sim.cluster.store
    .list(kind, NAMESPACE)
    .filter(({ metadata }) => metadata.labels?.["curfew.dev/session"] !== undefined).length;

describe("twenty students racing for 8 seats of which the quota allows 5", () => {
  it("make exactly 5 machines; the others are told why, leave nothing behind, and are not locked out", async () => {
    const students = [];
    for (let count = 0; count < STUDENTS; count++) students.push(await world.addStudent());
    const answers = await Promise.all(
      students.map((student) => startSession(world.context, student, { labId: world.lab.id })),
    );
    await world.settled();
    // A creator that could not end what it began leaves it to the next pass.
    await runReapPass(world.context, world.admin, { trigger: "person" });

    expect(left("virtualmachines.kubevirt.io")).toBe(HARD);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.reason?.code]));
    expect(new Set(refused)).toEqual(new Set(["no-seat"]));
    const rows = await Promise.all(
      answers.flatMap((answer) => (answer.ok ? [world.row(answer.value.id)] : [])),
    );
    const failed = rows.filter(({ status }) => status === "failed");
    expect(rows.length - failed.length).toBe(HARD);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    for (const row of failed) {
      expect(row).toMatchObject({ endReason: "launch-failed", blocks: false });
      expect(row.reason).toMatchObject({ code: "quota-exceeded", params: { quota: "team", hard: "5" } });
    }

    world.sim.advance(60_000);
    for (const kind of KINDS) expect([kind, left(kind)]).toEqual([kind, HARD]);
    const blocking = await world.sql("SELECT id FROM lab_session WHERE blocks");
    expect(blocking).toHaveLength(HARD);
  });
});
