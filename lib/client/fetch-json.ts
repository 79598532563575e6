import type { Answer, Refusal } from "@/lib/contracts/result";
import { REFUSAL_CODES } from "@/lib/contracts/result";
import { serverClock } from "./server-clock";
import { RefusalError } from "./refusal-error";

/** A server that has not answered by then does not: what is shown is said to be old. Milliseconds. */
export const ANSWER_WITHIN_MS = 30_000;

/**
 * GET a route of the app. Throws RefusalError with the server's own refusal, or with `unavailable` where something in
 * between answered, or nothing did in 30 s. Every answer sets the clock that countdowns tick on.
 */
export async function fetchJson<T extends Answer>(path: string, signal?: AbortSignal): Promise<T> {
  const asked = serverClock.ask();
  const { status, isOk, body } = await withinLimit((limit) => readBody(path, limit), signal);
  if (!isOk || !hasClock(body)) throw new RefusalError(asRefusal(body, status));
  serverClock.anchor(body.serverNowMs, asked);
  return body as T;
}

interface Read {
  readonly status: number;
  readonly isOk: boolean;
  readonly body: unknown;
}

async function readBody(path: string, signal: AbortSignal): Promise<Read> {
  const response = await fetch(path, { signal, cache: "no-store", headers: { accept: "application/json" } });
  const body: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  return { status: response.status, isOk: response.ok, body };
}

async function withinLimit(read: (signal: AbortSignal) => Promise<Read>, given?: AbortSignal): Promise<Read> {
  const both = new AbortController();
  const stop = () => both.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, ANSWER_WITHIN_MS);
  given?.addEventListener("abort", stop);
  if (given?.aborted) stop();
  try {
    return await read(both.signal);
  } catch (error) {
    throw isLate ? new RefusalError({ code: "unavailable" }) : error;
  } finally {
    clearTimeout(timer);
    given?.removeEventListener("abort", stop);
  }
}

const hasClock = (body: unknown): body is Answer =>
  typeof body === "object" && body !== null && "serverNowMs" in body && Number.isFinite(body.serverNowMs);

function asRefusal(body: unknown, status: number): Refusal {
  if (typeof body === "object" && body !== null && "code" in body) {
    const known = REFUSAL_CODES.find((code) => code === body.code);
    if (known) return body as Refusal;
  }
  if (status === 401) return { code: "signed-out" };
  if (status === 403) return { code: "forbidden" };
  return { code: status === 404 ? "not-found" : "unavailable" };
}
