import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningSimulator, startSimulator } from "@/lib/simulator/server";
import { clientFor } from "@/lib/simulator/test-client";
import { makeClusterSite } from "./cluster-site";
import { about } from "./cluster-step";

let sim: RunningSimulator;
let folder: string;
let kubeconfig: string;

beforeEach(async () => {
  sim = await startSimulator({ namespaces: ["theirs", "mine-pods"], speed: 100 });
  folder = mkdtempSync(path.join(tmpdir(), "curfew-site-"));
  kubeconfig = writeKubeconfig(sim.token);
});
afterEach(async () => {
  await sim.close();
  rmSync(folder, { recursive: true });
});

const KINDS = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
/** Every Role and binding, as plural and name. */
const rights = () =>
  KINDS.flatMap((plural) =>
    sim.cluster.store
      .list(`${plural}.rbac.authorization.k8s.io`)
      .map(({ metadata }) => `${plural} ${metadata.namespace ?? "cluster"}/${metadata.name}`),
  );
function writeKubeconfig(token: string): string {
  const file = path.join(folder, "kubeconfig");
  const named = { name: "c", cluster: { server: sim.url }, user: { token } };
  const contexts = [{ name: "c", context: { cluster: "c", user: "c" } }];
  const config = { apiVersion: "v1", kind: "Config", clusters: [named], users: [named], contexts };
  writeFileSync(file, JSON.stringify({ ...config, "current-context": "c" }));
  return file;
}
const namespaces = () => sim.cluster.store.list("namespaces").map(({ metadata }) => metadata.name);

describe("makeClusterSite", () => {
  it("makes three namespaces of a name that nobody has, bearing our label, and removes them with what is in them", async () => {
    const before = namespaces();
    const site = await makeClusterSite(kubeconfig);
    expect(site).toMatchObject({
      hasKubevirt: true,
      namespace: expect.stringMatching(/^curfew-test-\w{8}$/),
    });
    const made = sim.cluster.store.get("namespaces", undefined, site.namespace);
    expect(made?.metadata.labels).toMatchObject({ "app.kubernetes.io/managed-by": "curfew" });
    const metadata = { name: "left", namespace: site.podNamespace };
    sim.seed([{ apiVersion: "v1", kind: "Secret", metadata }]);
    expect(await site.remove()).toEqual([]);
    expect(namespaces()).toEqual(before);
    expect(sim.cluster.store.list("secrets", site.podNamespace)).toEqual([]);
  });

  it("tells a cluster without KubeVirt, in a line of its own", async () => {
    await sim.close();
    sim = await startSimulator({
      kubevirt: false,
      speed: 100,
      port: Number(new URL(sim.url).port),
      token: sim.token,
    });
    const site = await makeClusterSite(kubeconfig);
    expect(site.hasKubevirt).toBe(false);
    expect(about(site)).toContain("KubeVirt is not installed there: its cases are skipped");
    expect(about({ ...site, hasKubevirt: true }).join()).not.toContain("KubeVirt");
    expect(await site.remove()).toEqual([]);
  });

  it("says that a namespace is somebody else's, and leaves it and nothing of its own", async () => {
    const before = namespaces();
    await expect(makeClusterSite(kubeconfig, "theirs")).rejects.toThrow(
      /^The namespace theirs on .* is there already and was not made by these tests: nothing is done in it\.$/,
    );
    await expect(makeClusterSite(kubeconfig, "mine")).rejects.toThrow("The namespace mine-pods");
    expect(namespaces()).toEqual(before);
  });

  it("takes over what a run of ours that was killed has left", async () => {
    await makeClusterSite(kubeconfig, "curfew-test-again");
    const site = await makeClusterSite(kubeconfig, "curfew-test-again");
    expect(await site.remove()).toEqual([]);
    expect(namespaces()).not.toContain("curfew-test-again");
  });

  it("makes the product's account with the Roles of the chart, named for the run, and leaves none of them", async () => {
    const site = await makeClusterSite(kubeconfig);
    expect(site.accountProblem).toBeNull();
    const name = `${site.namespace}-app-curfew`;
    const where = [site.namespace, site.podNamespace, "kube-node-lease", "kube-system"];
    expect(rights().sort()).toEqual(
      ["role", "rolebinding"]
        .flatMap((kind) => [
          `cluster${kind}s cluster/${name}`,
          `${kind}s ${site.appNamespace}/curfew`,
          ...where.map((each) => `${kind}s ${each}/${name}`),
        ])
        .sort(),
    );
    const ask = clientFor(sim, site.token ?? "");
    const statusOf = async (namespace: string, plural: string) =>
      (await ask("GET", `/api/v1/namespaces/${namespace}/${plural}`)).status;
    expect([await statusOf(site.namespace, "pods"), await statusOf(site.podNamespace, "pods")]).toEqual([
      200, 200,
    ]);
    expect([await statusOf(site.namespace, "secrets"), await statusOf("theirs", "services")]).toEqual([
      403, 403,
    ]);
    expect(await site.remove()).toEqual([]);
    expect(rights()).toEqual([]);
  });

  it("goes without an account where the caller may make none, says why, and leaves no part of one", async () => {
    const rules = [
      { apiGroups: [""], resources: ["namespaces"], verbs: ["create", "get", "delete"] },
      { apiGroups: [""], resources: ["serviceaccounts"], verbs: ["create", "delete"] },
      { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["create", "delete"] },
    ];
    sim.tokens.push({ token: "small", user: "small", rules });
    const site = await makeClusterSite(writeKubeconfig("small"));
    expect(site.token).toBeNull();
    expect(site.accountProblem).toContain('User "small" cannot create resource "rolebindings"');
    expect(rights()).toEqual([]);
    expect(sim.cluster.store.list("serviceaccounts")).toEqual([]);
    expect(await site.remove()).toEqual([]);
  });

  it("makes a Role anew that a killed run has left, and stops at one that is somebody else's", async () => {
    await makeClusterSite(kubeconfig, "curfew-test-again");
    const site = await makeClusterSite(kubeconfig, "curfew-test-again");
    expect(await site.remove()).toEqual([]);
    expect(rights()).toEqual([]);
    const metadata = { name: "curfew-test-again-app-curfew" };
    sim.seed([{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata }]);
    await expect(makeClusterSite(kubeconfig, "curfew-test-again")).rejects.toThrow(
      /^The ClusterRole curfew-test-again-app-curfew on .* was not made by these tests: it is left alone\.$/,
    );
    expect(rights()).toEqual(["clusterroles cluster/curfew-test-again-app-curfew"]);
    expect(namespaces()).not.toContain("curfew-test-again");
  });

  it("does not remove a namespace that was made anew by somebody else", async () => {
    const site = await makeClusterSite(kubeconfig);
    sim.recreateNamespace(site.namespace);
    expect(await site.remove()).toEqual([]);
    expect(namespaces()).toContain(site.namespace);
  });
});
