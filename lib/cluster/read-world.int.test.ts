import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RESOURCES } from "./api-paths";
import { createSession } from "./create-session";
import type { FaultAct } from "@/lib/simulator/faults";
import {
  NAMESPACE,
  notingHooks,
  planOf,
  POD_NAMESPACE,
  startTestCluster,
  type TestCluster,
} from "./test-cluster";
import { needs, SITE } from "./test-site";

let test: TestCluster;

beforeEach(async () => {
  test = await startTestCluster();
});
afterEach(() => test.close());

const podOf = (i: number) => ({
  ...{ apiVersion: "v1", kind: "Pod", metadata: { name: `p${String(i).padStart(4, "0")}` } },
  // No node has it, so that nobody's node is bothered.
  spec: { nodeSelector: { "curfew.dev/none": "true" }, containers: [{ name: "app", image: "x" }] },
});
async function putPods(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await test.objects.put(RESOURCES.pod, NAMESPACE, podOf(i));
}
const lists = (path: RegExp) => test.proxy.requests().filter((one) => path.test(one.path));

describe("readWorld", () => {
  needs("node")("knows every kind of an empty cluster, and its nodes", async () => {
    const world = await test.cluster.readWorld();
    expect(world.vm).toEqual({ state: "known", items: [], dateMs: test.sim.nowMs() });
    expect(world.node).toMatchObject({ state: "known", items: Array(5).fill({ isReady: true }) });
    // Seven kinds in two namespaces, and the nodes.
    expect(world.requests).toBe(15);
    expect(test.cluster.requestCount).toBe(15);
  });

  needs("size")("reads 1,200 objects over three pages, never at a resourceVersion", async () => {
    const seeded = Array.from({ length: 1200 }, (_none, i) => podOf(i));
    test.sim.seed(seeded.map((pod) => ({ ...pod, metadata: { ...pod.metadata, namespace: NAMESPACE } })));
    const world = await test.cluster.readWorld();
    if (world.pod.state !== "known") throw new Error("not known");
    expect(new Set(world.pod.items.map((pod) => pod.name)).size).toBe(1200);
    const pages = lists(new RegExp(`/namespaces/${NAMESPACE}/pods`));
    expect(pages).toHaveLength(3);
    expect(pages.every((one) => /limit=500/.test(one.path) && !/resourceVersion/.test(one.path))).toBe(true);
  });

  needs("kubevirt")("reads both namespaces", async () => {
    await createSession(test.cluster, planOf("aaaaaaaaaa"), notingHooks());
    await createSession(test.cluster, planOf("bbbbbbbbbb", { kind: "pod" }), notingHooks());
    const world = await test.cluster.readWorld();
    if (world.job.state !== "known") throw new Error("not known");
    expect(world.job.items.map((job) => job.namespace)).toEqual([NAMESPACE, POD_NAMESPACE]);
  });

  it("begins again when a list expires half-way, and is whole then", async () => {
    await putPods(7);
    const paged = test.open({ pageSize: 3 });
    const fault = {
      match: { path: `/namespaces/${NAMESPACE}/pods\\?.*continue=` },
      act: { status: 410 },
      times: 2,
    };
    test.proxy.fault(fault);
    const world = await paged.readWorld();
    if (world.pod.state !== "known") throw new Error("not known");
    expect(world.pod.items).toHaveLength(7);
    expect(new Set(world.pod.items.map((pod) => pod.uid)).size).toBe(7);
  });

  needs("kubevirt")("is unknown when lists go on expiring", async () => {
    await putPods(7);
    test.proxy.fault({ match: { path: "/pods\\?.*continue=" }, act: { status: 410 } });
    const world = await test.open({ pageSize: 3 }).readWorld();
    expect(world.pod).toEqual({ state: "unknown", failure: { resource: "pod", error: "gone", status: 410 } });
    expect(world.vm.state).toBe("known");
  });

  needs("kubevirt").each<[string, FaultAct, { error: string; status: number | null }]>([
    ["refused", { status: 403 }, { error: "forbidden", status: 403 }],
    ["broken", { status: 500 }, { error: "server-error", status: 500 }],
    ["cut short", { cutBodyAtBytes: 40 }, { error: "incomplete", status: 200 }],
    ["hanging", { hang: true }, { error: "timeout", status: null }],
  ])(
    "is unknown where one namespace's list is %s, and the other kinds are known",
    async (_what, act, failure) => {
      test.proxy.fault({ match: { path: `/namespaces/${POD_NAMESPACE}/pods` }, act });
      const world = await test.open({ callTimeoutMs: 2500 }).readWorld();
      expect(world.pod).toEqual({ state: "unknown", failure: { resource: "pod", ...failure } });
      expect([world.vm.state, world.job.state, world.node.state]).toEqual(["known", "known", "known"]);
    },
  );

  needs("kubevirt")("is unknown where an answer is no list at all", async () => {
    test.proxy.fault({ match: { path: "/virtualmachines\\?" }, act: { cutBodyAtBytes: 0 } });
    const world = await test.cluster.readWorld();
    expect(world.vm).toMatchObject({ state: "unknown", failure: { error: "incomplete" } });
  });

  needs("kubevirt")("ends in its own time, with what was whole by then", async () => {
    test.proxy.fault({ match: { path: "/nodes" }, act: { hang: true } });
    const world = await test.open({ worldTimeoutMs: 2500 }).readWorld();
    expect(world.node).toMatchObject({ state: "unknown", failure: { error: "timeout" } });
    expect(world.vm.state).toBe("known");
  });

  it("is all unknown for a caller who is gone", async () => {
    const world = await test.cluster.readWorld(AbortSignal.abort());
    expect(world.vm).toMatchObject({ state: "unknown", failure: { error: "aborted" } });
    expect(world.requests).toBe(0);
  });

  needs("kubevirt")("does not take a lost permission for a missing API", async () => {
    test.proxy.deny([{ verb: "list", group: "kubevirt.io", resource: "virtualmachines" }]);
    expect((await test.cluster.readWorld()).vm).toMatchObject({
      state: "unknown",
      failure: { error: "forbidden" },
    });
  });

  needs("kubevirt")("reads machines alone where seats are counted", async () => {
    const world = await test.cluster.readMachines();
    expect([world.vm.state, world.vmi.state, world.pod.state]).toEqual(["known", "known", "known"]);
    expect(world.job).toEqual({
      state: "unknown",
      failure: { resource: "job", error: "not-asked", status: null },
    });
    expect(world.requests).toBe(6);
  });
});

describe("a cluster without KubeVirt", () => {
  beforeEach(async () => {
    if (SITE !== null) return;
    await test.close();
    test = await startTestCluster({ kubevirt: false });
  });

  needs("no-kubevirt")("has absent VMs, by discovery, and known pods", async () => {
    const world = await test.cluster.readWorld();
    expect([world.vm, world.vmi]).toEqual([{ state: "absent" }, { state: "absent" }]);
    expect(world.pod.state).toBe("known");
    expect(await test.cluster.hasKubevirt()).toBe(false);
  });

  needs("no-kubevirt")("has unknown VMs where discovery does not answer", async () => {
    test.proxy.fault({ match: { path: "^/apis$" }, act: { status: 503 } });
    expect((await test.cluster.readWorld()).vm.state).toBe("unknown");
  });

  needs("no-kubevirt")("does not call a VM gone because its API is", async () => {
    const ref = { kind: "vm", namespace: NAMESPACE, name: "lab-abcdefghij-1" } as const;
    await expect(test.cluster.readMachine(ref)).rejects.toMatchObject({ code: "incomplete", status: 404 });
    await expect(test.cluster.deleteObject(ref)).rejects.toMatchObject({ code: "incomplete", status: 404 });
  });
});
