import { describe, expect, it } from "vitest";
import { plainName } from "./result";

const isTaken = (name: string) => plainName(120).safeParse(name).success;

describe("a name", () => {
  it.each(["Ada", "박미나", "נועה לוי", "علي", "O’Brien-Smith (2nd)", "R2-D2 🤖", "Ada\u200d"])(
    "may be %s",
    (name) => {
      expect(isTaken(name)).toBe(true);
    },
  );

  it.each([
    ["mark-up", "<b>Ada</b>"],
    ["two lines", "Ada\nLindqvist"],
    ["nothing", "   "],
    ["nothing that can be seen", "\u200b\u200d\ufeff"],
    ["what turns the text after it", "Ada \u202enimda"],
    ["an isolate that is never closed", "\u2067Ada"],
  ])("is not %s", (_what, name) => {
    expect(isTaken(name)).toBe(false);
  });
});
