import { describe, expect, it } from "vitest";
import { capacityPod, nano } from "../testing/capacity-samples";
import type { CapacityPod } from "./capacity-world";
import { firstToDie } from "./first-to-die";

const names = (pods: readonly CapacityPod[], used: Readonly<Record<string, string>> = {}) =>
  firstToDie(pods, ({ name }) => (used[name] === undefined ? null : nano(used[name]))).map(
    ({ name }) => name,
  );
const pod = (name: string, memory: string, changes: Partial<CapacityPod> = {}) =>
  capacityPod(name, { memory }, changes);

describe("firstToDie", () => {
  it("takes who uses more than was asked for first, and who is furthest above it", () => {
    const pods = [pod("below", "4Gi"), pod("little", "1Gi"), pod("far", "1Gi")];
    expect(names(pods, { below: "3Gi", little: "1100Mi", far: "3Gi" })).toEqual(["far", "little", "below"]);
    // Just what was asked for is not more.
    expect(names([pod("even", "1Gi"), pod("over", "4Gi")], { even: "1Gi", over: "4097Mi" })[0]).toBe("over");
  });
  it("goes by priority among those alike, and leaves the critical alone", () => {
    const pods = [
      pod("high", "1Gi", { priority: 1000 }),
      pod("low", "1Gi"),
      pod("system", "1Gi", { priority: 2_000_000_000 }),
    ];
    expect(names(pods, { high: "3Gi", low: "2Gi", system: "9Gi" })).toEqual(["low", "high"]);
  });
  it("goes by QoS and the smaller request where use is not measured: lab pods before VMs", () => {
    const pods = [
      pod("vm", "4Gi", { isLauncher: true }),
      pod("guaranteed", "64Mi", { qos: "Guaranteed" }),
      pod("lab", "512Mi", { isManaged: true }),
      pod("best-effort", "0", { qos: "BestEffort" }),
    ];
    expect(names(pods)).toEqual(["best-effort", "lab", "vm", "guaranteed"]);
    expect(firstToDie(pods, () => null).map(({ kind }) => kind)).toEqual(["other", "lab", "vm", "other"]);
  });
  it("gives each its own use where some are left out", () => {
    const pods = [pod("system", "1Gi", { priority: 2_000_000_001 }), pod("a", "1Gi"), pod("b", "1Gi")];
    const used = [nano("9Gi"), nano("1Gi"), nano("2Gi")];
    expect(firstToDie(pods, (_, place) => used[place] ?? null)).toMatchObject([
      { name: "b", used: nano("2Gi") },
      { name: "a", used: nano("1Gi") },
    ]);
  });
  it("shows five at most, in the order of their names where nothing else tells", () => {
    expect(names("gfedcba".split("").map((name) => pod(name, "1Gi")))).toEqual(["a", "b", "c", "d", "e"]);
  });
});
