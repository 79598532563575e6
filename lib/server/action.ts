import "server-only";
import type { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import type { ActionAnswer, Result } from "@/lib/contracts/result";
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

/**
 * What every server action does: who is it, is the input sound, then the one use case. An action is a public endpoint:
 * `input` is whatever somebody sent. Nothing is thrown; an unexpected error is a reference to the log.
 */
export async function runAction<I, T>(
  name: string,
  schema: z.ZodType<I>,
  input: unknown,
  run: (context: Context, actor: Actor, input: I) => Promise<Result<T>>,
): Promise<ActionAnswer<T>> {
  return answer(name, async (context) => {
    const actor = await currentActor();
    if (!actor) return refuse("signed-out");
    return parseAndRun(schema, input, (parsed) => run(context, actor, parsed));
  });
}

/** The same for an act of somebody who cannot be signed in yet: what authorises is in the input. */
export function runOpenAction<I, T>(
  name: string,
  schema: z.ZodType<I>,
  input: unknown,
  run: (context: Context, input: I) => Promise<Result<T>>,
): Promise<ActionAnswer<T>> {
  return answer(name, (context) => parseAndRun(schema, input, (parsed) => run(context, parsed)));
}

async function answer<T>(
  name: string,
  work: (context: Context) => Promise<Result<T>>,
): Promise<ActionAnswer<T>> {
  const startedMs = performance.now();
  let context: Context | null = null;
  let result: Result<T>;
  try {
    context = await appContext();
    result = await work(context);
  } catch (error) {
    const log = context?.log ?? createLog(readEnv().logLevel);
    result = { ok: false, error: refusalOf(error, log, `action ${name}`) };
  }
  const status = result.ok ? 200 : STATUS[result.error.code];
  countRequest({ method: "POST", route: `action ${name}`, status }, startedMs);
  return { ...result, serverNowMs: await serverNow(isUp(result) ? context : null) };
}

/** Asking a database that is down for the time would only make the refusal late. */
const isUp = (result: Result<unknown>): boolean => result.ok || result.error.code !== "unavailable";

async function parseAndRun<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (input: I) => Promise<Result<T>>,
): Promise<Result<T>> {
  const parsed = parseInput(schema, input);
  return parsed.ok ? run(parsed.value) : parsed;
}
