import { describe, expect, it } from "vitest";
import { testContainer, testPod } from "../test-incident";
import { starvedAgents } from "./starved-agents";

const JVM = { JAVA_TOOL_OPTIONS: null };
const hintOf = (...requests: readonly (number | null)[]) =>
  starvedAgents(
    requests.map((requestCpu, i) =>
      testPod(`p${i}`, { containers: [testContainer({ requestCpu, env: JVM })] }),
    ),
  );

describe("the hint at agents that starve", () => {
  it.each([
    [0.049, { containers: 1, leastMilli: 49, withoutRequest: 0 }],
    [0.05, null],
    [0.051, null],
    [0.001, { containers: 1, leastMilli: 1, withoutRequest: 0 }],
    [0, { containers: 1, leastMilli: 0, withoutRequest: 1 }],
    [null, { containers: 1, leastMilli: 0, withoutRequest: 1 }],
  ])("at a request of %s cores", (requestCpu, expected) => expect(hintOf(requestCpu)).toEqual(expected));
  it("names the least that is asked for, and counts those that ask for none beside", () =>
    expect(hintOf(null, 0.03, 0.02, 1)).toEqual({ containers: 3, leastMilli: 20, withoutRequest: 1 }));
  it("says nothing of what shows no JVM", () => {
    const containers = [testContainer({ requestCpu: null, env: {} })];
    expect(starvedAgents([testPod("p", { containers })])).toBeNull();
  });
});
