import "server-only";
import { appContext } from "./app-context";
import { LOCAL_CALLER } from "./client-address";
import { readEnv } from "./env";
import { createLog } from "./log";
import { counted } from "./metrics";
import { renderMetrics } from "./render-metrics";
import { bearerOf, isSameSecret } from "./reap-caller";
import { refusalOf } from "./refusals";
import { json } from "./route";

/**
 * GET /api/metrics, with its own token as bearer, or from this very host: whoever came over loopback with no proxy in
 * between, which the socket tells and no header. The reap token does not open it, since a scraper shall not reap.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  return counted("/api/metrics", request, () => admitAndRender(request));
}

async function admitAndRender(request: Request): Promise<Response> {
  const { metricsToken, logLevel } = readEnv();
  const bearer = bearerOf(request);
  if (bearer === null && request.headers.get(LOCAL_CALLER) === null) return json({ code: "signed-out" }, 401);
  if (bearer !== null && (metricsToken === null || !isSameSecret(bearer, metricsToken)))
    return json({ code: "forbidden" }, 403);
  try {
    const text = await renderMetrics(await appContext());
    return new Response(text, {
      headers: { "Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store" },
    });
  } catch (error) {
    return json(refusalOf(error, createLog(logLevel), "GET /api/metrics"), 503);
  }
}
