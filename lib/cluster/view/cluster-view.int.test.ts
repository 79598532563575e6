import { afterEach, beforeEach, describe, expect } from "vitest";
import type { Cluster } from "../cluster";
import { createSession } from "../create-session";
import { NAMESPACE, notingHooks, planOf, startTestCluster, type TestCluster } from "../test-cluster";
import { needs } from "../test-site";

const PATIENCE_MS = 4000;
const TIMES = { watchMs: 100, pollMs: 20, retryMs: 5, mostRetryMs: 20, staleAfterMs: 300 };
let test: TestCluster;
let stop: AbortController;
let cluster: Cluster;

beforeEach(async () => {
  test = await startTestCluster();
  stop = new AbortController();
  cluster = test.open({ view: TIMES, signal: stop.signal });
});
afterEach(async () => {
  stop.abort();
  await test.close();
});

describe("the view", () => {
  needs("stream")("sees what a fresh look sees, of machines and of capacity", async () => {
    cluster = test.open({ signal: stop.signal });
    await createSession(cluster, planOf("aaaaaaaaaa"), notingHooks());
    test.sim.advance(60_000);
    const [{ world }, fresh] = [await cluster.view.machines(PATIENCE_MS), await cluster.readMachines()];
    const itemsOf = ({ vm, vmi, pod }: typeof fresh) =>
      [vm, vmi, pod].map((each) => (each.state === "known" ? each.items : each.state));
    expect(itemsOf(world)).toEqual(itemsOf(fresh));
    expect(itemsOf(world)[0]).toHaveLength(1);

    const viewed = await cluster.view.capacity(PATIENCE_MS);
    const { dateMs: _pods, ...pod } = known(viewed.world.pod);
    const { dateMs: _fresh, ...freshPod } = known((await cluster.readCapacityWorld()).pod);
    expect(pod).toEqual(freshPod);
    expect(viewed).toMatchObject({ isStale: false, world: { nodeUsage: { state: "absent" } } });
  });

  needs("stream")(
    "shows machines as unknown, and capacity as stale, once the cluster is silent",
    async () => {
      await cluster.view.machines(PATIENCE_MS);
      await cluster.view.capacity(PATIENCE_MS);
      test.sim.fault({ act: { hang: true } });
      const isStale = async () => (await cluster.view.capacity(PATIENCE_MS)).isStale;
      await expect.poll(isStale, { timeout: 10_000 }).toBe(true);
      const states = async () => {
        const { vm, vmi, pod } = (await cluster.view.machines(PATIENCE_MS)).world;
        return [vm.state, vmi.state, pod.state];
      };
      await expect.poll(states, { timeout: 10_000 }).toEqual(["unknown", "unknown", "unknown"]);
      const { ageMs } = await cluster.view.machines(PATIENCE_MS);
      expect(ageMs).toBeGreaterThan(300);
      expect((await cluster.view.capacity(PATIENCE_MS)).world.node.state).toBe("known");
    },
  );

  needs("stream")(
    "tells that KubeVirt is not installed, and what is in the way of reading quotas",
    async () => {
      await test.close();
      test = await startTestCluster({ kubevirt: false });
      test.sim.fault({ match: { path: "/resourcequotas" }, act: { status: 500 } });
      cluster = test.open({ signal: stop.signal });
      const { world } = await cluster.view.machines(PATIENCE_MS);
      expect([world.vm, world.vmi]).toEqual([{ state: "absent" }, { state: "absent" }]);
      expect(world.pod).toMatchObject({ state: "known", items: [] });
      const { quota, node } = (await cluster.view.capacity(PATIENCE_MS)).world;
      expect(quota).toMatchObject({ state: "unknown", failure: { resource: "resourcequotas", status: 500 } });
      expect(node.state).toBe("known");
    },
  );

  needs("stream")("is of no use to a pass, which lists afresh", async () => {
    await cluster.view.machines(PATIENCE_MS);
    const since = test.sim.requests().length;
    await cluster.readWorld();
    const lists = test.sim
      .requests(since)
      .filter(({ path }) => path.includes(`/namespaces/${NAMESPACE}/`) && path.includes("limit="));
    expect(lists).toHaveLength(7);
  });
});

function known<T extends { readonly state: string }>(kind: T): Extract<T, { state: "known" }> {
  if (kind.state !== "known") throw new Error(`it is ${kind.state}`);
  return kind as Extract<T, { state: "known" }>;
}
