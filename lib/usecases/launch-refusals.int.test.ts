import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sessionListQuery } from "@/lib/contracts/sessions";
import { newestSample } from "@/lib/db/capacity-history";
import type { LabSpec } from "@/lib/domain/lab";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import { getSession } from "./get-session";
import { getStudentView } from "./get-student-view";
import { listSessions } from "./list-sessions";
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
afterEach(tidy);
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

/** Disks are bound when a pod of theirs has its node, by the named provisioner. */
function bindOnDemand(provisioner: string): void {
  golden();
  const metadata = { name: "standard" };
  const volumeBindingMode = "WaitForFirstConsumer";
  world.sim.seed([
    { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata, provisioner, volumeBindingMode },
  ]);
}

/** Somebody deletes each disk as soon as it is copied, before a machine has taken it. */
function loseDisks(): void {
  golden();
  const { store } = world.sim.cluster;
  stopLosing = store.onChange(({ object: { kind, metadata, status } }) => {
    if (kind !== "DataVolume" || (status as { phase?: string } | undefined)?.phase !== "Succeeded") return;
    const disk = store.get("persistentvolumeclaims", NAMESPACE, metadata.name);
    if (disk) store.remove(disk);
  });
}
let stopLosing = (): void => undefined;

/** A session that its student has started, a minute later by the cluster's clock. */
async function started(spec: Partial<LabSpec>): Promise<{ student: Actor & { type: "person" }; id: string }> {
  const lab = await world.addLab(spec);
  const student = await world.addStudent();
  const answer = await startSession(world.context, student, { labId: lab.id });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  await world.settled();
  world.sim.advance(60_000);
  return { student, id: answer.value.id };
}
/** Lets it wait past the launch limit; the row after the pass that looked. */
async function givenUp(id: string): Promise<LabSession> {
  const age = `interval '${PAST_LIMIT_MS} milliseconds'`;
  await world.sql(`UPDATE lab_session SET started_at = started_at - ${age} WHERE id = $1`, [id]);
  await runReapPass(world.context, world.admin, { trigger: "person" });
  return world.row(id);
}
async function seenBy(actor: Actor, id: string) {
  const answer = await getSession(world.context, actor, { id });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.session;
}
/** The view tells of what has changed when its watch does: until then the question is asked again. */
async function problemSeenBy(actor: Actor, id: string) {
  await expect.poll(async () => (await seenBy(actor, id)).launchProblem, { timeout: 5000 }).not.toBeNull();
  return (await seenBy(actor, id)).launchProblem;
}
function tidy(): void {
  const { store } = world.sim.cluster;
  const quotas = store.list("resourcequotas", NAMESPACE);
  for (const each of [...quotas, ...store.list("storageclasses.storage.k8s.io")]) store.remove(each);
  world.sim.setMissingImages([]);
  stopLosing();
}

/** While the launch is still under way: the whole of it to an admin, and to others what they may read. */
async function expectTold(student: Actor, id: string, reason: object): Promise<void> {
  const whole = await problemSeenBy(world.admin, id);
  expect(whole).toMatchObject(reason);
  // Of a disk that waits for its volume the cluster says nothing but that it waits.
  if (whole?.code !== "volume-unbound" || whole.params)
    expect(whole?.params?.message).toEqual(
      expect.stringMatching(/forbidden: exceeded|nodes are|pull|not found|does not exist/),
    );
  expect(await problemSeenBy(student, id)).toEqual({ code: whole?.code });
  const view = await getStudentView(world.context, student);
  expect(view).toMatchObject({ value: { session: { id, launchProblem: { code: whole?.code } } } });
  expect(JSON.stringify(view)).not.toMatch(/exceeded quota|nodes are|virt-launcher/);
  const staff = await problemSeenBy(world.instructor, id);
  const { message: _, ...shown } = whole?.params ?? {};
  expect({ code: staff?.code, params: staff?.params ?? {} }).toEqual({ code: whole?.code, params: shown });
  const list = await listSessions(world.context, world.admin, sessionListQuery.parse({}));
  expect(list.ok && list.value.items.find((each) => each.id === id)?.launchProblem).toEqual(whole);
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
      "a disk to copy that is not there",
      () => undefined,
      { disk: { type: "clone", sourcePvc: "gone", sourceNamespace: null, sizeMiB: 10_240 } },
      { code: "volume-missing", params: { volume: "gone" } },
      { refusedByQuota: 0, refusedByNodes: 0 },
    ],
    [
      "ErrorPvcNotFound: its own disk is gone before it has begun",
      loseDisks,
      CLONE,
      {
        code: "volume-missing",
        params: {
          volume: expect.stringMatching(/^lab-\w+-1/),
          message: expect.stringContaining("does not exist, waiting"),
        },
      },
      { refusedByQuota: 0, refusedByNodes: 0 },
    ],
    [
      "WaitingForVolumeBinding: what should make its disk's volume does not answer",
      () => bindOnDemand("disks.invalid/csi"),
      CLONE,
      { code: "volume-unbound" },
      { refusedByQuota: 0, refusedByNodes: 0 },
    ],
    [
      "a disk for which nobody has made a volume",
      () => bindOnDemand("kubernetes.io/no-provisioner"),
      CLONE,
      {
        code: "volume-unbound",
        params: { message: expect.stringContaining("find available persistent volumes to bind") },
      },
      { refusedByQuota: 0, refusedByNodes: 0 },
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
    const { student, id } = await started(spec);
    if ((await world.row(id)).status === "provisioning") await expectTold(student, id, reason);
    const row = await givenUp(id);
    expect(row).toMatchObject({ status: "failed", endReason: "launch-failed", reason });
    expect(await newestSample(world.context.db.at)).toMatchObject({ refused: 0, ...sample });
  });
});
