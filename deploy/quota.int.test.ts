import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSession } from "@/lib/cluster/create-session";
import {
  NAMESPACE,
  notingHooks,
  planOf,
  POD_NAMESPACE,
  startTestCluster,
  type TestCluster,
} from "@/lib/cluster/test-cluster";
import { renderChart, valuesOf } from "./render-chart";

let test: TestCluster;

beforeEach(async () => {
  test = await startTestCluster();
  const namespaces = { vm: NAMESPACE, pod: POD_NAMESPACE };
  const standing = renderChart(valuesOf("production", { namespaces })).filter(
    ({ kind, metadata }) =>
      ["ResourceQuota", "LimitRange"].includes(kind) || metadata.name === "curfew-default-deny",
  );
  test.sim.seed(standing as unknown as Parameters<typeof test.sim.seed>[0]);
  test.sim.advance(1000);
});
afterEach(() => test.sim.close());

describe("the chart's quota and limits", () => {
  it("let eight machines start and run under the standing policy, and refuse the ninth", async () => {
    expect(await test.cluster.hasDefaultDeny(NAMESPACE)).toBe(true);
    for (let n = 1; n <= 8; n += 1)
      expect(await createSession(test.cluster, planOf(`abcdefghi${n + 1}`), notingHooks())).toEqual({
        ok: true,
      });
    test.sim.advance(60_000);
    const world = await test.cluster.readWorld();
    if (world.vmi.state !== "known") throw new Error("not known");
    expect(world.vmi.items.map(({ phase }) => phase)).toEqual(Array.from({ length: 8 }, () => "Running"));
    expect(await createSession(test.cluster, planOf("bcdefghijk"), notingHooks())).toMatchObject({
      reason: { code: "quota-exceeded", params: { key: "count/virtualmachines.kubevirt.io", hard: "8" } },
    });
  });

  it("let a lab pod start in its own namespace", async () => {
    expect(await createSession(test.cluster, planOf("abcdefghij", { kind: "pod" }), notingHooks())).toEqual({
      ok: true,
    });
  });

  it("are the figures that the cluster was given for this", () => {
    const quota = renderChart(valuesOf("production")).find(({ kind }) => kind === "ResourceQuota");
    expect(quota?.spec).toEqual({
      hard: {
        "count/virtualmachines.kubevirt.io": "8",
        "requests.cpu": "16",
        "requests.memory": "48Gi",
        persistentvolumeclaims: "12",
      },
    });
  });
});
