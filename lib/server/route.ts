import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import type { Refusal, Result } from "@/lib/contracts/result";
import { refuse } from "@/lib/contracts/result";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "@/lib/usecases/context";
import { appContext } from "./app-context";
import { readEnv } from "./env";
import { createLog } from "./log";
import { countRequest } from "./metrics";
import { refusalOf, STATUS } from "./refusals";
import { serverNow } from "./server-clock";
import { currentActor } from "./sign-in";

/** A read: which query it takes and which use case answers it. */
export interface Read<Q, T> {
  readonly name: string;
  readonly query?: z.ZodType<Q>;
  run(context: Context, actor: Actor, query: Q): Promise<Result<T>>;
}
export type RouteHandler = (
  request: Request,
  route: { readonly params: Promise<Record<string, string>> },
) => Promise<Response>;

/**
 * A GET route: signs in, parses query and path parameters together, runs, and answers JSON that nobody may keep, with
 * the database's clock. Errors become a status in one place (refusals.ts).
 */
export function readRoute<Q, T extends object>(read: Read<Q, T>): RouteHandler {
  return async (request, route) => {
    const requestId = randomUUID();
    const startedMs = performance.now();
    let context: Context | null = null;
    let result: Result<T>;
    try {
      context = await appContext();
      result = await authenticateAndRead(context, read, request, await route.params);
    } catch (error) {
      result = {
        ok: false,
        error: refusalOf(error, context?.log ?? createLog(readEnv().logLevel), `GET ${read.name}`),
      };
    }
    const status = result.ok ? 200 : STATUS[result.error.code];
    countRequest({ method: "GET", route: read.name, status }, startedMs);
    if (status >= 500) context?.log.warn(lineOf(requestId, read.name, status, startedMs), "request");
    const body = result.ok ? await withClock(context, result.value) : result.error;
    return json(body, status, requestId);
  };
}

async function authenticateAndRead<Q, T>(
  context: Context,
  { query, run }: Read<Q, T>,
  request: Request,
  params: Record<string, string>,
): Promise<Result<T>> {
  const actor = await currentActor();
  if (!actor) return refuse("signed-out");
  const given = { ...Object.fromEntries(new URL(request.url).searchParams), ...params };
  const parsed = parseInput(query ?? (z.object({}) as unknown as z.ZodType<Q>), given);
  return parsed.ok ? run(context, actor, parsed.value) : parsed;
}

/** Most use cases tell the time at which they read; the others get it here. */
async function withClock(context: Context | null, value: object): Promise<object> {
  return "serverNowMs" in value ? value : { ...value, serverNowMs: await serverNow(context) };
}

/** JSON that is not kept, sniffed, framed or run. */
export function json(body: object | Refusal, status: number, requestId: string = randomUUID()): Response {
  return Response.json(body, {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
    },
  });
}

function lineOf(requestId: string, route: string, status: number, startedMs: number) {
  return { requestId, route, status, durationMs: Math.round(performance.now() - startedMs) };
}
