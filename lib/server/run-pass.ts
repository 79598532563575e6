import "server-only";
import type { PassSummary, PassTrigger } from "@/lib/domain/pass-summary";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "@/lib/usecases/context";
import { runReapPass } from "@/lib/usecases/run-reap-pass";
import { countPass } from "./metrics";
import { traced } from "./spans";

/**
 * A pass as the app runs it: in a span, counted, and waited for by Next when it is told to stop, also where nobody
 * waits for the answer any more. Throws what runReapPass throws.
 */
export async function runPass(context: Context, actor: Actor, trigger: PassTrigger): Promise<PassSummary> {
  const pass = traced("reap pass", { "curfew.pass.trigger": trigger }, async (span) => {
    const summary = await runReapPass(context, actor, { trigger });
    span.setAttribute("curfew.pass.outcome", summary.outcome);
    span.setAttribute("curfew.pass.failed", summary.failed);
    for (const [direction, { found, done }] of Object.entries(summary.directions))
      span.setAttributes({
        [`curfew.pass.${direction}.found`]: found,
        [`curfew.pass.${direction}.done`]: done,
      });
    return summary;
  });
  context.after(() => pass.then(noop, noop));
  const summary = await pass;
  countPass(summary);
  return summary;
}

const noop = (): void => {};
