import { openAppContext } from "./lib/server/app-context";
import { markClientAddresses } from "./lib/server/client-address";
import { EnvProblem, readEnv } from "./lib/server/env";
import { tellFirstAdminToken } from "./lib/server/first-admin";
import { createLog, errorFields } from "./lib/server/log";
import { closeConnectionsWhenLeaving, shutdownSignals } from "./lib/server/shutdown";
import { startTicker } from "./lib/server/ticker";

/**
 * Opens what the app needs, or ends the process with a sentence: an error thrown from here would leave a server that
 * is up and answers 500.
 */
export async function start(): Promise<void> {
  try {
    const env = readEnv();
    markClientAddresses(env.trustedProxies);
    if (env.tracing) {
      const { startTracing } = await import("./lib/server/tracing");
      startTracing({ ...env.tracing, environment: env.environment, signal: shutdownSignals().leaving });
    }
    closeConnectionsWhenLeaving();
    const { context } = await openAppContext();
    const { log } = context;
    for (const sentence of cautions(env)) log.warn({}, sentence);
    if (env.isProduction && !env.isSimulated) await tellFirstAdminToken(context);
    log.info({ environment: env.environment, cluster: context.cluster.server }, "Curfew is ready");
    if (env.reapEverySeconds === null || env.reapToken === null) return;
    startTicker({
      everyMs: env.reapEverySeconds * 1000,
      url: `http://127.0.0.1:${env.port}/api/reap`,
      token: env.reapToken,
      log,
      signal: shutdownSignals().leaving,
    });
  } catch (error) {
    process.stderr.write(`Curfew cannot start.\n${sentencesOf(error)}\n`);
    process.exit(1);
  }
}

function cautions(env: ReturnType<typeof readEnv>): string[] {
  const cautions: string[] = [];
  if (env.imagePrefixes.length === 0)
    cautions.push("CURFEW_IMAGE_PREFIXES is not set: no lab may use any image");
  if (env.accessCidrs.length === 0)
    cautions.push("CURFEW_ACCESS_CIDRS is not set: nobody can reach a machine");
  return cautions;
}

/** Our own errors are sentences; of others the class and code are said, since their messages may quote secrets. */
function sentencesOf(error: unknown): string {
  if (error instanceof EnvProblem) return error.message;
  if (error instanceof Error && error.name === "EnvironmentMismatch") return error.message;
  createLog("error", 2).error({ error: errorFields(error) }, "start failed");
  return "The database cannot be reached, or its schema cannot be brought up to date: see the line above.";
}
