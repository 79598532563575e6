import type { Answer, Refusal } from "@/lib/contracts/result";
import { REFUSAL_CODES } from "@/lib/contracts/result";
import { serverClock } from "./server-clock";
import { RefusalError } from "./refusal-error";

/**
 * GET a route of the app. Throws RefusalError with the server's own refusal, or with `unavailable` where something in
 * between answered. Every answer sets the clock that countdowns tick on.
 */
export async function fetchJson<T extends Answer>(path: string, signal?: AbortSignal): Promise<T> {
  const askedAtMs = performance.now();
  const response = await fetch(path, { signal, cache: "no-store", headers: { accept: "application/json" } });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new RefusalError(asRefusal(body, response.status));
  const answer = body as T;
  serverClock.anchor(answer.serverNowMs, askedAtMs);
  return answer;
}

function asRefusal(body: unknown, status: number): Refusal {
  if (typeof body === "object" && body !== null && "code" in body) {
    const known = REFUSAL_CODES.find((code) => code === body.code);
    if (known) return body as Refusal;
  }
  if (status === 401) return { code: "signed-out" };
  if (status === 403) return { code: "forbidden" };
  return { code: status === 404 ? "not-found" : "unavailable" };
}
