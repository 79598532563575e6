import "server-only";
import { appContext } from "./app-context";
import { readEnv } from "./env";
import { createLog } from "./log";
import { counted } from "./metrics";
import { renderMetrics } from "./render-metrics";
import { bearerOf, isSameSecret } from "./reap-caller";
import { refusalOf } from "./refusals";
import { json } from "./route";

/**
 * GET /api/metrics, with the reap token as bearer. The address of the caller opens nothing: behind a proxy it is a
 * header that anybody can write.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  return counted("/api/metrics", request, await admitAndRender(request));
}

async function admitAndRender(request: Request): Promise<Response> {
  const { reapToken, logLevel } = readEnv();
  const bearer = bearerOf(request);
  if (reapToken === null || bearer === null) return json({ code: "signed-out" }, 401);
  if (!isSameSecret(bearer, reapToken)) return json({ code: "forbidden" }, 403);
  try {
    const text = await renderMetrics(await appContext());
    return new Response(text, {
      headers: { "Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store" },
    });
  } catch (error) {
    return json(refusalOf(error, createLog(logLevel), "GET /api/metrics"), 503);
  }
}
