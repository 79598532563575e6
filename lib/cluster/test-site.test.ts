import { describe, expect, it } from "vitest";
import { whySkipped } from "./test-site";

describe("a test that needs what not every cluster has", () => {
  it("is skipped where KubeVirt is not, and says so; what is about its absence runs there alone", () => {
    expect(whySkipped(["kubevirt"], { hasKubevirt: false })).toBe("KubeVirt is not installed");
    expect(whySkipped(["kubevirt"], { hasKubevirt: true })).toBeNull();
    expect(whySkipped(["no-kubevirt"], { hasKubevirt: true })).toBe("KubeVirt is installed");
    expect(whySkipped(["no-kubevirt"], { hasKubevirt: false })).toBeNull();
  });

  it("is skipped on any site where it moves time, breaks nodes or waits for a kubelet, and never on a simulator", () => {
    for (const need of ["clock", "kubelet", "node", "state", "size", "stream", "account"] as const) {
      expect(whySkipped([need], { hasKubevirt: true })).toMatch(/^simulator only: /);
      expect(whySkipped(["kubevirt", need], { hasKubevirt: false })).toBe("KubeVirt is not installed");
      expect(whySkipped([need], null)).toBeNull();
    }
  });

  it("runs anywhere where it needs nothing", () => {
    expect(whySkipped([], { hasKubevirt: false })).toBeNull();
  });
});
