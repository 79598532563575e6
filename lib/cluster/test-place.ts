import type { RunningSimulator } from "@/lib/simulator/server";
import type { KubeconfigSource } from "./kube-config";
import { type FaultProxy, startFaultProxy } from "./test-fault-proxy";
import { openObjects, type TestObjects } from "./test-objects";
import { SITE } from "./test-site";
import { openUpstream } from "./test-upstream";

/** An API server behind a proxy, empty in the namespaces that the tests use. */
export interface TestPlace {
  /** For tests that only a simulator can serve; elsewhere it throws. */
  readonly sim: RunningSimulator;
  readonly proxy: FaultProxy;
  readonly objects: TestObjects;
  /** The way to it, through the proxy. */
  readonly kubeconfig: KubeconfigSource;
  close(): Promise<void>;
}

/** What is in the run's own namespaces of the cluster that KUBECONFIG names; without one a simulator. */
export async function openPlace(
  namespaces: readonly string[],
  startSimulator: () => Promise<RunningSimulator>,
): Promise<TestPlace> {
  const sim = SITE === null ? await startSimulator() : null;
  const upstream = openUpstream(
    sim ? { server: sim.url, token: sim.token } : { path: SITE?.kubeconfig ?? "" },
  );
  const objects = openObjects(upstream);
  if (SITE !== null) await Promise.all(namespaces.map((namespace) => objects.clear(namespace)));
  const proxy = await startFaultProxy(upstream);
  return {
    get sim() {
      if (sim === null) throw new Error("This test needs a simulator and does not say so.");
      return sim;
    },
    ...{ proxy, objects, kubeconfig: { server: proxy.url, token: "the proxy signs in itself" } },
    async close() {
      await proxy.close();
      await sim?.close();
    },
  };
}
