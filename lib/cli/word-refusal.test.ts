import { describe, expect, it } from "vitest";
import { REASON_CODES } from "@/lib/domain/reason";
import { REFUSAL_CODES } from "@/lib/contracts/result";
import { wordReason, wordRefusal } from "./word-refusal";

describe("wordRefusal", () => {
  it("says by when a seat comes free, in UTC", () => {
    const reason = {
      code: "no-seat",
      params: { taken: 8, cap: 8, freeByMs: Date.UTC(2031, 1, 3, 14, 32) },
    } as const;
    expect(wordRefusal({ code: "refused", reason, retryAfterSeconds: 30 })).toBe(
      "8 of 8 seats are in use. One comes free by 2031-02-03 14:32:00Z at the latest.\nTry again in 30 s. (no-seat)",
    );
  });
  it("names what is wrong as it was given: an option, or a field of a lab's file", () => {
    const fieldsOf = (...paths: string[]) => paths.map((path) => ({ path, code: "not-the-name" }));
    const said = wordRefusal({ code: "invalid", fields: fieldsOf("typedNamespace", "typedNumber", "image") });
    expect(said).toMatch(/^--namespace: /m);
    expect(said).toMatch(/^--number: /m);
    expect(said).toMatch(/^image: /m);
  });
  it.each(REFUSAL_CODES)("has a sentence for %s", (code) => {
    expect(wordRefusal({ code })).toMatch(/^[A-Z].+\. ?\(/);
  });
  it.each(REASON_CODES)("has a sentence for reason %s, also without its parameters", (code) => {
    expect(wordReason({ code })).toMatch(/^[A-Z?].+\.$/s);
  });
});
