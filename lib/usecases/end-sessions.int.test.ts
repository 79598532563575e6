import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "@/lib/db/session-events";
import type { Actor } from "@/lib/domain/person";
import { endSessions } from "./end-sessions";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 9 });
});
afterAll(() => world.close());
afterEach(() => world.sim.clearFaults());

const big = { config: { machineCap: 100 } };
async function started(machineCount = 1) {
  const student = await world.addStudent();
  const lab = machineCount === 1 ? world.lab : await world.addLab({ machineCount });
  const result = await startSession(world.contextWith(big), student, { labId: lab.id });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  await world.settled();
  return { student, id: result.value.id };
}
async function endOne(actor: Actor, id: string, options = {}) {
  const answer = await endSessions(world.context, actor, { ids: [id] }, options);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value[0]?.result;
}
function objectsOf(id: string): string[] {
  return ["jobs.batch", "secrets", "virtualmachines.kubevirt.io", "pods", "networkpolicies.networking.k8s.io"]
    .flatMap((key) => world.sim.cluster.store.list(key, NAMESPACE))
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.includes(id));
}

describe("endSessions", () => {
  it("gives a group back whole, and finds when it was gone", async () => {
    const { student, id } = await started(3);
    expect(objectsOf(id).length).toBeGreaterThan(6);
    expect(await endOne(student, id)).toEqual({ ok: true, value: { id, status: "ended" } });
    await world.settled();
    const row = await world.row(id);
    expect(row).toMatchObject({
      status: "ended",
      endReason: "returned",
      reason: { code: "returned" },
      blocks: false,
    });
    expect(row.goneAtMs).toBeGreaterThanOrEqual(row.deleteAcceptedAtMs ?? Infinity);
    world.sim.advance(60_000);
    expect(objectsOf(id)).toEqual([]);
    const codes = (await listEvents(world.db.at, id)).map(({ code }) => code);
    expect(codes).toEqual(["started", "created", "claimed", "delete-accepted", "gone"]);
  });

  it("names the admin who ended it", async () => {
    const { id } = await started();
    await endOne(world.admin, id);
    expect(await world.row(id)).toMatchObject({
      endReason: "ended-by-admin",
      reason: { code: "ended-by-admin", params: { by: world.admin.name } },
    });
    const audit = await world.sql(
      "SELECT actor_id FROM audit_entry WHERE action = 'session.end' AND subject_id = $1",
      [id],
    );
    expect(audit).toEqual([{ actor_id: world.admin.id }]);
  });

  it("calls a session with no time left expired, whoever presses the button", async () => {
    const { student, id } = await started();
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    expect(await endOne(student, id)).toMatchObject({ value: { status: "expired" } });
  });

  it("says hard-deadline where the deadline Job had ended it before", async () => {
    const { student, id } = await started();
    world.sim.advance(196 * 60_000);
    expect(objectsOf(id)).toEqual([]);
    await world.sql(
      `UPDATE lab_session SET started_at = now() - interval '196 min', expires_at = now() - interval '136 min'
       WHERE id = $1`,
      [id],
    );
    expect(await endOne(student, id)).toMatchObject({ value: { status: "expired" } });
    expect((await world.row(id)).endReason).toBe("hard-deadline");
  });

  it.each([409, 500, 403, 422])("stays ending with its failure where a delete answers %i", async (status) => {
    const { student, id } = await started();
    world.sim.fault({ match: { method: "DELETE", namePattern: `${id}-1$` }, act: { status } });
    expect(await endOne(student, id)).toMatchObject({ value: { status: "ending" } });
    expect(await world.row(id)).toMatchObject({
      status: "ending",
      attempts: 1,
      lastFailure: { resource: `lab-${id}-1`, status },
      deleteAcceptedAtMs: null,
    });
    world.sim.clearFaults();
    expect(await endOne(student, id)).toMatchObject({ value: { status: "ended" } });
    expect(await world.row(id)).toMatchObject({ attempts: 0, lastFailure: null });
  });

  it("answers in time where the cluster hangs, and goes on behind", async () => {
    const { student, id } = await started();
    world.sim.fault({ match: { method: "DELETE", namePattern: `${id}-1$` }, act: { waitMs: 1500 } });
    expect(await endOne(student, id, { patienceMs: 50 })).toMatchObject({ value: { status: "ending" } });
    await world.settled();
    expect((await world.row(id)).status).toBe("ended");
  });

  it("deletes nothing in the wrong cluster: the row waits", async () => {
    const { student, id } = await started();
    const uid = world.sim.setNamespaceUid(NAMESPACE, "another-cluster");
    const before = objectsOf(id);
    expect(await endOne(student, id)).toMatchObject({ value: { status: "ending" } });
    expect(objectsOf(id)).toEqual(before);
    expect(await world.row(id)).toMatchObject({
      status: "ending",
      lastFailure: { resource: "cluster", error: "wrong-cluster" },
    });
    world.sim.setNamespaceUid(NAMESPACE, uid);
    expect(await endOne(student, id)).toMatchObject({ value: { status: "ended" } });
  });

  it("is refused once it is over, and for whom it is not", async () => {
    const { student, id } = await started();
    const other = await world.addStudent();
    expect(await endOne(other, id)).toMatchObject({ error: { code: "not-found" } });
    expect((await world.row(id)).status).toBe("provisioning");
    await endOne(student, id);
    expect(await endOne(student, id)).toMatchObject({ error: { reason: { code: "session-over" } } });
  });

  it("lets one item's failure be its own among twelve", async () => {
    const all = [];
    for (let count = 0; count < 12; count++) all.push((await started()).id);
    const [bad = ""] = all;
    world.sim.fault({ match: { method: "DELETE", namePattern: bad }, act: { status: 500 } });
    const answer = await endSessions(world.context, world.instructor, { ids: all });
    const statuses = answer.ok
      ? answer.value.map(({ result }) => (result.ok ? result.value.status : "?"))
      : [];
    expect(statuses).toEqual(["ending", ...Array.from({ length: 11 }, () => "ended")]);
  });
});
