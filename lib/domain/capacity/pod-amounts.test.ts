import { describe, expect, it } from "vitest";
import { type ContainerAmounts, podAmounts } from "./pod-amounts";
import { NANO, parseQuantity } from "./quantity";

const container = (role: ContainerAmounts["role"], cpu: string): ContainerAmounts => ({
  ...{ role, amounts: { cpu: parseQuantity(cpu) } },
});
const cores = (...containers: ContainerAmounts[]) => Number(podAmounts(containers)?.["cpu"] ?? -1n) / 1e9;

describe("podAmounts", () => {
  it.each([
    ["sums what runs at once", [container("main", "1"), container("main", "500m")], 1.5],
    ["takes the larger init step", [container("init", "3"), container("main", "1")], 3],
    ["takes the running ones where they are more", [container("init", "1"), container("main", "2")], 2],
    ["adds sidecars to the running", [container("sidecar", "5m"), container("main", "200m")], 0.205],
    [
      "adds to an init step the sidecars begun before it",
      [container("sidecar", "1"), container("init", "3"), container("main", "1")],
      4,
    ],
    [
      "adds to an init step no sidecar begun after it",
      [container("init", "3"), container("sidecar", "1"), container("main", "1")],
      3,
    ],
  ] as const)("%s", (_name, containers, expected) => expect(cores(...containers)).toBe(expected));

  it("adds the runtime's overhead on top", () => {
    const amounts = podAmounts([container("init", "3"), container("main", "1")], {
      cpu: parseQuantity("250m"),
    });
    expect(amounts).toEqual({ cpu: (13n * NANO) / 4n });
  });
  it("says nothing where one amount is no quantity", () => {
    expect(podAmounts([container("main", "1"), container("sidecar", "lots")])).toBeNull();
    expect(podAmounts([container("main", "1")], { cpu: parseQuantity("?") })).toBeNull();
  });
});
