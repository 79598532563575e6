import "server-only";
import { after } from "next/server";
import type { Context } from "@/lib/usecases/context";
import { openContext, type OpenedContext } from "./context";
import { readEnv } from "./env";
import { countClusterFailure } from "./metrics";
import { processWide } from "./process-wide";
import { shutdownSignals } from "./shutdown";
import { traced, tracedStatement } from "./spans";

/** The web app's own context, opened once. Throws what openContext throws; the next call tries again. */
export async function appContext(): Promise<Context> {
  return (await openAppContext()).context;
}

export function openAppContext(): Promise<OpenedContext> {
  return processWide("context", () => {
    const env = readEnv();
    return openContext(env, {
      after: afterAnswer,
      ...shutdownSignals(),
      migrate: true,
      onClusterFailure: countClusterFailure,
      aroundClusterCall: ({ verb, path }, call) =>
        traced(`cluster ${verb}`, { "k8s.verb": verb, "url.path": path }, call),
      aroundStatement: env.tracing ? tracedStatement : undefined,
    });
  });
}

/** Within a request: once its answer is out, and Next waits for it before it ends. Elsewhere: at once. */
function afterAnswer(work: () => Promise<void>): void {
  try {
    after(work);
  } catch {
    void work();
  }
}
