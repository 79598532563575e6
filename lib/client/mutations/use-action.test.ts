import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ActionAnswer } from "@/lib/contracts/result";
import { OutdatedPageError, RefusalError, UnansweredError } from "../refusal-error";
import { ACT_WITHIN_MS, inChunks, runAction } from "./use-action";

vi.mock("next/navigation", () => ({
  unstable_isUnrecognizedActionError: (error: unknown) =>
    error instanceof Error && error.name === "UnrecognizedActionError",
}));
type Done = ActionAnswer<string>;
const errorOf = (acted: Promise<unknown>) => acted.then(() => null).catch((error: unknown) => error);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an act", () => {
  it("gives its value, and leaves no timer", async () => {
    const act = (): Promise<Done> => Promise.resolve({ ok: true, value: "done", serverNowMs: 5 });
    expect(await runAction(act, undefined)).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("throws what it is refused for", async () => {
    const error = { code: "conflict" } as const;
    const act = (): Promise<Done> => Promise.resolve({ ok: false, error, serverNowMs: 5 });
    expect(await errorOf(runAction(act, undefined))).toEqual(new RefusalError(error));
  });

  it("is not waited for for ever", async () => {
    const error = errorOf(runAction(() => new Promise<Done>(() => undefined), undefined));
    await vi.advanceTimersByTimeAsync(ACT_WITHIN_MS);
    expect(await error).toBeInstanceOf(UnansweredError);
  });

  it("of a build that is no longer served is told from a server that is away", async () => {
    const unknown = Object.assign(new Error("no such action"), { name: "UnrecognizedActionError" });
    const away = new TypeError("Failed to fetch");
    expect(await errorOf(runAction((): Promise<Done> => Promise.reject(unknown), undefined))).toBeInstanceOf(
      OutdatedPageError,
    );
    expect(await errorOf(runAction((): Promise<Done> => Promise.reject(away), undefined))).toBe(away);
  });

  it("on many goes out 200 at a time", async () => {
    const ids = Array.from({ length: 450 }, (_, n) => String(n));
    const sizes: number[] = [];
    const results = await inChunks(ids, (chunk) => {
      sizes.push(chunk.length);
      return Promise.resolve(chunk);
    });
    expect([sizes, results]).toEqual([[200, 200, 50], ids]);
  });
});
