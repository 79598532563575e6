import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestSample } from "@/lib/db/capacity-history";
import type { LabSpec } from "@/lib/domain/lab";
import type { LabSession } from "@/lib/domain/session";
import { runReapPass } from "./run-reap-pass";
import { startSession } from "./start-session";
import { type LabWorld, NAMESPACE, openLabWorld } from "./test-lab-world";

/** Longer than the launch limit of ten minutes. */
const PAST_LIMIT_MS = 11 * 60_000;
const CLONE: Partial<LabSpec> = {
  disk: { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 10_240 },
};

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

function quota(name: string, hard: Record<string, string>): void {
  const metadata = { name, namespace: NAMESPACE };
  world.sim.seed([{ apiVersion: "v1", kind: "ResourceQuota", metadata, spec: { hard } }]);
}
function golden(): void {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } } };
  const metadata = { name: "golden", namespace: NAMESPACE };
  world.sim.seed([
    { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec, status: { phase: "Bound" } },
  ]);
}

/** Starts a session and lets it wait past the launch limit; the row after the pass that looked. */
async function launched(spec: Partial<LabSpec>): Promise<LabSession> {
  const lab = await world.addLab(spec);
  const started = await startSession(world.context, await world.addStudent(), { labId: lab.id });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  const { id } = started.value;
  await world.settled();
  world.sim.advance(60_000);
  const age = `interval '${PAST_LIMIT_MS} milliseconds'`;
  await world.sql(`UPDATE lab_session SET started_at = started_at - ${age} WHERE id = $1`, [id]);
  await runReapPass(world.context, world.admin, { trigger: "person" });
  return world.row(id);
}
function tidy(): void {
  for (const each of world.sim.cluster.store.list("resourcequotas", NAMESPACE))
    world.sim.cluster.store.remove(each);
  world.sim.setMissingImages([]);
}

describe("a launch that capacity refuses after its row is there", () => {
  it.each<[string, () => void, Partial<LabSpec>, object, object]>([
    [
      "403 on the VM's create",
      () => quota("machines", { "count/virtualmachines.kubevirt.io": "0" }),
      {},
      { code: "quota-exceeded", params: { quota: "machines", hard: "0" } },
      { refusedByQuota: 1, refusedByNodes: 0 },
    ],
    [
      "a launcher pod over the quota, the VM staying Starting",
      () => quota("memory", { "requests.memory": "1Gi" }),
      {},
      { code: "quota-exceeded", params: { quota: "memory", key: "requests.memory", used: "0", hard: "1Gi" } },
      { refusedByQuota: 1, refusedByNodes: 0 },
    ],
    [
      "a disk over the quota, the DataVolume staying Pending",
      () => {
        golden();
        quota("disks", { "requests.storage": "12Gi" });
      },
      CLONE,
      { code: "quota-exceeded", params: { quota: "disks", key: "requests.storage", hard: "12Gi" } },
      { refusedByQuota: 1, refusedByNodes: 0 },
    ],
    [
      "ErrorUnschedulable",
      () => undefined,
      { memoryMiB: 262_144 },
      { code: "unschedulable" },
      { refusedByQuota: 0, refusedByNodes: 1 },
    ],
    [
      "ErrImagePull, which is no want of room",
      () => world.sim.setMissingImages(["labs/none"]),
      { image: "registry.test/labs/none:1" },
      { code: "image-pull", params: { image: "registry.test/labs/none:1" } },
      { refusedByQuota: 0, refusedByNodes: 0 },
    ],
  ])("%s", async (_, arrange, spec, reason, sample) => {
    arrange();
    const row = await launched(spec);
    tidy();
    expect(row).toMatchObject({ status: "failed", endReason: "launch-failed", reason });
    expect(await newestSample(world.context.db.at)).toMatchObject({ refused: 0, ...sample });
  });
});
