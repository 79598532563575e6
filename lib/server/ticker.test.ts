import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "./log";
import { startTicker } from "./ticker";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(answer: () => Promise<Response>) {
  const controller = new AbortController();
  const calls: RequestInit[] = [];
  const fetch = vi.fn((_url: unknown, init: RequestInit = {}) => {
    calls.push(init);
    return answer();
  });
  startTicker({
    everyMs: 60_000,
    url: "http://127.0.0.1:1/api/reap",
    token: "the-token-of-the-test",
    log: silentLog,
    signal: controller.signal,
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  return { controller, calls };
}

describe("startTicker", () => {
  it("calls soon after the start, then every period, with the token", async () => {
    const { calls } = start(async () => new Response("{}"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers).toMatchObject({
      Authorization: "Bearer the-token-of-the-test",
      "x-curfew-trigger": "timer",
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  it("never has two calls out at once", async () => {
    let finish = (): void => {};
    const { calls } = start(() => new Promise((resolve) => (finish = () => resolve(new Response("{}")))));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
  });

  it("goes on after a refusal and after a lost connection", async () => {
    const answers = [
      async () => new Response("", { status: 503 }),
      async () => Promise.reject(new TypeError("fetch failed")),
    ];
    const { calls } = start(() => (answers.shift() ?? (async () => new Response("{}")))());
    await vi.advanceTimersByTimeAsync(200_000);
    expect(calls.length).toBeGreaterThanOrEqual(3);
  });

  it("stops with the process", async () => {
    const { controller, calls } = start(async () => new Response("{}"));
    await vi.advanceTimersByTimeAsync(3000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal?.aborted).toBe(true);
  });
});
