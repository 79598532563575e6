import { describe, expect } from "vitest";
import { eventually, needs } from "@/lib/cluster/test-site";
import type { LabSpec } from "@/lib/domain/lab";
import { NAMESPACE } from "./test-lab-world";
import { MIN, reapWorld, tallies } from "./test-reap-world";

/** A cluster on which KubeVirt was never installed. */
const world = reapWorld({ kubevirt: false });
const POD: Partial<LabSpec> = { kind: "pod", cpus: 0.5, memoryMiB: 128 };

describe("without KubeVirt", () => {
  needs("kubelet")("lab pods are started, settled and reclaimed, and the passes are clean", async () => {
    const [id = ""] = await world.running(1, await world.addLab(POD));
    expect(await world.row(id)).toMatchObject({
      status: "running",
      isUnguarded: false,
      machines: [{ state: "running" }],
    });
    await world.expire([id]);
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "clean", world: { vm: "absent", vmi: "absent", pod: "known" } });
    expect(tallies(summary)).toEqual(["expired 1/1/0/0/0"]);
    await world.emptied(id);
  });
  needs("kubelet")("a pod that ended by itself is gone: its session is failed", async () => {
    const [id = ""] = await world.running(1, await world.addLab(POD));
    await world.age([id], 5 * MIN);
    world.sim.orderMachine(NAMESPACE, `lab-${id}-1`, "power-off");
    world.later(MIN);
    expect(tallies(await world.pass())).toEqual(["ghost 1/1/0/0/0"]);
    expect(await world.row(id)).toMatchObject({ status: "failed", endReason: "vanished" });
    await world.emptied(id);
  });
  needs()("a pod that no row knows is an orphan", async () => {
    const [id = ""] = await world.running(1, await world.addLab(POD));
    await world.sql("DELETE FROM lab_session");
    world.later(2 * MIN);
    expect(tallies(await world.pass())).toEqual(["orphan 1/1/0/0/0"]);
    world.later(MIN);
    await eventually(async () => expect(await world.names("pods")).toEqual([]));
    expect((await world.objectsOf(id)).length).toBeGreaterThan(0);
  });
  needs("no-kubevirt")(
    "a row that has VMs makes its absence unknown: nothing of it is judged, expiry goes on",
    async () => {
      const [id = "", due = ""] = await world.running(2, await world.addLab(POD));
      await world.age([id], 5 * MIN);
      await world.sql("UPDATE lab_session SET kind = 'vm' WHERE id = ANY($1)", [[id, due]]);
      await world.expire([due]);
      const summary = await world.pass();
      expect(summary).toMatchObject({ outcome: "partial", world: { vm: "unknown", vmi: "unknown" } });
      expect(summary.directions.ghost.found).toBe(0);
      expect(await world.row(id)).toMatchObject({ status: "running" });
    },
  );
});
