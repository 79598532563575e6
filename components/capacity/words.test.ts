import { describe, expect, it } from "vitest";
import { CAPACITY_KINDS, type CapacityKind } from "@/lib/contracts/capacity";
import { isAnythingRead, mayHaveMetrics } from "./words";

const unread = (...kinds: CapacityKind[]) => kinds.map((kind) => ({ kind, error: "timeout" }));

describe("what could not be read", () => {
  it("has no time where nothing was read", () => {
    expect(isAnythingRead({ unread: unread() })).toBe(true);
    expect(isAnythingRead({ unread: unread("pod", "node") })).toBe(true);
    expect(isAnythingRead({ unread: unread(...CAPACITY_KINDS) })).toBe(false);
  });
  it("does not say that the cluster has no metrics", () => {
    expect(mayHaveMetrics({ hasMetrics: true, unread: [] })).toBe(true);
    expect(mayHaveMetrics({ hasMetrics: false, unread: [] })).toBe(false);
    expect(mayHaveMetrics({ hasMetrics: false, unread: unread("nodeUsage") })).toBe(true);
  });
});
