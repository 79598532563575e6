import { describe, expect, it } from "vitest";
import type { ContendedPod } from "./contention-world";
import type { LastLines } from "./last-lines";
import { analyse } from "./report";
import { withLastLines } from "./report-logs";
import { INCIDENT_NOW as NOW, incidentWorld, known, START, testContainer, testPod } from "./test-incident";

const CHOICE = {
  ...{ namespaces: [], selector: "", fromMs: null, toMs: null, rollout: null },
  only: "all" as const,
};
const endedWith = (message: string | null) => ({
  ...{ exitCode: 1, signal: null, reason: "Error", message },
  ...{ startedAtMs: NOW - 100_000, finishedAtMs: NOW - 95_000 },
});
/** A pod that ended with these words, and is not Ready. */
const failed = (name: string, nodeName: string, message: string | null) =>
  testPod(name, {
    ...{ nodeName, isReady: false, readySinceMs: null },
    containers: [testContainer({ restarts: 3, isReady: false, lastEnd: endedWith(message) })],
  });
const reportOf = (pods: readonly ContendedPod[]) =>
  analyse(incidentWorld({ pod: known(pods), event: known([]) }), CHOICE, NOW);
const findingOf = ({ alternatives }: ReturnType<typeof reportOf>) =>
  alternatives.find(({ code }) => code === "failing-dependency");
const REFUSED = "dial tcp 10.0.0.9:5432: connect: connection refused";

describe("a failing dependency", () => {
  it("is shown by last words of a failed connection on two nodes", () => {
    const report = reportOf([failed("a", "node-1", REFUSED), failed("b", "node-2", REFUSED)]);
    expect(findingOf(report)).toMatchObject({ state: "shown" });
    expect(findingOf(report)?.figures[0]).toEqual({
      code: "connections-failed",
      params: { pods: 2, nodes: 2 },
    });
  });
  it.each([
    [
      "on one node",
      [failed("a", "node-1", REFUSED), failed("b", "node-1", REFUSED), failed("c", "node-2", null)],
    ],
    ["in other words", [failed("a", "node-1", "out of disk"), failed("b", "node-2", "NullPointerException")]],
    ["without words", [failed("a", "node-1", null), failed("b", "node-2", null)]],
  ])("stays open %s", (_name, pods) => expect(findingOf(reportOf(pods))?.state).toBe("unmeasured"));
  it("is ruled out where all pods elsewhere are Ready, whatever one node's pods say", () =>
    expect(
      findingOf(reportOf([failed("a", "node-1", REFUSED), testPod("b", { nodeName: "node-2" })]))?.state,
    ).toBe("ruled-out"));
  it("is not shown where restarts are concentrated: who is starved times out as well", () => {
    const crowd = Array.from({ length: 12 }, (_none, i) => failed(`a${i}`, "node-1", "connect timed out"));
    const calm = Array.from({ length: 11 }, (_none, i) =>
      testPod(`b${i}`, { nodeName: "node-2", isReady: null }),
    );
    const one = failed("c", "node-3", "connect timed out");
    const report = reportOf([...crowd, ...calm, one]);
    expect(report.concentration.state).toBe("concentrated");
    expect(findingOf(report)?.state).toBe("unmeasured");
  });
  it.each([
    "java.net.UnknownHostException: db",
    "Error: getaddrinfo ENOTFOUND db",
    "lookup db on 10.96.0.10:53: no such host",
    "Temporary failure in name resolution",
    "Connection timed out (Connection timed out)",
    "com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure",
    "read tcp: i/o timeout",
    "connect: no route to host",
  ])("is in the words: %s", (message) =>
    expect(reportOf([failed("a", "node-1", message)]).dependencySigns).toEqual([
      { namespace: "shop", pod: "a", node: "node-1" },
    ]),
  );
  it.each([
    [599, 2, "unmeasured"],
    [600, 2, "shown"],
    [600, 1, "unmeasured"],
  ])("is shown by an init container that has waited %s s on %s nodes: %s", (seconds, nodes, state) => {
    const state0 = { kind: "running", startedAtMs: NOW - seconds * 1000 } as const;
    const pods = ["a", "b"].map((name, i) =>
      testPod(name, {
        ...{ nodeName: `node-${nodes === 2 ? i + 1 : 1}`, isReady: false, createdAtMs: START },
        containers: [testContainer({ name: "wait", role: "init", state: state0 })],
      }),
    );
    const other = testPod("c", { nodeName: "node-3", isReady: false });
    expect(findingOf(reportOf([...pods, other]))?.state).toBe(state);
  });
});

describe("the last lines of logs", () => {
  const linesOf = (pod: string, found: LastLines) => ({ namespace: "shop", pod, container: "app", found });
  const read = (line: string): LastLines => ({ state: "read", lines: ["started", line], isCut: false });
  const report = reportOf([
    failed("a", "node-1", REFUSED),
    failed("b", "node-2", null),
    failed("c", "node-2", null),
  ]);
  it("show it together with what pods said themselves", () => {
    const told = withLastLines(report, [
      linesOf("b", read("ECONNREFUSED 10.0.0.9:5432")),
      linesOf("a", read("x")),
    ]);
    expect(findingOf(report)?.state).toBe("unmeasured");
    expect(findingOf(told)?.state).toBe("shown");
    expect(findingOf(told)?.figures.map(({ code }) => code)).toEqual([
      "connections-failed",
      "ready-elsewhere",
    ]);
    expect(told.dependencySigns).toHaveLength(2);
  });
  it("change nothing where they say nothing of it, were not read, or are of no pod of the choice", () => {
    const unread: LastLines = { state: "unmeasured", problem: "none-kept" };
    const lines = [linesOf("b", read("bye")), linesOf("c", unread), linesOf("strange", read(REFUSED))];
    expect(withLastLines(report, lines)).toBe(report);
  });
});
