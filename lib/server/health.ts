import "server-only";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Health } from "@/lib/contracts/status";
import { databaseNow } from "@/lib/db/database";
import type { Context } from "@/lib/usecases/context";
import { appContext } from "./app-context";
import { processWide } from "./process-wide";
import { serverNow } from "./server-clock";
import { shutdownSignals } from "./shutdown";

export interface HealthAnswer {
  readonly database: Health;
  readonly cluster: Health;
}

/** Can the database and the cluster be reached? Asked at most every 5 s per process, so that anybody may ask. */
export function checkHealth(): Promise<HealthAnswer> {
  return kept("health", look);
}

/**
 * Should this process get requests? Not while its database does not answer, and not once it was told to stop. The
 * cluster is not asked: without it people still sign in and see their time. Looked at like `checkHealth`.
 */
export async function isReady(): Promise<boolean> {
  return !shutdownSignals().leaving.aborted && (await kept("readiness", lookAtDatabase)) === null;
}

const KEEP_MS = 5000;

function kept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const cache = processWide(name, (): { answer: Promise<T> | null; untilMs: number } => ({
    answer: null,
    untilMs: 0,
  }));
  if (!cache.answer || performance.now() >= cache.untilMs) {
    cache.untilMs = performance.now() + KEEP_MS;
    cache.answer = ask();
  }
  return cache.answer;
}

async function lookAtDatabase(): Promise<string | null> {
  const context = await appContext().catch(() => null);
  return context === null ? "unreachable" : reachDatabase(context);
}

async function look(): Promise<HealthAnswer> {
  const context = await appContext().catch(() => null);
  if (!context) {
    const checkedAtMs = await serverNow(null);
    return { database: down("unreachable", checkedAtMs), cluster: down("unmeasured", checkedAtMs) };
  }
  const [database, cluster] = await Promise.all([reachDatabase(context), reachCluster(context)]);
  const checkedAtMs = await serverNow(database === null ? context : null);
  return {
    database: database === null ? up(checkedAtMs) : down(database, checkedAtMs),
    cluster: cluster === null ? up(checkedAtMs) : down(cluster, checkedAtMs),
  };
}

const reachDatabase = (context: Context): Promise<string | null> =>
  databaseNow(context.db.at).then(
    () => null,
    () => "unreachable",
  );
const reachCluster = (context: Context): Promise<string | null> =>
  context.cluster.namespaceUid(context.config.vmNamespace).then(
    () => null,
    (error: unknown) => (error instanceof ClusterError ? error.code : "unexpected"),
  );

const up = (checkedAtMs: number): Health => ({ isOk: true, error: null, checkedAtMs });
const down = (error: string, checkedAtMs: number): Health => ({ isOk: false, error, checkedAtMs });
