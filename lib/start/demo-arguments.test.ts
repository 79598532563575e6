import { describe, expect, it } from "vitest";
import { readDemoArguments, USAGE } from "./demo-arguments";

describe("the demo's arguments", () => {
  it("are a fresh start and a scenario, both left out as a rule", () => {
    expect(readDemoArguments([])).toEqual({ isFresh: false, scenario: undefined });
    expect(readDemoArguments(["--fresh", "--scenario", "stuck"])).toEqual({
      isFresh: true,
      scenario: "stuck",
    });
  });
  it.each([
    [["--scenario", "nonsense"], 'There is no scenario "nonsense".'],
    [["--scenario"], "argument missing"],
    [["--frsh"], "--frsh"],
    [["full"], "full"],
  ])("are refused with a sentence: %j", (args, sentence) => {
    expect(readDemoArguments(args)).toEqual({ problem: expect.stringContaining(sentence) });
  });
  it("name every scenario there is", () => {
    for (const name of [
      "calm",
      "full",
      "stuck",
      "node-lost",
      "cold-start",
      "wrong-cluster",
      "two-environments",
    ])
      expect(USAGE).toContain(`${name} `);
  });
});
