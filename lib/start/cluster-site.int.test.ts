import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningSimulator, startSimulator } from "@/lib/simulator/server";
import { makeClusterSite } from "./cluster-site";
import { about } from "./cluster-step";

let sim: RunningSimulator;
let folder: string;
let kubeconfig: string;

beforeEach(async () => {
  sim = await startSimulator({ namespaces: ["theirs", "mine-pods"], speed: 100 });
  folder = mkdtempSync(path.join(tmpdir(), "curfew-site-"));
  kubeconfig = path.join(folder, "kubeconfig");
  const named = { name: "c", cluster: { server: sim.url }, user: { token: sim.token } };
  const contexts = [{ name: "c", context: { cluster: "c", user: "c" } }];
  const config = { apiVersion: "v1", kind: "Config", clusters: [named], users: [named], contexts };
  writeFileSync(kubeconfig, JSON.stringify({ ...config, "current-context": "c" }));
});
afterEach(async () => {
  await sim.close();
  rmSync(folder, { recursive: true });
});

const namespaces = () => sim.cluster.store.list("namespaces").map(({ metadata }) => metadata.name);

describe("makeClusterSite", () => {
  it("makes two namespaces of a name that nobody has, bearing our label, and removes them with what is in them", async () => {
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
    expect(about({ ...site, hasKubevirt: true })).toHaveLength(1);
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

  it("does not remove a namespace that was made anew by somebody else", async () => {
    const site = await makeClusterSite(kubeconfig);
    sim.recreateNamespace(site.namespace);
    expect(await site.remove()).toEqual([]);
    expect(namespaces()).toContain(site.namespace);
  });
});
