import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NAMESPACE, startTestCluster } from "./test-client";

const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const SETS = `/apis/apps/v1/namespaces/${NAMESPACE}/replicasets`;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const LIVENESS = { httpGet: { path: "/", port: 80 }, periodSeconds: 10, failureThreshold: 3 };

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

interface Item {
  metadata: { name: string; labels?: Record<string, string> };
  spec: { replicas: number; containers: { image: string }[] };
  status: {
    phase: string;
    readyReplicas: number;
    containerStatuses: { restartCount: number; ready: boolean; state: object; lastState: object }[];
  };
}
const items = async (path: string) => (await cluster.call("GET", path)).body.items as unknown as Item[];

function web(image: string, more: object = {}, boot?: object) {
  const annotations = boot ? { "simulator/boot": JSON.stringify(boot) } : {};
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: NAMESPACE },
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" }, annotations },
        spec: { containers: [{ name: "app", image, ...more }] },
      },
    },
  };
}

describe("a Deployment", () => {
  it("makes a ReplicaSet and its pods, and is available once they are ready", async () => {
    await cluster.call("POST", DEPLOYMENTS, web("web:1"));
    cluster.sim.advance(10_000);
    expect((await items(PODS)).map(({ status }) => status.phase)).toEqual(
      Array.from({ length: 4 }, () => "Running"),
    );
    const { status } = (await cluster.call("GET", `${DEPLOYMENTS}/web`)).body;
    expect(status).toMatchObject({
      replicas: 4,
      updatedReplicas: 4,
      availableReplicas: 4,
      unavailableReplicas: 0,
    });
    expect(status.conditions).toContainEqual(expect.objectContaining({ type: "Available", status: "True" }));
  });
  it("replaces a pod that is deleted", async () => {
    await cluster.call("POST", DEPLOYMENTS, web("web:1"));
    cluster.sim.advance(10_000);
    const [first] = await items(PODS);
    await cluster.call("DELETE", `${PODS}/${first?.metadata.name ?? ""}`);
    cluster.sim.advance(40_000);
    const names = (await items(PODS)).map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(4);
    expect(names).not.toContain(first?.metadata.name);
  });
  it("rolls a new template out without falling below what may be unavailable", async () => {
    await cluster.call("POST", DEPLOYMENTS, web("web:1"));
    cluster.sim.advance(10_000);
    await cluster.call("PUT", `${DEPLOYMENTS}/web`, web("web:2"));
    for (let step = 0; step < 60; step += 1) {
      cluster.sim.advance(500);
      const ready = (await items(PODS)).filter(({ status }) =>
        status.containerStatuses?.every(({ ready }) => ready),
      );
      expect(ready.length).toBeGreaterThanOrEqual(3);
    }
    expect((await items(PODS)).map(({ spec }) => spec.containers[0]?.image)).toEqual(
      Array.from({ length: 4 }, () => "web:2"),
    );
    expect((await items(SETS)).map(({ spec }) => spec.replicas).sort()).toEqual([0, 4]);
  });
  it("takes its ReplicaSets and pods with it", async () => {
    await cluster.call("POST", DEPLOYMENTS, web("web:1"));
    cluster.sim.advance(10_000);
    await cluster.call("DELETE", `${DEPLOYMENTS}/web`);
    cluster.sim.advance(60_000);
    expect([...(await items(SETS)), ...(await items(PODS))]).toEqual([]);
  });
});

describe("a probed container", () => {
  const restarts = async () =>
    (await items(PODS)).map(({ status }) => status.containerStatuses[0]?.restartCount);

  it("that starts too slowly for its liveness probe is killed and backs off, longer each time", async () => {
    const one = web("slow:1", { livenessProbe: LIVENESS }, { coreSeconds: 1000 });
    await cluster.call("POST", DEPLOYMENTS, { ...one, spec: { ...one.spec, replicas: 1 } });
    cluster.sim.advance(60_000);
    expect(await restarts()).toEqual([1]);
    cluster.sim.advance(5_000);
    const [pod] = await items(PODS);
    expect(pod?.status.containerStatuses[0]).toMatchObject({
      state: {
        waiting: { reason: "CrashLoopBackOff", message: expect.stringMatching(/^back-off 10s restarting/) },
      },
      lastState: { terminated: { exitCode: 143, reason: "Error" } },
      ready: false,
    });
    cluster.sim.advance(3_600_000);
    const [count] = await restarts();
    // A cycle is 31 s at most to the kill and 300 s of back-off with up to a minute's delay once it is at its cap.
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(20);
  });
  it("with a startup probe that waits long enough is not killed, and is ready only once it is up", async () => {
    const startupProbe = { ...LIVENESS, failureThreshold: 60 };
    const one = web(
      "slow:1",
      { livenessProbe: LIVENESS, startupProbe, readinessProbe: LIVENESS },
      { coreSeconds: 100 },
    );
    await cluster.call("POST", DEPLOYMENTS, { ...one, spec: { ...one.spec, replicas: 1 } });
    cluster.sim.advance(90_000);
    expect((await items(PODS))[0]?.status.containerStatuses[0]?.ready).toBe(false);
    cluster.sim.advance(60_000);
    expect((await items(PODS))[0]?.status.containerStatuses[0]).toMatchObject({
      ready: true,
      restartCount: 0,
    });
  });
});
