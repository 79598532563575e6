import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seatFreeByMs } from "@/lib/domain/seats";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

const VMS = "virtualmachines.kubevirt.io";
const STUDENTS = 20;
let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 9 });
});
afterAll(() => world.close());

async function race(machineCount: number) {
  const lab = await world.addLab({ machineCount });
  const students = [];
  for (let count = 0; count < STUDENTS; count++) students.push(await world.addStudent());
  const answers = await Promise.all(
    students.map((student) => startSession(world.context, student, { labId: lab.id })),
  );
  await world.settled();
  return {
    started: answers.flatMap((answer) => (answer.ok ? [answer.value.id] : [])),
    refused: answers.flatMap((answer) => (answer.ok ? [] : [answer.error])),
  };
}
const vmCount = () => world.sim.cluster.store.list(VMS, NAMESPACE).length;

describe("twenty students racing for 8 seats", () => {
  it("make exactly 8 machines, and the others are told by when one comes free", async () => {
    const { started, refused } = await race(1);
    expect(started).toHaveLength(8);
    expect(vmCount()).toBe(8);
    const rows = await Promise.all(started.map(world.row));
    expect(refused).toHaveLength(12);
    const freeByMs = seatFreeByMs(rows);
    for (const refusal of refused) {
      expect(refusal.reason).toEqual({ code: "no-seat", params: { taken: 8, cap: 8, freeByMs } });
      expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(await world.sql("SELECT id FROM lab_session")).toHaveLength(8);
  });

  it("with groups of three get two groups whole, once the seats are free", async () => {
    await world.sql(
      `UPDATE lab_session SET status = 'ended', blocks = false, end_reason = 'returned', token_hash = NULL,
         claimed_at = now(), over_at = now()`,
    );
    const stillListed = await race(3);
    expect(stillListed.started).toEqual([]);
    for (const vm of world.sim.cluster.store.list(VMS, NAMESPACE)) world.sim.cluster.delete(vm, {});
    world.sim.advance(120_000);
    expect(vmCount()).toBe(0);
    const { started } = await race(3);
    expect(started).toHaveLength(2);
    expect(vmCount()).toBe(6);
  });
});
