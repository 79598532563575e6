import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobOf, machineOf, ownedBy, PATHS, secretOf, START_MS, startTestCluster } from "./test-client";
import type { Body } from "./test-client";

type Cluster = Awaited<ReturnType<typeof startTestCluster>>;

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

const MERGE = { "Content-Type": "application/merge-patch+json" };
const BLOCKING = { controller: true, blockOwnerDeletion: true };

async function createJob(name: string, deadlineSeconds: number, ttlSeconds?: number | null): Promise<Body> {
  const ttl = ttlSeconds === null ? undefined : (ttlSeconds ?? 0);
  const job = jobOf(name, deadlineSeconds, ttl);
  if (ttlSeconds === null) delete (job.spec as { ttlSecondsAfterFinished?: number }).ttlSecondsAfterFinished;
  return (await cluster.call("POST", PATHS.jobs, job)).body;
}

async function statusOf(path: string): Promise<number> {
  return (await cluster.call("GET", path)).status;
}

/** What a watcher would have seen of jobs, secrets, VMs and instances, in order. */
function recordStates(): string[] {
  const seen: string[] = [];
  cluster.sim.cluster.store.onChange(({ type, object }) => {
    if (!["Job", "Secret", "VirtualMachine", "VirtualMachineInstance", "Pod"].includes(object.kind)) return;
    const going = object.metadata.deletionTimestamp === undefined ? "" : " going";
    seen.push(`${type} ${object.kind}${going}`);
  });
  return seen;
}

describe("the deadline Job", () => {
  it("ends a running machine and its Secret, in the order that was recorded", async () => {
    const job = await createJob("lab", 60);
    await cluster.call("POST", PATHS.vms, machineOf("lab", ownedBy(job, BLOCKING)));
    await cluster.call("POST", PATHS.secrets, secretOf("lab", ownedBy(job, BLOCKING)));
    cluster.sim.advance(59_999);
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).body.status.printableStatus).toBe("Running");
    const seen = recordStates();
    cluster.sim.advance(1);
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).body.status.printableStatus).toBe("Terminating");
    expect(await statusOf(`${PATHS.secrets}/lab`)).toBe(404);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(200);
    cluster.sim.advance(3_000);
    expect(await statusOf(`${PATHS.vms}/lab`)).toBe(404);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(404);
    const firsts = [...new Set(seen)];
    expect(firsts.slice(0, 2)).toEqual(["MODIFIED Job", "MODIFIED Job going"]);
    const ends = seen.filter((line) => line.startsWith("DELETED"));
    expect(ends).toEqual([
      "DELETED Secret",
      "DELETED Pod going",
      "DELETED VirtualMachineInstance going",
      "DELETED VirtualMachine going",
      "DELETED Job going",
    ]);
  });

  it("goes without waiting for owners that do not block it", async () => {
    const job = await createJob("lab", 30);
    await cluster.call("POST", PATHS.vms, machineOf("lab", ownedBy(job)));
    cluster.sim.advance(30_000);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(404);
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).body.metadata.deletionTimestamp).toBeDefined();
  });

  it("is extended and shortened by a patch", async () => {
    const job = await createJob("lab", 60);
    await cluster.call("POST", PATHS.secrets, secretOf("lab", ownedBy(job)));
    const extended = await cluster.call(
      "PATCH",
      `${PATHS.jobs}/lab`,
      { spec: { activeDeadlineSeconds: 120 } },
      MERGE,
    );
    expect(extended.status).toBe(200);
    cluster.sim.advance(119_000);
    expect(await statusOf(`${PATHS.secrets}/lab`)).toBe(200);
    await cluster.call("PATCH", `${PATHS.jobs}/lab`, { spec: { activeDeadlineSeconds: 1 } }, MERGE);
    expect(await statusOf(`${PATHS.secrets}/lab`)).toBe(404);
  });

  it("stays after its end without a TTL, and for as long as the TTL says", async () => {
    const keeper = await createJob("keeper", 5, null);
    const five = await createJob("five", 5, 5);
    await cluster.call("POST", PATHS.secrets, secretOf("kept", ownedBy(keeper)));
    await cluster.call("POST", PATHS.secrets, secretOf("later", ownedBy(five)));
    cluster.sim.advance(9_999);
    expect(await statusOf(`${PATHS.secrets}/later`)).toBe(200);
    cluster.sim.advance(1);
    expect(await statusOf(`${PATHS.secrets}/later`)).toBe(404);
    cluster.sim.advance(3_600_000);
    expect(await statusOf(`${PATHS.secrets}/kept`)).toBe(200);
    const { conditions } = (await cluster.call("GET", `${PATHS.jobs}/keeper`)).body.status;
    expect(conditions).toMatchObject([
      { type: "FailureTarget" },
      { type: "Failed", reason: "DeadlineExceeded" },
    ]);
  });

  it("accepts a renewal that comes too late, and the object shows it", async () => {
    const job = await createJob("late", 5);
    const holder = secretOf("holder", { ...ownedBy(job, BLOCKING), finalizers: ["example.com/hold"] });
    await cluster.call("POST", PATHS.secrets, holder);
    cluster.sim.advance(5_000);
    const renewed = await cluster.call(
      "PATCH",
      `${PATHS.jobs}/late`,
      { spec: { activeDeadlineSeconds: 600 } },
      MERGE,
    );
    expect(renewed.status).toBe(200);
    expect(renewed.body.metadata.finalizers).toEqual(["foregroundDeletion"]);
  });
});

describe("deleting the Job by hand", () => {
  async function labWith(deletion?: object, query = "") {
    const job = await createJob("lab", 600);
    await cluster.call("POST", PATHS.vms, machineOf("lab", ownedBy(job), "Halted"));
    return cluster.call("DELETE", `${PATHS.jobs}/lab${query}`, deletion);
  }

  it("orphans the machine when no policy is given, and warns", async () => {
    const { headers, body } = await labWith();
    expect(headers.get("warning")).toContain("child pods are preserved by default when jobs are deleted");
    expect(body.metadata.finalizers).toEqual(["orphan"]);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(404);
    const vm = await cluster.call("GET", `${PATHS.vms}/lab`);
    expect(vm.status).toBe(200);
    expect(vm.body.metadata.ownerReferences).toBeUndefined();
  });

  it.each([
    ["body", { propagationPolicy: "Background" }, ""],
    ["query", undefined, "?propagationPolicy=Background"],
  ])("takes the machine with it in the background, by %s", async (_by, deletion, query) => {
    expect((await labWith(deletion, query)).body).toMatchObject({ kind: "Status", status: "Success" });
    expect(await statusOf(`${PATHS.vms}/lab`)).toBe(404);
  });
});

describe("owner references", () => {
  it("with a wrong UID or in another namespace count as absent: the object goes at once", async () => {
    const job = await createJob("owner", 600);
    const stray = { ...job, metadata: { ...job.metadata, uid: "00000000-0000-0000-0000-000000000000" } };
    await cluster.call("POST", PATHS.vms, machineOf("wrong-uid", ownedBy(stray), "Halted"));
    expect(await statusOf(`${PATHS.vms}/wrong-uid`)).toBe(404);
    const misnamed = { ...job, metadata: { ...job.metadata, name: "another" } };
    await cluster.call("POST", PATHS.vms, machineOf("wrong-name", ownedBy(misnamed), "Halted"));
    expect(await statusOf(`${PATHS.vms}/wrong-name`)).toBe(404);
    const elsewhere = PATHS.vms.replace("curfew-vms", "default");
    await cluster.call("POST", elsewhere, machineOf("cross", ownedBy(job), "Halted"));
    expect(await statusOf(`${elsewhere}/cross`)).toBe(404);
    const events = (await cluster.call("GET", "/api/v1/namespaces/default/events")).body.items;
    expect(events.map((event) => event.reason)).toContain("OwnerRefInvalidNamespace");
  });

  it("of a kind that nobody serves keep the object", async () => {
    const owner = { apiVersion: "example.com/v1", kind: "Nonesuch", name: "ghost", uid: "1" };
    await cluster.call("POST", PATHS.vms, machineOf("odd", { ownerReferences: [owner] }, "Halted"));
    expect(await statusOf(`${PATHS.vms}/odd`)).toBe(200);
  });

  it("to two Jobs: it outlives the first and dies with the last", async () => {
    const [a, b] = [await createJob("a", 5), await createJob("b", 10)];
    const owners = [a, b].flatMap((job) => ownedBy(job, { blockOwnerDeletion: true }).ownerReferences);
    await cluster.call("POST", PATHS.secrets, secretOf("both", { ownerReferences: owners }));
    cluster.sim.advance(5_000);
    const left = (await cluster.call("GET", `${PATHS.secrets}/both`)).body.metadata.ownerReferences;
    expect(left?.map((owner) => owner.name)).toEqual(["b"]);
    expect(await statusOf(`${PATHS.jobs}/a`)).toBe(404);
    cluster.sim.advance(5_000);
    expect(await statusOf(`${PATHS.secrets}/both`)).toBe(404);
  });

  it("that are removed let the object survive its former owner", async () => {
    const job = await createJob("lab", 5);
    await cluster.call("POST", PATHS.secrets, secretOf("free", ownedBy(job)));
    await cluster.call("PATCH", `${PATHS.secrets}/free`, { metadata: { ownerReferences: null } }, MERGE);
    cluster.sim.advance(60_000);
    expect(await statusOf(`${PATHS.secrets}/free`)).toBe(200);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(404);
  });

  it("hold a foreground deletion until a foreign finalizer is gone", async () => {
    const job = await createJob("lab", 5);
    const metadata = { ...ownedBy(job, BLOCKING), finalizers: ["example.com/hold"] };
    await cluster.call("POST", PATHS.vms, machineOf("lab", metadata, "Halted"));
    cluster.sim.advance(60_000);
    expect((await cluster.call("GET", `${PATHS.jobs}/lab`)).body.metadata.finalizers).toEqual([
      "foregroundDeletion",
    ]);
    const vm = (await cluster.call("GET", `${PATHS.vms}/lab`)).body;
    expect(vm.metadata).toMatchObject({
      finalizers: ["example.com/hold"],
      deletionTimestamp: "2026-12-01T10:00:05Z",
    });
    await cluster.call("PATCH", `${PATHS.vms}/lab`, { metadata: { finalizers: null } }, MERGE);
    expect(await statusOf(`${PATHS.vms}/lab`)).toBe(404);
    expect(await statusOf(`${PATHS.jobs}/lab`)).toBe(404);
    expect(cluster.sim.nowMs()).toBe(START_MS + 60_000);
  });
});
