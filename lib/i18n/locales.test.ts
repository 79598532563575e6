import { describe, expect, it } from "vitest";
import { chooseLocale } from "./locales";

describe("chooseLocale", () => {
  it.each([
    ["ko", "en-GB", "ko"],
    [undefined, "ko-KR,ko;q=0.9,en;q=0.8", "ko"],
    [undefined, "en;q=0.5, ko;q=0.9", "ko"],
    [undefined, "fr-FR, en-US;q=0.4", "en"],
    [undefined, "ko;q=0, de", "en"],
    ["xx", "ko", "ko"],
    [undefined, null, "en"],
    [undefined, ";;,q=1,,", "en"],
  ])("cookie %s and header %s give %s", (cookie, header, locale) => {
    expect(chooseLocale(cookie, header)).toBe(locale);
  });
});
