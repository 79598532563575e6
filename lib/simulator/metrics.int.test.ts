import { afterEach, expect, it } from "vitest";
import { machineOf, PATHS, startTestCluster } from "./test-client";

const METRICS = "/apis/metrics.k8s.io/v1beta1";
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
afterEach(() => cluster.sim.close());

it("metrics.k8s.io is not there unless the cluster has a metrics server", async () => {
  cluster = await startTestCluster();
  expect((await cluster.call("GET", `${METRICS}/nodes`)).status).toBe(404);
  const { groups } = (await cluster.call("GET", "/apis")).body as unknown as { groups: { name: string }[] };
  expect(groups.map(({ name }) => name)).not.toContain("metrics.k8s.io");
});

it("tells what nodes and pods use, but nothing of a pod younger than two scrapes", async () => {
  cluster = await startTestCluster({ metrics: true });
  await cluster.call("POST", PATHS.vms, machineOf("lab"));
  cluster.sim.advance(20_000);
  expect((await cluster.call("GET", `${METRICS}/pods`)).body.items).toEqual([]);
  cluster.sim.advance(20_000);
  const { items } = (await cluster.call("GET", `${METRICS}/pods`)).body as unknown as {
    items: { containers: { usage: { cpu: string; memory: string } }[] }[];
  };
  expect(items).toHaveLength(1);
  expect(items[0]?.containers[0]?.usage).toEqual({
    cpu: expect.stringMatching(/^[1-9]\d*n$/),
    memory: expect.stringMatching(/^[1-9]\d*Ki$/),
  });
  const one = await cluster.call("GET", `${METRICS}/nodes/node-1`);
  expect(one.body).toMatchObject({ kind: "NodeMetrics", metadata: { name: "node-1" } });
  expect((await cluster.call("GET", `${METRICS}/nodes/none`)).status).toBe(404);
  const { groups } = (await cluster.call("GET", "/apis")).body as unknown as { groups: { name: string }[] };
  expect(groups.map(({ name }) => name)).toContain("metrics.k8s.io");
});

it("says nothing of a dead node, for nobody can scrape it", async () => {
  cluster = await startTestCluster({ metrics: true });
  cluster.sim.setNode("node-2", false);
  const { items } = (await cluster.call("GET", `${METRICS}/nodes`)).body;
  expect(items.map(({ metadata }) => metadata.name)).not.toContain("node-2");
  expect(items).toHaveLength(4);
});
