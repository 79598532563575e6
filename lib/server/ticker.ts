import "server-only";
import type { Log } from "@/lib/usecases/context";

/** How the timer tells POST /api/reap that it is not the CronJob. */
export const TRIGGER_HEADER = "x-curfew-trigger";

export interface TickerParts {
  readonly everyMs: number;
  readonly url: string;
  readonly token: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** As long as the CronJob's own call waits (design, law 11). */
const CALL_MS = 45_000;
/** The server must listen before it can be called. */
const FIRST_MS = 3000;

/**
 * The development timer: calls POST /api/reap as the CronJob would. The next call is planned when one has ended, so
 * there are never two. Ends with `signal`.
 */
export function startTicker(parts: TickerParts): void {
  const { everyMs, signal } = parts;
  let timer: NodeJS.Timeout | undefined;
  const plan = (delayMs: number): void => {
    if (signal.aborted) return;
    timer = setTimeout(() => void tick(), delayMs);
    timer.unref();
  };
  const tick = async (): Promise<void> => {
    const startedMs = performance.now();
    await call(parts);
    plan(Math.max(everyMs - (performance.now() - startedMs), 0));
  };
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  plan(Math.min(FIRST_MS, everyMs));
}

async function call({ url, token, log, signal, fetch: send = fetch }: TickerParts): Promise<void> {
  try {
    const response = await send(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, [TRIGGER_HEADER]: "timer" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, "the timer's pass did not succeed");
  } catch (error) {
    if (!signal.aborted)
      log.warn({ class: error instanceof Error ? error.name : "unknown" }, "the timer could not call");
  }
}
