import "server-only";
import type { PassSummary } from "@/lib/domain/pass-summary";
import type { Actor } from "@/lib/domain/person";
import { appContext } from "./app-context";
import { readEnv } from "./env";
import { createLog } from "./log";
import { counted, countPass } from "./metrics";
import { refuseReapCaller } from "./reap-caller";
import { refusalOf } from "./refusals";
import { json } from "./route";
import { runPass } from "./run-pass";
import { TRIGGER_HEADER } from "./ticker";

/**
 * POST /api/reap. The caller may go away: the pass goes on, ends by its own limits, and only a shutdown stops it.
 * 200 with the summary; 503, so that the Job fails and alerts, where nothing could be read or the pass did not end.
 */
export async function answerReap(request: Request): Promise<Response> {
  return counted("/api/reap", request, () => admitAndReap(request));
}

async function admitAndReap(request: Request): Promise<Response> {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const refusal = await refuseReapCaller(request, env, log).catch((error: unknown) =>
    json(refusalOf(error, log, "POST /api/reap"), 503),
  );
  if (refusal) return refusal;
  const trigger = request.headers.get(TRIGGER_HEADER) === "timer" ? "timer" : "cronjob";
  const actor: Actor = { type: "system", name: trigger };
  try {
    const context = await appContext();
    const summary = await runPass(context, actor, trigger);
    return json(summary, statusOf(summary));
  } catch (error) {
    countPass(null);
    return json(refusalOf(error, log, "POST /api/reap"), 503);
  }
}

/** A wrong cluster is an answer: a person must act, and an alert every minute would not tell them more. */
export function statusOf({ outcome, held }: Pick<PassSummary, "outcome" | "held">): 200 | 503 {
  if (outcome === "failed") return 503;
  return outcome === "blind" && held !== "wrong-cluster" ? 503 : 200;
}
