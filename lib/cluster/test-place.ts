import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import type { RunningSimulator } from "@/lib/simulator/server";
import type { KubeconfigSource } from "./kube-config";
import { type Account, accountUser, APP_NAMESPACE, admitAccount, expectAllowed } from "./test-account";
import { type FaultProxy, startFaultProxy } from "./test-fault-proxy";
import { openObjects, type TestObjects } from "./test-objects";
import { rightsAsked } from "./test-rights";
import { SITE } from "./test-site";
import { openUpstream } from "./test-upstream";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder where each place leaves which rights were used; null: nobody asks. */
    asked: string | null;
  }
}

/** An API server behind a proxy, empty in the namespaces that the tests use. */
export interface TestPlace {
  /** For tests that only a simulator can serve; elsewhere it throws. */
  readonly sim: RunningSimulator;
  readonly proxy: FaultProxy;
  readonly objects: TestObjects;
  /** The way to it, through the proxy, with the rights of the product's own Roles. */
  readonly kubeconfig: KubeconfigSource;
  /** The way past the proxy, with all rights: for what tests put there. */
  readonly operator: KubeconfigSource;
  /** The way past the proxy with the product's rights, where it is a simulator; elsewhere it throws. */
  readonly direct: Account;
  /** Throws where the product asked for what its Roles do not allow. */
  close(): Promise<void>;
}

/** What is in the run's own namespaces of the cluster that KUBECONFIG names; without one a simulator. */
export async function openPlace(
  [vm = "", pod = vm]: readonly string[],
  startSimulator: () => Promise<RunningSimulator>,
): Promise<TestPlace> {
  const namespaces = { vm, pod, app: SITE?.appNamespace ?? APP_NAMESPACE };
  const sim = SITE === null ? await startSimulator() : null;
  const account = sim && admitAccount(sim, namespaces);
  const operator = sim ? { server: sim.url, token: sim.token } : { path: SITE?.kubeconfig ?? "" };
  const objects = openObjects(openUpstream(operator));
  if (SITE !== null) await Promise.all([...new Set([vm, pod])].map((namespace) => objects.clear(namespace)));
  const proxy = await startFaultProxy(openUpstream(account ?? operator, SITE?.token ?? undefined));
  const user = accountUser(namespaces);
  const known = <T>(value: T | null): T => {
    if (value === null) throw new Error("This test needs a simulator and does not say so.");
    return value;
  };
  return {
    get sim() {
      return known(sim);
    },
    get direct() {
      return known(account);
    },
    ...{ proxy, objects, operator, kubeconfig: { server: proxy.url, token: "the proxy signs in itself" } },
    async close() {
      await proxy.close();
      await sim?.close();
      const requests = sim ? sim.requests().filter((one) => one.user === user) : proxy.requests();
      leaveNote(rightsAsked(requests, namespaces));
      expectAllowed(sim ? sim.refusals(user) : proxy.refusals());
    },
  };
}

function leaveNote(rights: readonly string[]): void {
  const folder = inject("asked") ?? null;
  if (folder !== null) writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(rights));
}
