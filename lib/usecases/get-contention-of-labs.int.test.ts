import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentionReport } from "@/lib/domain/contention/report";
import { getContention } from "./get-contention";
import { startSession } from "./start-session";
import { type LabWorld, openLabWorld } from "./test-lab-world";

const STUDENTS = 6;
let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 4 });
  // Others are closed while the class starts, and open again when it is looked at.
  closeOthers(true);
  const small = { kind: "pod", cpus: 1, memoryMiB: 256 } as const;
  for (const lab of [world.lab, await world.addLab(small)]) await classStarts(lab.id);
  world.sim.advance(30_000);
  closeOthers(false);
});
afterAll(() => world.close());

function closeOthers(unschedulable: boolean): void {
  const nodes = world.sim.cluster.store.list("nodes").filter(({ metadata }) => metadata.name !== "node-1");
  world.sim.seed(nodes.map((node) => ({ ...node, spec: { unschedulable } })));
}

async function classStarts(labId: string): Promise<void> {
  const context = world.contextWith({ config: { machineCap: 100 } });
  for (let i = 0; i < STUDENTS; i++) {
    const started = await startSession(context, await world.addStudent(), { labId });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
  }
  await world.settled();
}

async function report(): Promise<ContentionReport> {
  const answer = await getContention(world.contextWith({}), world.instructor, { only: "labs" });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.report;
}

describe("a class that starts at once, on the simulated cluster", () => {
  it("is seen as the same phenomenon: launchers of VMs and lab pods on one node, and nobody else's pods", async () => {
    const { pods, nodes, focus, links } = await report();
    expect(pods.filter(({ name }) => name.startsWith("virt-launcher-"))).toHaveLength(STUDENTS);
    expect(pods.filter(({ name }) => name.startsWith("lab-"))).toHaveLength(STUDENTS);
    expect(pods).toHaveLength(2 * STUDENTS);
    expect(focus).toBe("node-1");
    expect(nodes.find(({ name }) => name === "node-1")?.newPods).toBeGreaterThanOrEqual(STUDENTS);
    const stateOf = (code: string) => links.find((each) => each.code === code)?.state;
    expect(stateOf("crowded-placement")).toBe("shown");
    expect(stateOf("simultaneous-cold-start")).toBe("shown");
    expect(stateOf("request-lowered")).toBe("unmeasured");
    expect(stateOf("restart-loop")).toBe("ruled-out");
  });
  it("has VMs whose guests may still boot, which no Ready tells", async () => {
    const row = (await report()).nodes.find(({ name }) => name === "node-1");
    expect(row?.youngGuests).toBeGreaterThan(0);
    expect(row?.coldStarting).toBeNull();
  });
});
