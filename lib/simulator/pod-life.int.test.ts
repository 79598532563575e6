import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NAMESPACE, PATHS, podOf, startTestCluster } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

interface Status {
  name: string;
  state: {
    waiting?: { reason: string; message?: string };
    running?: object;
    terminated?: { exitCode: number };
  };
  lastState: { terminated?: { exitCode: number } };
  ready: boolean;
  started: boolean;
  restartCount: number;
}
interface PodStatus {
  phase: string;
  conditions: { type: string; status: string; reason?: string; message?: string }[];
  initContainerStatuses: Status[];
  containerStatuses: Status[];
}

const READY = { httpGet: { path: "/", port: 80 }, periodSeconds: 5 };
const init = (name: string, more: object = {}) => ({ name, image: `registry.lab/${name}:1`, ...more });
const sidecar = (name: string, more: object = {}) => init(name, { restartPolicy: "Always", ...more });

async function create(spec: object, programs: object = {}) {
  const annotations = { "simulator/programs": JSON.stringify(programs) };
  const { status } = await cluster.call("POST", PATHS.pods, podOf("lab", spec, {}, { annotations }));
  expect(status).toBe(201);
}
const read = async () => (await cluster.call("GET", `${PATHS.pods}/lab`)).body.status as unknown as PodStatus;
const condition = async (type: string) => (await read()).conditions.find((one) => one.type === type);
async function events(reason: string) {
  const { items } = (await cluster.call("GET", PATHS.events)).body;
  return items.filter((event) => event.reason === reason).map(({ message }) => message);
}

describe("init containers", () => {
  it("run one after the other, and main containers start once all have ended well", async () => {
    await create(
      { initContainers: [init("a"), init("b")] },
      { a: { runsSeconds: 20 }, b: { runsSeconds: 20 } },
    );
    cluster.sim.advance(10_000);
    const { phase, initContainerStatuses, containerStatuses } = await read();
    expect(phase).toBe("Pending");
    expect(initContainerStatuses[0]?.state.running).toBeDefined();
    expect(initContainerStatuses[1]?.state).toEqual({ waiting: { reason: "PodInitializing" } });
    expect(containerStatuses[0]?.state).toEqual({ waiting: { reason: "PodInitializing" } });
    expect(await condition("Initialized")).toMatchObject({
      ...{ status: "False", reason: "ContainersNotInitialized" },
      message: "containers with incomplete status: [a b]",
    });
    cluster.sim.advance(20_000);
    expect((await condition("Initialized"))?.message).toBe("containers with incomplete status: [b]");
    cluster.sim.advance(20_000);
    expect((await read()).phase).toBe("Running");
    expect((await condition("Initialized"))?.status).toBe("True");
  });

  it("that fail are tried again with back-off, and the pod stays Pending", async () => {
    await create({ initContainers: [init("a")] }, { a: { runsSeconds: 2, exitCodes: [1, 1, 0] } });
    cluster.sim.advance(9_000);
    const { phase, initContainerStatuses } = await read();
    expect(phase).toBe("Pending");
    expect(initContainerStatuses[0]).toMatchObject({
      state: {
        waiting: { reason: "CrashLoopBackOff", message: expect.stringMatching(/^back-off 10s restarting/) },
      },
      lastState: { terminated: { exitCode: 1, reason: "Error" } },
      restartCount: 1,
    });
    expect(await events("BackOff")).toEqual([
      expect.stringMatching(new RegExp(`^Back-off restarting failed container a in pod lab_${NAMESPACE}\\(`)),
    ]);
    cluster.sim.advance(80_000);
    expect(await read()).toMatchObject({
      phase: "Running",
      initContainerStatuses: [{ restartCount: 2, ready: true }],
    });
  });

  it("that fail in a pod that is never restarted fail it", async () => {
    await create({ initContainers: [init("a")], restartPolicy: "Never" }, { a: { exitCodes: [3] } });
    cluster.sim.advance(10_000);
    expect(await read()).toMatchObject({
      phase: "Failed",
      initContainerStatuses: [{ state: { terminated: { exitCode: 3 } }, restartCount: 0 }],
    });
  });
});

describe("sidecars", () => {
  it("let the next container start only once their startup probe has passed", async () => {
    const startupProbe = { ...READY, failureThreshold: 20 };
    await create({ initContainers: [sidecar("proxy", { startupProbe })] }, { proxy: { upAfterSeconds: 30 } });
    cluster.sim.advance(20_000);
    expect(await read()).toMatchObject({ phase: "Pending", initContainerStatuses: [{ started: false }] });
    cluster.sim.advance(25_000);
    expect(await read()).toMatchObject({
      phase: "Running",
      initContainerStatuses: [{ started: true, ready: true }],
    });
  });

  it("are killed by their own probe in the kubelet's words for them, and do not end the pod's phase", async () => {
    await create(
      { initContainers: [sidecar("proxy", { livenessProbe: READY })] },
      { proxy: { upAfterSeconds: 1000 } },
    );
    cluster.sim.advance(40_000);
    expect(await events("Killing")).toContain("Init container proxy failed liveness probe");
    const { phase, initContainerStatuses } = await read();
    expect(phase).toBe("Running");
    expect(initContainerStatuses[0]?.restartCount).toBeGreaterThanOrEqual(1);
  });

  it("stop after the main containers, the first started last", async () => {
    await create({ initContainers: [sidecar("a"), sidecar("b")] });
    cluster.sim.advance(10_000);
    await cluster.call("DELETE", `${PATHS.pods}/lab`);
    const running = async () => {
      const { initContainerStatuses, containerStatuses } = await read();
      const all = [...initContainerStatuses, ...containerStatuses];
      return all.filter(({ state }) => state.running).map(({ name }) => name);
    };
    expect(await running()).toEqual(["a", "b", "app"]);
    cluster.sim.advance(1_000);
    expect(await running()).toEqual(["a", "b"]);
    cluster.sim.advance(1_000);
    expect(await running()).toEqual(["a"]);
    cluster.sim.advance(1_000);
    expect((await cluster.call("GET", `${PATHS.pods}/lab`)).status).toBe(404);
    expect((await events("Killing")).sort()).toEqual(
      ["a", "app", "b"].map((name) => `Stopping container ${name}`),
    );
  });

  it("end with the work of their pod", async () => {
    await create({ initContainers: [sidecar("a")], restartPolicy: "OnFailure" }, { app: { runsSeconds: 5 } });
    cluster.sim.advance(8_500);
    expect((await read()).phase).toBe("Running");
    cluster.sim.advance(5_000);
    expect((await read()).phase).toBe("Succeeded");
    expect(await condition("Ready")).toMatchObject({ status: "False", reason: "PodCompleted" });
  });
});

describe("a pod's restart policy", () => {
  it.each([
    ["Always", 0, "Running", 1],
    ["Always", 1, "Running", 1],
    ["OnFailure", 0, "Succeeded", 0],
    ["OnFailure", 1, "Running", 1],
    ["Never", 0, "Succeeded", 0],
    ["Never", 1, "Failed", 0],
  ])("%s, exit %i: %s with %i restarts", async (restartPolicy, exitCode, phase, restartCount) => {
    await create({ restartPolicy }, { app: { runsSeconds: 2, exitCodes: [exitCode] } });
    cluster.sim.advance(9_000);
    expect(await read()).toMatchObject({ phase, containerStatuses: [{ restartCount }] });
  });

  it("has a machine that is told to crash back off for as long as the order stands", async () => {
    await create({ restartPolicy: "OnFailure" });
    cluster.sim.advance(10_000);
    cluster.sim.orderMachine(NAMESPACE, "lab", "crash");
    cluster.sim.advance(5_000);
    expect((await read()).containerStatuses[0]?.state.waiting?.reason).toBe("CrashLoopBackOff");
    cluster.sim.orderMachine(NAMESPACE, "lab", undefined);
    cluster.sim.advance(75_000);
    expect(await read()).toMatchObject({
      phase: "Running",
      containerStatuses: [{ restartCount: 2, ready: true }],
    });
  });
});

describe("an image that is missing", () => {
  it("is tried again with back-off, and the pod starts once it is there", async () => {
    cluster.sim.setMissingImages(["registry.lab/app"]);
    await create({});
    cluster.sim.advance(5_000);
    const failed = (await read()).containerStatuses[0]?.state.waiting;
    expect(failed).toMatchObject({ reason: "ErrImagePull", message: expect.stringMatching(/not found$/) });
    cluster.sim.advance(10_000);
    expect((await read()).containerStatuses[0]?.state.waiting?.message).toMatch(
      /^Back-off pulling image "registry.lab\/app:1": ErrImagePull: rpc error/,
    );
    cluster.sim.setMissingImages([]);
    cluster.sim.advance(30_000);
    expect((await read()).phase).toBe("Running");
  });
});

describe("a program that is told to stop", () => {
  const livenessProbe = { ...READY, periodSeconds: 5, failureThreshold: 2 };
  const neverUp = { upAfterSeconds: 10_000 };
  const spec = (probe: object, more: object = {}) => ({
    ...{ containers: [{ name: "app", image: "registry.lab/app:1", livenessProbe: probe }] },
    ...{ terminationGracePeriodSeconds: 20, ...more },
  });
  const lastExit = async () => (await read()).containerStatuses[0]?.lastState.terminated;

  it("by its probe dies of SIGTERM", async () => {
    await create(spec(livenessProbe), { app: neverUp });
    cluster.sim.advance(20_000);
    expect(await lastExit()).toMatchObject({ exitCode: 143, reason: "Error" });
  });

  it("by its probe ends well where it handles SIGTERM, and the probe is to be blamed none the less", async () => {
    await create(spec(livenessProbe), { app: { ...neverUp, stopCode: 0 } });
    cluster.sim.advance(20_000);
    expect(await lastExit()).toMatchObject({ exitCode: 0, reason: "Completed" });
    expect(await events("Killing")).toEqual(["Container app failed liveness probe, will be restarted"]);
  });

  it.each([
    ["the pod's", {}, {}, 20],
    ["the probe's before the pod's", { terminationGracePeriodSeconds: 7 }, {}, 7],
    ["2 s at least", {}, { terminationGracePeriodSeconds: 1 }, 2],
  ])("by its probe is killed when its grace is over, with 137: %s", async (_rule, own, more, seconds) => {
    await create(spec({ ...livenessProbe, ...own }, more), { app: { ...neverUp, stopsAfterSeconds: 1e6 } });
    for (let waited = 0; (await events("Killing")).length === 0 && waited < 60; waited += 1)
      cluster.sim.advance(1_000);
    cluster.sim.advance(seconds * 1000 - 2_000);
    expect(await lastExit()).toBeUndefined();
    expect((await read()).containerStatuses[0]?.state.running).toBeDefined();
    cluster.sim.advance(3_000);
    expect(await lastExit()).toMatchObject({ exitCode: 137, reason: "Error" });
  });

  it("with its pod has the pod's grace, and the pod is there until then", async () => {
    await create({ terminationGracePeriodSeconds: 20 }, { app: { stopsAfterSeconds: 1e6 } });
    cluster.sim.advance(10_000);
    const exits = new Set<unknown>();
    cluster.sim.cluster.store.onChange(({ object }) => {
      const statuses = (object.status as Partial<PodStatus> | undefined)?.containerStatuses ?? [];
      for (const { state } of statuses) if (state.terminated) exits.add(state.terminated.exitCode);
    });
    await cluster.call("DELETE", `${PATHS.pods}/lab`);
    cluster.sim.advance(18_000);
    expect((await read()).phase).toBe("Running");
    cluster.sim.advance(2_000);
    expect([...exits]).toEqual([137]);
    expect((await cluster.call("GET", `${PATHS.pods}/lab`)).status).toBe(404);
  });
});

describe("events", () => {
  it("are kept for an hour after they were last seen", async () => {
    await create({});
    cluster.sim.advance(3_590_000);
    expect(await events("Started")).toEqual(["Container started"]);
    cluster.sim.advance(60_000);
    expect(await events("Started")).toEqual([]);
  });
});
