import { describe, expect, it } from "vitest";
import type { SessionList } from "@/lib/contracts/sessions";
import { refreshMs } from "./queries";

const listOf = (length: number) => ({ items: Array.from({ length }) as unknown as SessionList["items"] });

describe("a list of sessions", () => {
  it("is refreshed every few seconds, and once a minute when it is long", () => {
    expect(refreshMs(undefined)).toBe(5_000);
    expect(refreshMs(listOf(1_000))).toBe(5_000);
    expect(refreshMs(listOf(1_001))).toBe(60_000);
  });
});
