import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jobName, machineName } from "@/lib/domain/names";
import type { Actor } from "@/lib/domain/person";
import { getDoctor } from "./get-doctor";
import { getSessionBackstops } from "./get-session-backstops";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
let id: string;
beforeAll(async () => {
  world = await openLabWorld();
  const started = await startSession(world.context, world.student, { labId: world.lab.id });
  if (!started.ok) throw new Error(started.error.code);
  await world.settled();
  id = started.value.id;
});
afterEach(() => world.sim.clearFaults());
afterAll(() => world.close());

const deployment = (name: string, labels: object, image: string, args: string[] = []) => {
  const template = { metadata: { labels }, spec: { containers: [{ name, image, args }] } };
  const spec = { replicas: 1, selector: { matchLabels: labels }, template };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: "default", labels },
    spec,
  };
};
const stored = (resource: string, name: string) => {
  const object = world.sim.cluster.store.get(resource, NAMESPACE, name);
  if (!object) throw new Error(`There is no ${name}.`);
  return object;
};
/** Through a view of its own, which has kept nothing. */
async function codes(actor: Actor = world.student): Promise<(string | null)[]> {
  const answer = await getSessionBackstops(world.contextWith({}), actor, { id });
  if (!answer.ok) return [answer.error.code];
  return answer.value.machines.flatMap(({ layers }) => layers.map(({ code }) => code));
}
async function doctorCodes(): Promise<string[]> {
  const answer = await getDoctor(world.contextWith({}), world.admin);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.lines.map(({ code }) => code);
}

describe("what would end a session's machine without the app", () => {
  it("is its deadline Job, until the moment that its own start and deadline tell", async () => {
    expect(await codes()).toEqual(["job-armed", "pod-impossible", "kyverno-absent", "janitor-absent"]);
    const answer = await getSessionBackstops(world.context, world.student, { id });
    const { startTime } = stored("jobs.batch", jobName(id)).status as { startTime: string };
    expect(answer).toMatchObject({
      value: { machines: [{ layers: [{ atMs: Date.parse(startTime) + 195 * 60_000 }, {}, {}, {}] }] },
    });
    expect(await doctorCodes()).toEqual(expect.arrayContaining(["deadline-jobs-armed", "kyverno-absent"]));
  });

  it("is told to nobody else", async () => {
    expect(await codes(await world.addStudent())).toEqual(["not-found"]);
  });

  it("is not a Job that somebody suspended, and the doctor says so", async () => {
    const job = stored("jobs.batch", jobName(id));
    world.sim.cluster.store.replace({ ...job, spec: { ...(job.spec as object), suspend: true } });
    expect((await codes())[0]).toBe("job-suspended");
    expect(await doctorCodes()).toContain("deadline-jobs-broken");
    world.sim.cluster.store.replace(job);
  });

  it("is unmeasured where the cluster does not say", async () => {
    world.sim.fault({ match: { path: "/jobs|/deployments" }, act: { status: 500 } });
    expect(await codes()).toEqual([
      "job-unmeasured",
      "pod-impossible",
      "kyverno-absent",
      "janitor-unmeasured",
    ]);
    expect(await doctorCodes()).toEqual(
      expect.arrayContaining(["deadline-jobs-unmeasured", "janitor-unmeasured"]),
    );
  });

  it("is kube-janitor too, where it runs and the machine bears its annotation", async () => {
    const args = ["--exclude-namespaces=kube-system,other", "--include-resources", "virtualmachines"];
    const janitor = deployment("cleaner", { app: "cleaner" }, "hjacobs/kube-janitor:23.7.0", args);
    // Paused before its first pod, so that the cluster leaves the status as it is told here.
    const spec = { ...janitor.spec, paused: true };
    const [made] = world.sim.seed([{ ...janitor, spec, status: { availableReplicas: 1 } } as never]);
    const vm = stored("virtualmachines.kubevirt.io", machineName(id, 1));
    const annotations = { ...vm.metadata.annotations, "janitor/ttl": "4h" };
    world.sim.cluster.store.replace({ ...vm, metadata: { ...vm.metadata, annotations } });
    expect((await codes())[3]).toBe("janitor-armed");
    expect(await doctorCodes()).toContain("janitor-runs");
    if (made) world.sim.cluster.store.remove(made);
  });
});
