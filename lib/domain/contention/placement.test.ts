import { describe, expect, it } from "vitest";
import { isColdStarting, nodeRows, restartsOf } from "./placement";
import { INCIDENT_NOW, incidentWorld, START, testContainer, testPod, unknown } from "./test-incident";

const chosenOf = (world = incidentWorld()) =>
  world.pod.state === "known" ? world.pod.items.filter(({ namespace }) => namespace === "shop") : [];
const chosen = chosenOf();

describe("nodeRows", () => {
  const rows = nodeRows(incidentWorld(), chosen, INCIDENT_NOW);
  it("gives the incident's table", () => {
    expect(rows.map(({ name, newPods, restarts }) => [name, newPods, restarts])).toEqual([
      ["node-1", 12, 44],
      ["node-2", 5, 2],
      ["node-3", 3, 0],
      ["node-4", 2, 0],
      ["node-5", 1, 0],
    ]);
    expect(rows[0]).toMatchObject({
      presence: "present",
      coldStarting: 4,
      isReady: true,
      wrongConditions: [],
    });
    expect(rows[0]?.cpu.requested).toBeCloseTo(4.3, 9);
    expect(rows[0]?.restartShare).toBeCloseTo(44 / 46, 9);
    expect(rows[0]?.smallest).toMatchObject({ shares: 25, linearWeight: 1, curvedWeight: 6 });
    expect(rows[0]?.smallest?.linearCores).toBeCloseTo((8 * 1) / (157 + 12), 9);
  });
  it("says unmeasured where nothing was read, never 0", () => {
    const blind = { ...incidentWorld(), node: unknown, nodeUsage: unknown };
    expect(nodeRows(blind, chosen, INCIDENT_NOW)[0]).toMatchObject({
      ...{ presence: "unknown", isReady: null, wrongConditions: null },
      cpu: { allocatable: null, used: null },
    });
    const podless = nodeRows({ ...incidentWorld(), pod: unknown }, [], INCIDENT_NOW)[0];
    expect(podless).toMatchObject({ newPods: null, restarts: null, coldStarting: null, smallest: null });
  });
  it("shows a node that is gone by its pods", () => {
    const lost = testPod("lost", { nodeName: "node-9", containers: [testContainer({ restarts: null })] });
    const row = nodeRows(incidentWorld(), [lost], INCIDENT_NOW).find(({ name }) => name === "node-9");
    expect(row).toMatchObject({ presence: "gone", newPods: 1, restarts: null, restartsPerPod: null });
  });
});

describe("restartsOf", () => {
  it("adds up sidecars, and is null where one does not tell", () => {
    const two = (restarts: number | null) => [testContainer({ restarts: 2 }), testContainer({ restarts })];
    expect(restartsOf(testPod("a", { containers: two(3) }))).toBe(5);
    expect(restartsOf(testPod("a", { containers: two(null) }))).toBeNull();
    expect(restartsOf(testPod("a", { containers: [] }))).toBeNull();
  });
});

describe("isColdStarting", () => {
  const running = (startedAtMs: number | null) => ({
    containers: [testContainer({ isReady: false, state: { kind: "running", startedAtMs } })],
  });
  it.each([
    ["young and not Ready", { isReady: false, ...running(START) }, START + 599_999, true],
    ["ten minutes old", { isReady: false, ...running(START) }, START + 600_000, false],
    ["Ready", { isReady: true, ...running(START) }, START + 1000, false],
    ["not told", { isReady: null, ...running(START) }, START + 1000, false],
    ["no start told", { isReady: false, ...running(null) }, START + 1000, false],
  ])("%s", (_name, changes, nowMs, expected) =>
    expect(isColdStarting(testPod("a", changes), nowMs)).toBe(expected),
  );
});
