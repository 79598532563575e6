import { describe, expect, it } from "vitest";
import { linesOf, MOST_BYTES, worstRestarted } from "./last-lines";
import { restartRows } from "./restarts";
import { INCIDENT_NOW, incidentWorld, testContainer, testPod } from "./test-incident";

describe("linesOf", () => {
  it.each<[string, string, readonly string[]]>([
    ["lines", "a\nb\n", ["a", "b"]],
    ["a last line without its end", "a\r\nb", ["a", "b"]],
    ["an empty line within", "a\n\nb\n", ["a", "", "b"]],
    ["nothing at all", "", []],
    ["colours", "\u001b[1;31mERROR\u001b[0m x", ["ERROR x"]],
    ["a title for the terminal", "\u001b]0;owned\u0007ok", ["ok"]],
    ["bells and backspaces", "a\u0007\u0008b\u009b", ["ab"]],
    ["tabs and Hangul", "\tat 한글", ["\tat 한글"]],
  ])("%s", (_name, text, lines) =>
    expect(linesOf(text, text.length)).toEqual({ state: "read", lines, isCut: false }),
  );
  it("says that the end is missing where the limit was met", () =>
    expect(linesOf("a", MOST_BYTES)).toMatchObject({ isCut: true }));
  it.each([
    "unable to retrieve container logs for containerd://0a1b",
    'failed to try resolving symlinks in path "/var/log/pods/x": lstat: no such file or directory',
  ])("takes a kubelet's excuse for none: %s", (text) =>
    expect(linesOf(text, text.length)).toEqual({ state: "unmeasured", problem: "removed" }),
  );
});

describe("worstRestarted", () => {
  it("takes the few that restarted most, and none whose count is not told", () => {
    const world = incidentWorld();
    const untold = testPod("untold", { containers: [testContainer({ restarts: null })] });
    const pods = world.pod.state === "known" ? [...world.pod.items, untold] : [];
    const worst = worstRestarted(restartRows(world, pods, INCIDENT_NOW));
    expect(worst).toHaveLength(5);
    expect(worst[0]).toEqual({ namespace: "shop", pod: "svc-01-new-0", container: "app" });
    expect(worstRestarted(restartRows(world, [untold], INCIDENT_NOW))).toEqual([]);
  });
});
