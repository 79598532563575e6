import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { endSessions } from "./end-sessions";
import { getCapacity } from "./get-capacity";
import { runReapPass } from "./run-reap-pass";
import { setSwitch } from "./set-switch";
import { startSession } from "./start-session";
import { type LabWorld, NAMESPACE, openLabWorld } from "./test-lab-world";

let world: LabWorld;
let sessionId: string;
beforeEach(async () => {
  world = await openLabWorld();
  const started = await startSession(world.context, world.student, { labId: world.lab.id });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  sessionId = started.value.id;
  await world.settled();
  world.sim.advance(60_000);
});
afterEach(() => world.close());

async function play(scenario: string): Promise<void> {
  const url = `${world.sim.url}/simulator/scenarios/${scenario}?namespace=${NAMESPACE}`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${world.sim.token}` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  world.sim.advance(120_000);
}
async function seen(): Promise<CapacityAnswer> {
  // A context of its own looks afresh: looks are shared for some seconds.
  const result = await getCapacity(world.contextWith({}), world.admin);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
async function runPassAndLook(): Promise<CapacityAnswer> {
  await runReapPass(world.context, world.admin, { trigger: "person" });
  return seen();
}
const VM_COUNT = "count/virtualmachines.kubevirt.io";
function quota(): void {
  const metadata = { name: "team", namespace: NAMESPACE };
  const hard = { [VM_COUNT]: "8", "requests.memory": "48Gi" };
  world.sim.seed([{ apiVersion: "v1", kind: "ResourceQuota", metadata, spec: { hard } }]);
}
const gaugeOf = ({ gauges }: CapacityAnswer, key: string) =>
  gauges.find(({ of }) => of.type === "quota" && of.key === key);
const machinesOn = ({ nodes }: CapacityAnswer) =>
  nodes?.reduce((sum, { machines }) => sum + (machines ?? 0), 0);

describe("capacity in a scenario", () => {
  it("calm: one seat of eight, on a node that is ready", async () => {
    await play("calm");
    const answer = await seen();
    expect(answer.seats).toMatchObject({ taken: 1, cap: 8, releasing: 0, freeByMs: null });
    expect(answer.gauges[0]).toMatchObject({ of: { type: "cap" }, percent: 12, state: "ok" });
    expect(machinesOn(answer)).toBe(1);
    expect(answer.nodes?.every(({ isReady }) => isReady)).toBe(true);
    expect(answer.unread).toEqual([]);
  });

  it("full: no lab has room under the cap, and who is refused hears by when a seat comes free", async () => {
    await world.addLab({ memoryMiB: 256 });
    await play("full");
    const answer = await seen();
    const freeByMs = (await world.row(sessionId)).startedAtMs + 180 * 60_000;
    expect(answer.seats).toMatchObject({ taken: 8, cap: 8, releasing: 0, freeByMs });
    expect(answer.gauges[0]).toMatchObject({
      of: { type: "cap" },
      percent: 100,
      state: "full",
      reserved: "0",
    });
    expect(answer.labs.map(({ room }) => room)).toMatchObject([
      { sessions: 0, binds: { type: "cap" } },
      { sessions: 0, binds: { type: "cap" } },
    ]);
    const refused = await startSession(world.context, await world.addStudent(), { labId: world.lab.id });
    expect(refused).toMatchObject({
      error: { reason: { code: "no-seat", params: { taken: 8, cap: 8, freeByMs } } },
    });
    // The whole way to the maximum: not the first expiry, which an extension moves.
    expect(refused.ok ? 0 : refused.error.retryAfterSeconds).toBeGreaterThan(61 * 60);
    expect((await runPassAndLook()).history).toMatchObject([{ taken: 8, cap: 8, refused: 1 }]);
  });

  it("stuck: what terminates for ever keeps its seat, and is told as being released", async () => {
    quota();
    await play("stuck");
    const answer = await seen();
    expect(answer.seats).toMatchObject({ taken: 2, releasing: 1 });
    expect(answer.gauges[0]).toMatchObject({ used: "2", releasing: "1" });
    // The machine that will not go was stopped long ago: it holds a VM of the quota, and no memory.
    expect(gaugeOf(answer, VM_COUNT)).toMatchObject({ used: "2", releasing: "1", reserved: "0" });
    expect(gaugeOf(answer, "requests.memory")).toMatchObject({ releasing: "0", reserved: "0" });

    await endSessions(world.context, world.student, { ids: [sessionId] });
    world.sim.advance(30_000);
    const ended = await seen();
    const memory = gaugeOf(ended, "requests.memory");
    expect(ended.gauges[0]).toMatchObject({ used: "2", releasing: "2" });
    expect(gaugeOf(ended, VM_COUNT)).toMatchObject({ used: "2", releasing: "2" });
    expect(memory).toMatchObject({ releasing: memory?.used, reserved: "0" });
    expect(memory?.used).not.toBe("0");
  });

  it("full: a launch under way is reserved until its machine is counted, each part once", async () => {
    quota();
    const idle = { ...world.contextWith({}), after: () => undefined };
    const before = await seen();
    const started = await startSession(idle, await world.addStudent(), { labId: world.lab.id });
    expect(started.ok).toBe(true);
    await play("full");
    const answer = await seen();
    const charge = answer.labs[0]?.charge ?? {};
    expect(gaugeOf(answer, VM_COUNT)).toMatchObject({
      used: "8",
      reserved: "1",
      releasing: "0",
      state: "full",
    });
    expect(gaugeOf(answer, "requests.memory")).toMatchObject({ reserved: charge["requests.memory"] });
    expect(gaugeOf(before, "requests.memory")).toMatchObject({ reserved: "0" });
    // The row has its seat, and the foreign machines theirs: more than the cap.
    expect(answer.gauges[0]).toMatchObject({ used: "9", reserved: "0", state: "over", percent: 112 });
  });

  it("node-lost: the node is not ready, and the room is what the others have", async () => {
    const before = await seen();
    const home = before.nodes?.find(({ machines }) => machines === 1)?.name;
    await play("node-lost");
    const answer = await seen();
    expect(answer.nodes?.filter(({ isReady }) => !isReady).map(({ name }) => name)).toEqual([home]);
    expect(answer.seats.taken).toBe(1);
    const byNodes = ({ labs }: CapacityAnswer) =>
      labs[0]?.room.allowances.find(({ bound }) => /^(node-|no-node)/.test(bound.type))?.sessions ?? 0;
    expect(byNodes(before)).toBeGreaterThan(byNodes(answer));
  });

  it("wrong-cluster: says that every start is refused, and promises nothing until then", async () => {
    expect((await runPassAndLook()).startsHeldBy).toBeNull();
    await play("wrong-cluster");
    expect((await runPassAndLook()).startsHeldBy).toBe("wrong-cluster");
    const refused = await startSession(world.context, await world.addStudent(), { labId: world.lab.id });
    expect(refused).toMatchObject({ error: { reason: { code: "wrong-cluster" } } });
  });

  it("calm, but switched off: says so", async () => {
    const off = { name: "no-new-sessions", isOn: true, message: "" } as const;
    expect((await setSwitch(world.context, world.admin, off)).ok).toBe(true);
    expect((await seen()).startsHeldBy).toBe("switched-off");
  });
});
