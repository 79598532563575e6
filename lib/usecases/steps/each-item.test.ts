import { describe, expect, it } from "vitest";
import { ok, refuse } from "@/lib/contracts/result";
import { eachItem } from "./each-item";

const logged: unknown[] = [];
const context = {
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: unknown) => void logged.push(fields),
  },
};

describe("eachItem", () => {
  it("keeps what an item throws its own: the others are carried out, and answered in their order", async () => {
    const answers = await eachItem(context, ["a", "b", "c", "a"], async (id) => {
      if (id === "b") throw new TypeError("what the database said of a token");
      return id === "c" ? refuse("not-found") : ok(id.toUpperCase());
    });
    expect(answers).toEqual([
      { id: "a", result: { ok: true, value: "A" } },
      { id: "b", result: { ok: false, error: { code: "unexpected" } } },
      { id: "c", result: { ok: false, error: { code: "not-found" } } },
    ]);
    expect(logged).toEqual([{ session: "b", error: "TypeError" }]);
  });

  it("carries out at most eight at once, and each of a hundred", async () => {
    const ids = Array.from({ length: 100 }, (_, i) => String(i));
    let atOnce = 0;
    let most = 0;
    const answers = await eachItem(context, ids, async (id) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      atOnce--;
      return ok(id);
    });
    expect(most).toBe(8);
    expect(answers.map(({ result }) => result.ok && result.value)).toEqual(ids);
  });
});
