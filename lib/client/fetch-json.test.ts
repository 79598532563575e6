import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_WITHIN_MS, fetchJson } from "./fetch-json";
import { refusalOf } from "./refusal-error";
import { serverClock } from "./server-clock";

const answered = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));
/** A request on whose answer nobody works; only giving it up ends it. */
const hanging = (_path: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
  });
const ask = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const errorOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", ask);
  serverClock.doubt();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a read", () => {
  it("gives the answer, and sets the clock by it", async () => {
    ask.mockReturnValue(answered('{"serverNowMs": 1772366400000, "items": []}'));
    expect(await fetchJson("/api/labs")).toEqual({ serverNowMs: 1_772_366_400_000, items: [] });
    expect(serverClock.snapshot()).toBe(1_772_366_400_000);
  });

  it("throws the server's own refusal", async () => {
    ask.mockReturnValue(answered('{"code": "forbidden"}', 403));
    expect(refusalOf(await errorOf(fetchJson("/api/people")))).toEqual({ code: "forbidden" });
  });

  it.each([
    ["a page of a proxy", "<h1>Sign in to the Wi-Fi</h1>"],
    ["JSON of somebody else", '{"status": "ok"}'],
    ["a clock that is none", '{"serverNowMs": null}'],
  ])("takes %s for no answer, and no countdown by it", async (_what, body) => {
    ask.mockReturnValue(answered(body));
    expect(refusalOf(await errorOf(fetchJson("/api/me")))).toEqual({ code: "unavailable" });
    expect(serverClock.snapshot()).toBe("checking");
  });

  it("waits for no answer for ever", async () => {
    ask.mockImplementation(hanging);
    const error = errorOf(fetchJson("/api/me"));
    await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
    expect(refusalOf(await error)).toEqual({ code: "unavailable" });
  });

  it("is no refusal where the page itself gave it up", async () => {
    ask.mockImplementation(hanging);
    const page = new AbortController();
    const error = errorOf(fetchJson("/api/me", page.signal));
    page.abort();
    expect(await error).toMatchObject({ name: "AbortError" });
    expect(vi.getTimerCount()).toBe(0);
  });
});
