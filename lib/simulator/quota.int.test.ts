import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineOf, PATHS, podOf, startTestCluster } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

async function createQuota(hard: Record<string, string>, name = "team") {
  const { body } = await cluster.call("POST", PATHS.quotas, { metadata: { name }, spec: { hard } });
  return body;
}

async function used(): Promise<unknown> {
  return (await cluster.call("GET", `${PATHS.quotas}/team`)).body.status.used;
}

describe("a ResourceQuota", () => {
  it("has an empty status when it is created and a filled one right after", async () => {
    expect((await createQuota({ pods: "5" })).status).toEqual({});
    expect((await cluster.call("GET", `${PATHS.quotas}/team`)).body.status).toEqual({
      hard: { pods: "5" },
      used: { pods: "0" },
    });
  });

  it("that limits nothing is stored and refuses nothing", async () => {
    await cluster.call("POST", PATHS.quotas, { metadata: { name: "bare" } });
    await cluster.call("POST", PATHS.quotas, {
      metadata: { name: "scoped" },
      spec: { scopes: ["BestEffort"] },
    });
    for (const name of ["bare", "scoped"]) {
      expect((await cluster.call("GET", `${PATHS.quotas}/${name}`)).body.status).toEqual({});
    }
    expect((await cluster.call("POST", PATHS.pods, podOf("p1"))).status).toBe(201);
    expect((await cluster.call("DELETE", `${PATHS.quotas}/bare`)).status).toBe(200);
  });

  it("stops to limit once its limits are taken away", async () => {
    await createQuota({ pods: "0" });
    expect((await cluster.call("POST", PATHS.pods, podOf("p1"))).status).toBe(403);
    const type = { "Content-Type": "application/merge-patch+json" };
    await cluster.call("PATCH", `${PATHS.quotas}/team`, { spec: { hard: null } }, type);
    expect((await cluster.call("POST", PATHS.pods, podOf("p1"))).status).toBe(201);
  });

  it("counts the claims of one storage class, and refuses what is too much of it alone", async () => {
    const prefix = "fast.storageclass.storage.k8s.io";
    await createQuota({ [`${prefix}/requests.storage`]: "15Gi", [`${prefix}/persistentvolumeclaims`]: "3" });
    const claim = (name: string, storageClassName: string) => ({
      metadata: { name },
      spec: {
        ...{ accessModes: ["ReadWriteOnce"], storageClassName },
        resources: { requests: { storage: "10Gi" } },
      },
    });
    const statuses = [];
    for (const [name, storageClass] of [
      ["c0", "slow"],
      ["c1", "fast"],
      ["c2", "fast"],
    ] as const) {
      statuses.push((await cluster.call("POST", PATHS.claims, claim(name, storageClass))).status);
    }
    expect(statuses).toEqual([201, 201, 403]);
    expect(await used()).toEqual({
      [`${prefix}/requests.storage`]: "10Gi",
      [`${prefix}/persistentvolumeclaims`]: "1",
    });
  });

  it("counts machines, refuses one too many and releases a moment after the delete", async () => {
    await createQuota({ "count/virtualmachines.kubevirt.io": "2" });
    for (const name of ["q0", "q1"]) await cluster.call("POST", PATHS.vms, machineOf(name, {}, "Halted"));
    const refused = await cluster.call("POST", PATHS.vms, machineOf("q2", {}, "Halted"));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      reason: "Forbidden",
      details: { name: "q2", group: "kubevirt.io", kind: "virtualmachines" },
      message:
        'virtualmachines.kubevirt.io "q2" is forbidden: exceeded quota: team, requested: count/virtualmachines.kubevirt.io=1, ' +
        "used: count/virtualmachines.kubevirt.io=2, limited: count/virtualmachines.kubevirt.io=2",
    });
    await cluster.call("DELETE", `${PATHS.vms}/q0`);
    expect((await cluster.call("POST", PATHS.vms, machineOf("q2", {}, "Halted"))).status).toBe(403);
    cluster.sim.advance(50);
    expect((await cluster.call("POST", PATHS.vms, machineOf("q2", {}, "Halted"))).status).toBe(201);
  });

  it("admits exactly as many of many at once", async () => {
    await createQuota({ "count/virtualmachines.kubevirt.io": "3" });
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`);
    const answers = await Promise.all(
      names.map((name) => cluster.call("POST", PATHS.vms, machineOf(name, {}, "Halted"))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(9);
  });

  it("words what a pod exceeds, with only the keys that are exceeded", async () => {
    await createQuota({ "requests.cpu": "1", "requests.memory": "1Gi", pods: "5" });
    await cluster.call("POST", PATHS.pods, podOf("p1", {}, { cpu: "600m", memory: "256Mi" }));
    const cpu = await cluster.call("POST", PATHS.pods, podOf("p2", {}, { cpu: "600m", memory: "256Mi" }));
    expect(cpu.body.message).toBe(
      'pods "p2" is forbidden: exceeded quota: team, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    );
    const both = await cluster.call("POST", PATHS.pods, podOf("p3", {}, { cpu: "600m", memory: "2Gi" }));
    expect(both.body.message).toBe(
      'pods "p3" is forbidden: exceeded quota: team, requested: requests.cpu=600m,requests.memory=2Gi, ' +
        "used: requests.cpu=600m,requests.memory=256Mi, limited: requests.cpu=1,requests.memory=1Gi",
    );
    expect(await used()).toEqual({ "requests.cpu": "600m", "requests.memory": "256Mi", pods: "1" });
  });

  it("makes every container declare what it counts", async () => {
    await createQuota({
      "limits.cpu": "4",
      "limits.memory": "4Gi",
      "requests.cpu": "1",
      "requests.memory": "1Gi",
    });
    expect((await cluster.call("POST", PATHS.pods, podOf("p1"))).body.message).toBe(
      'pods "p1" is forbidden: failed quota: team: must specify limits.cpu for: app; limits.memory for: app; ' +
        "requests.cpu for: app; requests.memory for: app",
    );
  });

  it("no longer charges a pod that has ended", async () => {
    await createQuota({ pods: "1", "count/pods": "9" });
    await cluster.call("POST", PATHS.pods, podOf("p1", { activeDeadlineSeconds: 5 }));
    expect((await cluster.call("POST", PATHS.pods, podOf("p2"))).status).toBe(403);
    cluster.sim.advance(10_000);
    expect(await used()).toEqual({ pods: "0", "count/pods": "1" });
  });

  it("over which a launcher pod goes leaves the machine Starting, with the first refusal kept, until it is freed", async () => {
    await createQuota({ "requests.memory": "200Mi" });
    await cluster.call("POST", PATHS.vms, machineOf("big"));
    cluster.sim.advance(60_000);
    const { status } = (await cluster.call("GET", `${PATHS.vmis}/big`)).body;
    expect(status.phase).toBe("Pending");
    const conditions = status.conditions as { type: string; reason: string; message: string }[];
    expect(conditions.find(({ type }) => type === "Synchronized")).toMatchObject({
      reason: "FailedCreate",
      message: expect.stringMatching(
        /^failed to create virtual machine pod: pods "virt-launcher-big-\w{5}" is forbidden: exceeded quota: team, requested: requests.memory=4640345792, used: requests.memory=0, limited: requests.memory=200Mi$/,
      ),
    });
    expect((await cluster.call("GET", `${PATHS.vms}/big`)).body.status.printableStatus).toBe("Starting");
    await cluster.call("DELETE", `${PATHS.quotas}/team`);
    cluster.sim.advance(300_000);
    expect((await cluster.call("GET", `${PATHS.vms}/big`)).body.status.printableStatus).toBe("Running");
  });
});

describe("a LimitRange", () => {
  it("fills in defaults and refuses what is over the maximum", async () => {
    const limits = [{ type: "Container", max: { memory: "1Gi" }, default: { cpu: "500m", memory: "256Mi" } }];
    const path = PATHS.quotas.replace("resourcequotas", "limitranges");
    await cluster.call("POST", path, { metadata: { name: "d" }, spec: { limits } });
    const { body } = await cluster.call("POST", PATHS.pods, podOf("p"));
    const [container] = body.spec.containers as { resources: object }[];
    expect(container?.resources).toMatchObject({ limits: { cpu: "500m", memory: "256Mi" } });
    const large = podOf("p2", { containers: [{ name: "app", resources: { limits: { memory: "2Gi" } } }] });
    expect((await cluster.call("POST", PATHS.pods, large)).body.message).toBe(
      'pods "p2" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    );
  });

  const LIMIT_RANGES = PATHS.quotas.replace("resourcequotas", "limitranges");
  const app = (requests: object, limits: object, name = "app") => ({
    ...{ name, image: "registry.lab/app", resources: { requests, limits } },
  });
  const pod = (...containers: object[]) => podOf("p", { containers });

  it.each<[string, object, object, string]>([
    [
      "the least",
      { type: "Container", min: { cpu: "100m" } },
      pod(app({ cpu: "50m" }, {})),
      "minimum cpu usage per Container is 100m, but request is 50m",
    ],
    [
      "the least, by an init container as well",
      { type: "Container", min: { cpu: "100m" } },
      podOf("p", { containers: [app({}, {})], initContainers: [app({ cpu: "50m" }, {}, "first")] }),
      "minimum cpu usage per Container is 100m, but request is 50m",
    ],
    [
      "two bounds at once",
      { type: "Container", max: { cpu: "1", memory: "1Gi" } },
      pod(app({}, { cpu: "2", memory: "2Gi" })),
      "[maximum cpu usage per Container is 1, but limit is 2, maximum memory usage per Container is 1Gi, but limit is 2Gi]",
    ],
    [
      "the sum of a pod",
      { type: "Pod", max: { memory: "1Gi" } },
      pod(app({}, { memory: "600Mi" }), app({}, { memory: "600Mi" }, "b")),
      "maximum memory usage per Pod is 1Gi, but limit is 1200Mi",
    ],
    [
      "a pod that says nothing",
      { type: "Pod", min: { cpu: "1" }, max: { memory: "1Gi" } },
      pod(app({}, {})),
      "[minimum cpu usage per Pod is 1.  No request is specified, maximum memory usage per Pod is 1Gi.  No limit is specified]",
    ],
    [
      "the ratio of limit to request",
      { type: "Container", maxLimitRequestRatio: { cpu: "2" } },
      pod(app({ cpu: "100m" }, { cpu: "500m" })),
      "cpu max limit to request ratio per Container is 2, but provided ratio is 5.000000",
    ],
  ])("refuses what breaks %s", async (_, limit, body, text) => {
    await cluster.call("POST", LIMIT_RANGES, { metadata: { name: "d" }, spec: { limits: [limit] } });
    const answer = await cluster.call("POST", PATHS.pods, body);
    expect(answer).toMatchObject({ status: 403, body: { message: `pods "p" is forbidden: ${text}` } });
  });

  it("bounds what a claim asks for, from below and above", async () => {
    const limits = [{ type: "PersistentVolumeClaim", min: { storage: "2Gi" }, max: { storage: "10Gi" } }];
    await cluster.call("POST", LIMIT_RANGES, { metadata: { name: "d" }, spec: { limits } });
    const asked = async (storage: string) => {
      const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } };
      return (await cluster.call("POST", PATHS.claims, { metadata: { name: "c" }, spec })).body.message;
    };
    const head = 'persistentvolumeclaims "c" is forbidden: ';
    expect(await asked("1Gi")).toBe(
      `${head}minimum storage usage per PersistentVolumeClaim is 2Gi, but request is 1Gi`,
    );
    expect(await asked("20Gi")).toBe(
      `${head}maximum storage usage per PersistentVolumeClaim is 10Gi, but request is 20Gi`,
    );
    expect(await asked("5Gi")).toBeUndefined();
  });

  it("gives init containers their defaults too, and requests what it limits where it says no more", async () => {
    const limits = [{ type: "Container", max: { cpu: "1" } }];
    await cluster.call("POST", LIMIT_RANGES, { metadata: { name: "d" }, spec: { limits } });
    const bare = { name: "app", image: "registry.lab/app" };
    const body = podOf("p", { containers: [bare], initContainers: [{ ...bare, name: "first" }] });
    const made = (await cluster.call("POST", PATHS.pods, body)).body;
    const all = { requests: { cpu: "1" }, limits: { cpu: "1" } };
    expect(made.spec).toMatchObject({
      containers: [{ resources: all }],
      initContainers: [{ resources: all }],
    });
    expect(made.metadata).toMatchObject({
      annotations: {
        "kubernetes.io/limit-ranger":
          "LimitRanger plugin set: cpu request for container app; cpu limit for container app; " +
          "cpu request for init container first; cpu limit for init container first",
      },
    });
  });

  it("keeps a machine from its launcher pod, which says so and goes on once it is lifted", async () => {
    const limits = [{ type: "Container", max: { memory: "1Gi" } }];
    await cluster.call("POST", LIMIT_RANGES, { metadata: { name: "d" }, spec: { limits } });
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    cluster.sim.advance(20_000);
    const { status } = (await cluster.call("GET", `${PATHS.vmis}/lab`)).body;
    const unsynced = (status.conditions as { type: string; message: string }[]).find(
      ({ type }) => type === "Synchronized",
    );
    expect(unsynced?.message).toMatch(
      /is forbidden: maximum memory usage per Container is 1Gi, but request is \d/,
    );
    await cluster.call("DELETE", `${LIMIT_RANGES}/d`);
    cluster.sim.advance(120_000);
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).body.status.printableStatus).toBe("Running");
  });
});
