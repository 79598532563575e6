import { describe, expect, it } from "vitest";
import { nextTick, probeOf } from "./probes";

const RULE = { initialDelaySeconds: 40, periodSeconds: 5, timeoutSeconds: 1, failureThreshold: 3 };

/** Seconds from the container's start to the failure that kills it. */
function killAfter(rule: typeof RULE, startAfterPodMs: number): number {
  const times = { podTakenMs: 0, containerStartMs: startAfterPodMs };
  let tickMs = startAfterPodMs;
  for (let failure = 0; failure < rule.failureThreshold; failure += 1)
    tickMs = nextTick(rule, { ...times, lastTickMs: tickMs });
  return (tickMs - startAfterPodMs) / 1000;
}

describe("a probe's ticks", () => {
  it("kill between I+(F-1)P and I+FP after the start, whenever the container started", () => {
    for (let offset = 0; offset < 20_000; offset += 330) {
      expect(killAfter(RULE, offset)).toBeGreaterThanOrEqual(50);
      expect(killAfter(RULE, offset)).toBeLessThan(55);
    }
  });
  it("go by the pod's clock, not by the container's", () => {
    expect(nextTick(RULE, { podTakenMs: 0, containerStartMs: 3_000, lastTickMs: 3_000 })).toBe(45_000);
    expect(nextTick(RULE, { podTakenMs: 0, containerStartMs: 3_000, lastTickMs: 45_000 })).toBe(50_000);
  });
  it("have Kubernetes' defaults", () => {
    expect(probeOf({ name: "app", livenessProbe: { httpGet: { path: "/" } } }, "liveness")).toEqual({
      initialDelaySeconds: 0,
      periodSeconds: 10,
      timeoutSeconds: 1,
      failureThreshold: 3,
    });
    expect(probeOf({ name: "app" }, "startup")).toBeUndefined();
  });
});
