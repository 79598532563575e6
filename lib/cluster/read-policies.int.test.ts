import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cluster } from "./cluster";
import { openCluster } from "./kubernetes-cluster";
import { IDENTITY } from "./manifests/test-samples";
import { NAMESPACE, POD_NAMESPACE, startTestCluster, type TestCluster } from "./test-cluster";
import { type FaultProxy, startFaultProxy } from "./test-fault-proxy";
import { withKyverno } from "./test-kyverno";
import { needs } from "./test-site";
import { openUpstream } from "./test-upstream";

const clean = (name: string, kinds: string[], namespace?: string) => ({
  metadata: { name, namespace },
  spec: { schedule: "*/5 * * * *", match: { any: [{ resources: { kinds } }] } },
});
const WIPE = {
  metadata: { name: "wipe" },
  spec: {
    schedule: "0 3 * * *",
    matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }] },
  },
};
const COLLECTIONS = {
  // A release that serves no v2 yet.
  "/apis/kyverno.io/v2beta1/clustercleanuppolicies": [
    clean("old-vms", ["VirtualMachine"]),
    clean("nothing-of-ours", ["Deployment"]),
  ],
  [`/apis/kyverno.io/v2beta1/namespaces/${NAMESPACE}/cleanuppolicies`]: [clean("own", ["Pod"], NAMESPACE)],
  [`/apis/kyverno.io/v2beta1/namespaces/${POD_NAMESPACE}/cleanuppolicies`]: [],
  "/apis/policies.kyverno.io/v1/deletingpolicies": [WIPE],
};

let test: TestCluster;
let proxy: FaultProxy;
let cluster: Cluster;
beforeEach(async () => {
  test = await startTestCluster();
  proxy = await startFaultProxy(withKyverno(openUpstream(test.kubeconfig), COLLECTIONS));
  cluster = openCluster({
    kubeconfig: { server: proxy.url, token: "any" },
    ...{ vmNamespace: NAMESPACE, podNamespace: POD_NAMESPACE },
    ...{ environment: IDENTITY.environment, installationId: IDENTITY.installationId, callTimeoutMs: 4000 },
  });
});
afterEach(async () => {
  await proxy.close();
  await test.close();
});

describe("policies of Kyverno's", () => {
  it("are read in whichever version serves them, of the cluster and of our namespaces", async () => {
    const { policies } = await cluster.readCleaners();
    if (policies.state !== "known") throw new Error(policies.failure.error);
    expect(policies.items.map(({ name, schedule }) => [name, schedule]).sort()).toEqual([
      [`${NAMESPACE}/own`, "*/5 * * * *"],
      ["old-vms", "*/5 * * * *"],
      ["wipe", "0 3 * * *"],
    ]);
  });

  it("are unknown where one kind is forbidden, and where discovery does not answer", async () => {
    proxy.deny([{ verb: "list", group: "kyverno.io", resource: "cleanuppolicies" }]);
    expect((await cluster.readCleaners()).policies).toMatchObject({
      state: "unknown",
      failure: { status: 403 },
    });
    proxy.deny([]);
    proxy.fault({ match: { path: "^/apis$" }, act: { status: 500 } });
    expect(await cluster.readCleaners()).toMatchObject({ kyverno: null, policies: { state: "unknown" } });
  });

  needs("state")("are not asked for where Kyverno is not installed", async () => {
    expect((await test.open().readCleaners()).policies).toEqual({ state: "known", items: [] });
    expect(test.proxy.requests().filter(({ path }) => path.includes("kyverno.io"))).toEqual([]);
  });
});
