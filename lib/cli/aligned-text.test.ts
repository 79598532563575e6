import { describe, expect, it } from "vitest";
import { alignedText } from "./aligned-text";

describe("alignedText", () => {
  it("lines columns up and leaves no blanks at the end", () => {
    expect(
      alignedText(
        ["A", "LONG"],
        [
          ["aaa", "b"],
          ["c", ""],
        ],
        "",
      ),
    ).toBe("A    LONG\naaa  b\nc");
  });
  it("counts Hangul as two columns", () => {
    expect(
      alignedText(
        ["NAME", "X"],
        [
          ["한글", "1"],
          ["ab", "2"],
        ],
        "",
      ),
    ).toBe("NAME  X\n한글  1\nab    2");
  });
  it("lets no name steer the terminal", () => {
    expect(alignedText(["N"], [["a\u001b[31m\nb"]], "")).toBe("N\na [31m b");
  });
  it("says that a list is empty", () => {
    expect(alignedText(["A"], [], "Nothing here.")).toBe("Nothing here.");
  });
});
