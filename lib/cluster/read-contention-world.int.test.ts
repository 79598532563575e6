import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestCluster, type TestCluster } from "./test-cluster";
import { needs } from "./test-site";

let test: TestCluster;
beforeEach(async () => {
  test = await startTestCluster({ metrics: true });
});
afterEach(() => test.close());

const playColdStart = async () => {
  const headers = { authorization: `Bearer ${test.sim.token}` };
  const answer = await fetch(`${test.sim.url}/simulator/scenarios/cold-start?namespace=labs`, {
    ...{ method: "POST", headers },
  });
  expect(answer.status).toBe(200);
};

describe("readContentionWorld", () => {
  needs("state")(
    "reads the cold start as it was: requests before and after, restarts, ends, probes and events",
    async () => {
      await playColdStart();
      const world = await test.cluster.readContentionWorld();
      if (world.pod.state !== "known" || world.event.state !== "known") throw new Error("not known");
      if (world.replicaSet.state !== "known" || world.deployment.state !== "known")
        throw new Error("not known");
      const fresh = world.pod.items.filter((pod) => pod.containers[0]?.requestCpu === 0.025);
      expect(fresh).toHaveLength(23);
      const restarted = fresh.filter((pod) => (pod.containers[0]?.restarts ?? 0) > 0);
      expect(restarted.length).toBeGreaterThan(6);
      expect(restarted[0]).toMatchObject({ namespace: "shop", nodeName: "services-1", isReady: true });
      expect(restarted[0]?.containers[0]).toMatchObject({
        lastEnd: { exitCode: 143, reason: "Error" },
        liveness: { initialDelaySeconds: 40, periodSeconds: 5, failureThreshold: 3 },
        startup: null,
      });
      const sets = world.replicaSet.items.filter(({ deployment }) => deployment === "orders");
      expect(sets.map(({ revision, requestCpu }) => [revision, requestCpu]).sort()).toEqual([
        [1, 0.5],
        [2, 0.025],
      ]);
      expect(world.deployment.items.find(({ name }) => name === "orders")).toMatchObject({
        ...{ replicas: 2, availableReplicas: 2, maxUnavailable: 0, maxSurge: "100%" },
      });
      expect(world.event.items.filter(({ reason }) => reason === "Killing").length).toBeGreaterThan(6);
      expect(world.horizontalAutoscaler).toMatchObject({ state: "known", items: [] });
      expect([world.verticalAutoscaler.state, world.clusterAutoscaler.state]).toEqual(["absent", "absent"]);
      expect(world.nodeUsage).toMatchObject({ state: "known" });
    },
  );
  needs("state")(
    "reads what a container wrote before its last end, and says why where it cannot",
    async () => {
      await playColdStart();
      const { pod } = await test.cluster.readContentionWorld();
      const of = (isWanted: (restarts: number | null) => boolean) => {
        const found =
          pod.state === "known"
            ? pod.items.find(
                ({ namespace, containers: [first] }) =>
                  namespace === "shop" && first?.name === "app" && isWanted(first.restarts),
              )
            : undefined;
        if (!found) throw new Error("no such pod");
        return { namespace: "shop", pod: found.name, container: "app" };
      };
      const restarted = of((restarts) => (restarts ?? 0) > 0);
      const before = test.sim.requests().length;
      const read = await test.cluster.readLastLines(restarted);
      expect(read).toMatchObject({ state: "read", isCut: false });
      expect(read.state === "read" && read.lines.at(-1)).toContain("SIGTERM");
      expect(
        test.sim
          .requests()
          .slice(before)
          .map(({ path }) => path),
      ).toEqual([expect.stringMatching(/\/log\?container=app&previous=true&tailLines=20&limitBytes=32768$/)]);
      const problem = async (ref: typeof restarted) => {
        const found = await test.cluster.readLastLines(ref);
        return found.state === "read" ? null : found.problem;
      };
      expect(await problem(of((restarts) => restarts === 0))).toBe("none-kept");
      expect(await problem({ ...restarted, container: "nope" })).toBe("failed");
      expect(await problem({ ...restarted, pod: "none" })).toBe("pod-gone");
      test.sim.setNode("services-1", false);
      expect(await problem(restarted)).toBe("node-silent");
      test.sim.fault({ match: { path: "/log" }, act: { status: 403 } });
      expect(await problem(restarted)).toBe("forbidden");
    },
  );
  needs("state")("reads autoscalers of pods, and what the one of nodes writes of itself", async () => {
    const own = await startTestCluster({ verticalAutoscaler: true });
    const named = (name: string) => ({ namespace: "kube-system", name });
    own.sim.seed([
      {
        ...{ apiVersion: "autoscaling.k8s.io/v1", kind: "VerticalPodAutoscaler", metadata: named("a") },
        spec: { targetRef: { kind: "Deployment", name: "web" }, updatePolicy: { updateMode: "Initial" } },
      },
      {
        ...{ apiVersion: "v1", kind: "ConfigMap", metadata: named("cluster-autoscaler-status") },
        data: { status: "autoscalerStatus: Running\nclusterWide: { scaleUp: { status: NoActivity } }" },
      },
      { apiVersion: "v1", kind: "ConfigMap", metadata: named("another"), data: {} },
    ] as never);
    const world = await own.cluster.readContentionWorld();
    expect(world.verticalAutoscaler).toMatchObject({
      ...{ state: "known", items: [{ name: "a", target: "web", updateMode: "Initial" }] },
    });
    expect(world.clusterAutoscaler).toMatchObject({
      ...{ state: "known", items: [{ state: "Running", scaleUp: "NoActivity" }] },
    });
    own.sim.deny([
      { verb: "get", group: "", resource: "configmaps" },
      { verb: "list", group: "autoscaling.k8s.io", resource: "verticalpodautoscalers" },
    ]);
    const refused = await own.cluster.readContentionWorld();
    expect([refused.verticalAutoscaler, refused.clusterAutoscaler]).toMatchObject([
      { state: "unknown", failure: { status: 403 } },
      { state: "unknown", failure: { status: 403 } },
    ]);
    await own.close();
  });
  it("leaves unknown what is refused, and reads the rest", async () => {
    test.proxy.fault({ match: { path: "/events" }, act: { status: 500 } });
    const world = await test.cluster.readContentionWorld();
    expect(world.event).toMatchObject({ state: "unknown", failure: { resource: "events", status: 500 } });
    expect(world.pod.state).toBe("known");
  });
});
