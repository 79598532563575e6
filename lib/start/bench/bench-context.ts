import { randomBytes } from "node:crypto";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import { openCluster } from "@/lib/cluster/kubernetes-cluster";
import { openDatabase } from "@/lib/db/database";
import { ensureInstallation } from "@/lib/db/installation";
import type { Config, Context } from "@/lib/usecases/context";
import type { Place } from "./pass-world";

export const BENCH_NAMESPACE = "curfew-vms";
const CONFIG: Config = {
  environment: "bench",
  vmNamespace: BENCH_NAMESPACE,
  podNamespace: BENCH_NAMESPACE,
  sessionMinutes: 60,
  maxMinutes: 180,
  marginMinutes: 15,
  launchLimitMinutes: 10,
  machineCap: 100_000,
  imagePrefixes: [],
  accessCidrs: [],
  reapEverySeconds: null,
  appUrl: "http://127.0.0.1:3000",
  reapKeys: { hasToken: true, hasServiceAccount: false },
  reapCronJob: null,
};

/** Database and cluster as the app has them, and where objects are put. Nothing is logged. */
export async function openBenchContext(
  databaseUrl: string,
  server: { readonly url: string; readonly token: string; readonly kubeconfig: string },
) {
  const db = openDatabase(databaseUrl);
  await db.migrate();
  const installation = await ensureInstallation(db.at, CONFIG.environment);
  await applyDefaultDeny({ path: server.kubeconfig }, BENCH_NAMESPACE);
  const silent = () => undefined;
  const stop = new AbortController();
  const context: Context = {
    db,
    cluster: openCluster({
      kubeconfig: { path: server.kubeconfig },
      vmNamespace: BENCH_NAMESPACE,
      podNamespace: BENCH_NAMESPACE,
      environment: installation.environment,
      installationId: installation.id,
    }),
    config: CONFIG,
    installation,
    log: { info: silent, warn: silent, error: silent },
    random: (n) => new Uint8Array(randomBytes(n)),
    // What goes on after a pass (looking for what is gone) is not the pass.
    after: silent,
    signal: stop.signal,
  };
  const owner = { environment: installation.environment, installationId: installation.id };
  const place: Place = { url: server.url, token: server.token, namespace: BENCH_NAMESPACE, owner };
  return { context, place };
}
