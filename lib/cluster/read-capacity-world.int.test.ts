import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nano } from "@/lib/domain/testing/capacity-samples";
import { createSession } from "./create-session";
import { NAMESPACE, notingHooks, planOf, startTestCluster, type TestCluster } from "./test-cluster";
import { needs } from "./test-site";

let test: TestCluster;

beforeEach(async () => {
  test = await startTestCluster();
});
afterEach(() => test.close());

const quotaOf = (hard: Readonly<Record<string, unknown>>, more: object = {}) => ({
  ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "team", namespace: NAMESPACE } },
  spec: { hard, ...more },
});

describe("readCapacityWorld", () => {
  needs("node")("knows what an empty cluster has, and that nothing measures it", async () => {
    const world = await test.cluster.readCapacityWorld();
    expect(world.quota).toMatchObject({ state: "known", items: [] });
    expect(world.pod).toMatchObject({ state: "known", items: [] });
    expect(world.lease).toMatchObject({ state: "known" });
    expect([world.nodeUsage, world.podUsage]).toEqual([{ state: "absent" }, { state: "absent" }]);
    if (world.node.state !== "known") throw new Error("not known");
    expect(world.node.items).toHaveLength(5);
    expect(world.node.items[0]).toMatchObject({
      ...{ name: "node-1", isReady: true, isCordoned: false, taints: [] },
      allocatable: { memory: { nano: nano("31Gi") }, cpu: { nano: nano("7800m") } },
    });
  });

  needs("kubelet")(
    "reads a quota with what it counts, and a launcher pod with what it asks for",
    async () => {
      test.sim.seed([
        quotaOf(
          { "requests.memory": "48Gi", "count/virtualmachines.kubevirt.io": 8 },
          { scopes: ["NotTerminating"] },
        ),
      ]);
      await createSession(test.cluster, planOf("aaaaaaaaaa"), notingHooks());
      test.pass(60_000);
      const { quota, pod } = await test.cluster.readCapacityWorld();
      if (quota.state !== "known" || pod.state !== "known") throw new Error("not known");
      expect(quota.items).toMatchObject([
        { namespace: NAMESPACE, name: "team", scopes: [{ name: "NotTerminating" }] },
      ]);
      const [launcher] = pod.items;
      expect(pod.items).toHaveLength(1);
      expect(launcher).toMatchObject({ isLauncher: true, sessionId: "aaaaaaaaaa", phase: "Running" });
      // The scope takes in pods alone.
      const used = quota.items[0]?.resources.map(({ key, used: amount }) => [key, amount]);
      expect(used).toEqual([
        ["count/virtualmachines.kubevirt.io", { nano: 0n }],
        ["requests.memory", { nano: launcher?.requests?.["memory"] }],
      ]);
    },
  );

  needs("kubelet")(
    "reads KubeVirt's CPU allocation ratio, which is its own default where none is set",
    async () => {
      const ratio = async () => (await test.cluster.readCapacityWorld()).cpuAllocationRatio;
      expect(await ratio()).toBeNull();
      const kubevirt = (spec: object) => {
        const metadata = { name: "kubevirt", namespace: "kubevirt" };
        test.sim.seed([{ apiVersion: "kubevirt.io/v1", kind: "KubeVirt", metadata, spec }]);
      };
      kubevirt({ configuration: { developerConfiguration: { cpuAllocationRatio: 4 } } });
      expect(await ratio()).toBe(4);
      kubevirt({ configuration: {} });
      expect(await ratio()).toBe(10);
      test.proxy.fault({ match: { path: "/kubevirts" }, act: { status: 500 } });
      expect(await ratio()).toBeNull();
    },
  );

  needs("kubelet")(
    "reads the class of disks that name none: CDI's default before Kubernetes' own",
    async () => {
      const standard = async () => (await test.cluster.readCapacityWorld()).defaultStorageClass;
      expect(await standard()).toBeNull();
      const seed = (name: string, annotation: string) => {
        const metadata = { name, annotations: { [annotation]: "true" } };
        const provisioner = "example.com/disks";
        test.sim.seed([{ apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata, provisioner }]);
      };
      seed("plain", "storageclass.kubernetes.io/is-default-class");
      expect(await standard()).toBe("plain");
      seed("virt", "storageclass.kubevirt.io/is-default-virt-class");
      expect(await standard()).toBe("virt");
      test.proxy.fault({ match: { path: "/storageclasses" }, act: { status: 403 } });
      expect(await standard()).toBeNull();
    },
  );

  it("leaves unknown what is refused, and reads the rest", async () => {
    test.proxy.fault({ match: { path: "/resourcequotas" }, act: { status: 500 } });
    const world = await test.cluster.readCapacityWorld();
    expect(world.quota).toMatchObject({
      state: "unknown",
      failure: { resource: "resourcequotas", status: 500 },
    });
    expect(world.node.state).toBe("known");
  });
});
