import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sessionListQuery } from "@/lib/contracts/sessions";
import type { Actor } from "@/lib/domain/person";
import type { VmiObject } from "@/lib/domain/world";
import { unknownWorld } from "@/lib/domain/world-index";
import type { Context } from "./context";
import { endSessions } from "./end-sessions";
import { getSession } from "./get-session";
import { getStudentView } from "./get-student-view";
import { listSessions } from "./list-sessions";
import { startMachine } from "./start-machine";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

const VMI: VmiObject = {
  namespace: NAMESPACE,
  name: "",
  uid: "vmi-1",
  createdAtMs: 0,
  deletingAtMs: null,
  finalizers: [],
  labels: {},
  owners: [],
  phase: "Running",
  nodeName: null,
  address: null,
  runningAtMs: null,
  isReady: true,
  isAgentConnected: true,
  conditions: [],
};
let world: LabWorld;
let mine: string;
let other: Actor & { type: "person" };
let theirs: string;
beforeAll(async () => {
  world = await openLabWorld();
  const secret = await world.addLab({
    cloudInit: { write_files: [{ path: "/root/flag", content: "flag{1}" }] },
  });
  other = await world.addStudent();
  mine = await started(world.student, secret.id);
  theirs = await started(other, world.lab.id);
});
afterAll(() => world.close());

async function started(actor: Actor, labId: string): Promise<string> {
  const result = await startSession(world.context, actor, { labId });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  await world.settled();
  return result.value.id;
}
/** The world's context where the cluster shows this of the second session; null: it does not answer. */
function seeing(vmi: Partial<VmiObject> | null): Context {
  const known = { state: "known", items: [], dateMs: 0 } as const;
  const name = `lab-${theirs}-1`;
  const shown = { ...VMI, name, ...vmi };
  const look = { ...unknownWorld("timeout"), vm: known, pod: known, vmi: { ...known, items: [shown] } };
  const seen = vmi === null ? unknownWorld("timeout") : look;
  const view = { ...world.context.cluster.view, machines: async () => ({ world: seen, ageMs: 0 }) };
  return { ...world.context, cluster: { ...world.context.cluster, view } };
}
const list = async (actor: Actor, query = {}) => {
  const answer = await listSessions(world.context, actor, sessionListQuery.parse(query));
  return answer.ok ? answer.value.items.map(({ id }) => id).sort() : answer.error.code;
};

describe("listSessions", () => {
  it("shows each what is theirs to see", async () => {
    const both = [mine, theirs].sort();
    expect(await list(world.admin)).toEqual(both);
    expect(await list({ type: "system", name: "cli" })).toEqual(both);
    expect(await list(world.instructor)).toEqual(both);
    expect(await list(world.student)).toEqual([mine]);
    expect(await list(await world.addStranger())).toEqual([]);
    expect(await list({ type: "system", name: "timer" })).toBe("forbidden");
  });
  it("cannot be widened by a filter", async () => {
    expect(await list(world.student, { studentId: other.id })).toEqual([]);
    expect(await list(other, { courseId: world.courseId, scope: "all", q: "p-" })).toEqual([theirs]);
  });
  it("finds by name and state", async () => {
    expect(await list(world.admin, { q: other.email })).toEqual([theirs]);
    expect(await list(world.admin, { status: "running" })).toEqual([]);
  });
  it("sends no spec and no bookkeeping", async () => {
    const answer = await listSessions(world.context, world.admin, sessionListQuery.parse({}));
    expect(JSON.stringify(answer)).not.toMatch(/spec|cloudInit|jobUid|ghostPasses|token/);
  });
});

describe("getSession", () => {
  it("tells owner, machines, events and objects, and how to reach it once it is seen to run", async () => {
    await world.sql(
      "UPDATE session_machine SET state = 'running', address = '10.1.2.3' WHERE session_id = $1",
      [mine],
    );
    const answer = await getSession(seeing(null), world.student, { id: mine });
    expect(answer).toMatchObject({
      value: {
        session: {
          studentEmail: world.student.email,
          access: [{ machineName: `lab-${mine}-1`, address: "10.1.2.3", command: "ssh student@10.1.2.3" }],
          events: [{ code: "started" }, { code: "created" }],
          hasSshKey: false,
        },
      },
    });
    expect(answer.ok && answer.value.session.resources).toMatchObject([
      { kind: "job", name: `lab-${mine}` },
      { kind: "networkPolicy", name: `lab-${mine}`, uid: null },
      { kind: "secret", name: `lab-${mine}-1-init`, uid: null },
      { kind: "vm", name: `lab-${mine}-1` },
    ]);
  });
  it("gives no command while the guest does not answer", async () => {
    const answer = await getSession(seeing(null), other, { id: theirs });
    expect(answer.ok && answer.value.session.access).toMatchObject([{ command: null }]);
  });
  it("shows a machine as the cluster shows it now, without waiting for a pass, and stores nothing", async () => {
    const before = await world.row(theirs);
    const seen = async (vmi: Partial<VmiObject>) => {
      const answer = await getSession(seeing(vmi), other, { id: theirs });
      return answer.ok ? answer.value.session : null;
    };
    expect(await seen({ phase: "Running", address: "10.9.9.9", nodeName: "node-2" })).toMatchObject({
      machines: [{ state: "running", lastNode: "node-2" }],
      access: [{ command: "ssh student@10.9.9.9" }],
    });
    expect(await seen({ phase: "Succeeded" })).toMatchObject({
      machines: [{ state: "stopped" }],
      access: [{ command: null }],
    });
    expect(await world.row(theirs)).toEqual(before);
  });
  it("keeps the cluster's own words from everybody but admins", async () => {
    const reason = { code: "unschedulable", params: { message: "0/5 nodes are available" } };
    await world.sql("UPDATE lab_session SET reason = $2 WHERE id = $1", [mine, JSON.stringify(reason)]);
    const reasonFor = async (actor: Actor) => {
      const answer = await getSession(world.context, actor, { id: mine });
      return answer.ok ? answer.value.session.reason : answer.error.code;
    };
    expect(await reasonFor(world.admin)).toEqual(reason);
    expect(await reasonFor(world.instructor)).toEqual({ code: "unschedulable", params: {} });
    expect(await reasonFor(world.student)).toEqual({ code: "unschedulable" });
    const view = await getStudentView(world.context, world.student);
    expect(JSON.stringify(view)).not.toContain("0/5 nodes");
    await world.sql("UPDATE lab_session SET reason = NULL WHERE id = $1", [mine]);
  });
  it("keeps the lab's cloud-init from its student", async () => {
    const seen = async (actor: Actor) => JSON.stringify(await getSession(world.context, actor, { id: mine }));
    expect(await seen(world.student)).not.toContain("flag{1}");
    expect(await seen(world.instructor)).toContain("flag{1}");
  });
  it.each([["another student's"], ["an unknown"]])("answers not-found for %s id", async (whose) => {
    const id = whose === "an unknown" ? "aaaaaaaaaa" : mine;
    expect(await getSession(world.context, other, { id })).toMatchObject({ error: { code: "not-found" } });
  });
});

describe("getStudentView", () => {
  it("shows the session that runs, the labs that can be started, and why the last one ended", async () => {
    const student = await world.addStudent();
    const before = await getStudentView(world.context, student);
    expect(before).toMatchObject({
      value: { me: { id: student.id, isInstructor: false }, session: null, lastSession: null },
    });
    expect(before.ok && before.value.labs.map(({ lab }) => lab)).toContainEqual(
      expect.objectContaining({ id: world.lab.id, sessionMinutes: 60, maxMinutes: 180 }),
    );
    const id = await started(student, world.lab.id);
    expect(await getStudentView(world.context, student)).toMatchObject({ value: { session: { id } } });
    await endSessions(world.context, student, { ids: [id] });
    expect(await getStudentView(world.context, student)).toMatchObject({
      value: { session: null, lastSession: { id, endReason: "returned" } },
    });
  });
  it("is for people", async () => {
    const answer = await getStudentView(world.context, { type: "system", name: "cli" });
    expect(answer).toMatchObject({ error: { code: "forbidden" } });
  });
});

describe("startMachine", () => {
  const start = (actor: Actor, id: string, machineName = `lab-${id}-1`) =>
    startMachine(world.context, actor, { sessionId: id, machineName });
  const vmi = () =>
    world.sim.cluster.store.get("virtualmachineinstances.kubevirt.io", NAMESPACE, `lab-${mine}-1`)?.metadata
      .uid;

  it("starts a machine that was powered off from inside, without a seat", async () => {
    world.sim.advance(60_000);
    const first = vmi();
    expect(first).toBeDefined();
    world.sim.orderMachine(NAMESPACE, `lab-${mine}-1`, "power-off");
    world.sim.advance(60_000);
    expect(vmi()).toBeUndefined();
    const full = world.contextWith({ config: { machineCap: 0 } });
    const input = { sessionId: mine, machineName: `lab-${mine}-1` };
    expect(await startMachine(full, world.student, input)).toEqual({ ok: true, value: { id: mine } });
    await vi.waitFor(() => expect(vmi()).toBeDefined(), { timeout: 4000 });
    expect(vmi()).not.toBe(first);
    const audit = await world.sql("SELECT params FROM audit_entry WHERE action = 'session.start-machine'");
    expect(audit).toEqual([{ params: { machine: `lab-${mine}-1` } }]);
  });
  it("is refused for another's, for a machine of none, past its time, and where the VM is gone", async () => {
    const code = async (answer: ReturnType<typeof start>) => {
      const { error } = (await answer) as { error?: { code: string; reason?: { code: string } } };
      return error?.reason?.code ?? error?.code;
    };
    expect(await code(start(other, mine))).toBe("not-found");
    expect(await code(start(world.student, mine, `lab-${theirs}-1`))).toBe("not-found");
    const vm = world.sim.cluster.store.get("virtualmachines.kubevirt.io", NAMESPACE, `lab-${theirs}-1`);
    if (vm) world.sim.cluster.delete(vm, {});
    world.sim.advance(60_000);
    expect(await code(start(other, theirs))).toBe("machine-missing");
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() WHERE id = $1", [theirs]);
    expect(await code(start(other, theirs))).toBe("session-expired");
    await endSessions(world.context, other, { ids: [theirs] });
    expect(await code(start(other, theirs))).toBe("session-over");
  });
});
