import { randomBytes } from "node:crypto";
import { openCluster, type ClusterOptions } from "@/lib/cluster/kubernetes-cluster";
import { openDatabase, type AroundStatement } from "@/lib/db/database";
import { ensureInstallation } from "@/lib/db/installation";
import type { Config, Context, Log } from "@/lib/usecases/context";
import type { Env } from "./env";
import { createLog, errorFields } from "./log";

export interface ContextOptions {
  /** Decides when work handed to `context.after` begins. Left out: at once. */
  readonly after?: (work: () => Promise<void>) => void;
  readonly log?: Log;
  /** Aborts when the process is told to stop; left out: with `signal`. */
  readonly leaving?: AbortSignal;
  /** Aborts when it may wait no longer. */
  readonly signal?: AbortSignal;
  readonly onClusterFailure?: ClusterOptions["onFailure"];
  readonly aroundClusterCall?: ClusterOptions["aroundCall"];
  readonly aroundStatement?: AroundStatement;
  /** Bring the database's schema up to date first. */
  readonly migrate?: boolean;
}
export interface OpenedContext {
  readonly context: Context;
  /** Waits for the work handed to `context.after`, and for what that hands on. */
  settled(): Promise<void>;
  /** Waits for the work handed to `context.after`, then closes the database. */
  close(): Promise<void>;
}

/**
 * Joins database and cluster for the use cases: of the web app, the command line and the tests alike. Throws what the
 * database throws while it cannot be reached, and EnvironmentMismatch where it serves another environment.
 */
export async function openContext(env: Env, options: ContextOptions = {}): Promise<OpenedContext> {
  const log = options.log ?? createLog(env.logLevel);
  const { signal, leaving = signal } = options;
  const db = openDatabase(env.databaseUrl, { aroundStatement: options.aroundStatement });
  try {
    if (options.migrate) await db.migrate();
    const installation = await ensureInstallation(db.at, env.environment);
    const cluster = openCluster({
      kubeconfig: env.kubeconfig === null ? "in-cluster" : { path: env.kubeconfig },
      vmNamespace: env.vmNamespace,
      podNamespace: env.podNamespace,
      environment: env.environment,
      installationId: installation.id,
      signal,
      onFailure: options.onClusterFailure,
      aroundCall: options.aroundClusterCall,
    });
    const background = trackBackground(log, options.after ?? ((work) => void work()));
    const context: Context = {
      db,
      cluster,
      config: configOf(env),
      installation: { id: installation.id, environment: installation.environment },
      log,
      random: (n) => new Uint8Array(randomBytes(n)),
      after: background.after,
      leaving,
      signal,
    };
    return {
      context,
      settled: background.settled,
      async close() {
        cluster.view.stop();
        await background.settled();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function configOf(env: Env): Config {
  return {
    environment: env.environment,
    vmNamespace: env.vmNamespace,
    podNamespace: env.podNamespace,
    sessionMinutes: env.sessionMinutes,
    maxMinutes: env.maxMinutes,
    marginMinutes: env.marginMinutes,
    launchLimitMinutes: env.launchLimitMinutes,
    machineCap: env.machineCap,
    imagePrefixes: env.imagePrefixes,
    accessCidrs: env.accessCidrs,
    reapEverySeconds: env.reapEverySeconds,
    appUrl: env.appUrl,
    reapKeys: { hasToken: env.reapToken !== null, hasServiceAccount: env.reapServiceAccount !== null },
    reapCronJob: env.reapCronJob,
  };
}

/** Work that outlives its answer: remembered until it is done, its failure logged and nobody else's. */
function trackBackground(log: Log, schedule: (work: () => Promise<void>) => void) {
  const pending = new Set<Promise<void>>();
  const after = (work: () => Promise<void>): void => {
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => (finish = resolve));
    pending.add(done);
    schedule(async () => {
      try {
        await work();
      } catch (error) {
        log.error({ error: errorFields(error) }, "background work failed");
      } finally {
        pending.delete(done);
        finish();
      }
    });
  };
  const settled = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };
  return { after, settled };
}
