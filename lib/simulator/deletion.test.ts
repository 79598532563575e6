import { describe, expect, it } from "vitest";
import { planDeletion } from "./deletion";
import type { KubeObject } from "./objects";

const NOW_MS = Date.parse("2026-12-01T10:00:00Z");

function object(kind: string, metadata: Partial<KubeObject["metadata"]> = {}, rest: object = {}): KubeObject {
  const base = { name: "x", uid: "u", resourceVersion: "1", creationTimestamp: "2026-12-01T09:00:00Z" };
  return { apiVersion: "v1", kind, metadata: { ...base, ...metadata }, ...rest };
}

describe("a DELETE", () => {
  it("removes at once what nothing holds", () => {
    expect(planDeletion(object("Secret"), {}, NOW_MS).act).toBe("remove");
  });

  it("orphans the dependents of a Job when no policy is given, and of nothing else", () => {
    expect(planDeletion(object("Job"), {}, NOW_MS).object.metadata.finalizers).toEqual(["orphan"]);
    expect(planDeletion(object("Job"), { propagationPolicy: "Background" }, NOW_MS).act).toBe("remove");
    expect(planDeletion(object("VirtualMachine"), {}, NOW_MS).act).toBe("remove");
  });

  it("appends foregroundDeletion behind the finalizers that are there", () => {
    const plan = planDeletion(
      object("Secret", { finalizers: ["a"] }),
      { propagationPolicy: "Foreground" },
      NOW_MS,
    );
    expect(plan).toMatchObject({
      act: "update",
      object: { metadata: { finalizers: ["a", "foregroundDeletion"] } },
    });
  });

  it("gives a running pod its grace, an unscheduled or finished one none", () => {
    const running = object("Pod", {}, { spec: { nodeName: "n" }, status: { phase: "Running" } });
    expect(planDeletion(running, {}, NOW_MS).object.metadata).toMatchObject({
      deletionTimestamp: "2026-12-01T10:00:30Z",
      deletionGracePeriodSeconds: 30,
    });
    expect(planDeletion(running, { gracePeriodSeconds: 0 }, NOW_MS).act).toBe("remove");
    expect(planDeletion(object("Pod", {}, { spec: {}, status: { phase: "Pending" } }), {}, NOW_MS).act).toBe(
      "remove",
    );
    const ended = object("Pod", {}, { spec: { nodeName: "n" }, status: { phase: "Failed" } });
    expect(planDeletion(ended, {}, NOW_MS).act).toBe("remove");
  });

  it("changes nothing the second time, but a pod's grace can be shortened", () => {
    const running = object("Pod", {}, { spec: { nodeName: "n" }, status: { phase: "Running" } });
    const going = planDeletion(running, {}, NOW_MS).object;
    expect(planDeletion(going, {}, NOW_MS + 5_000).act).toBe("nothing");
    expect(planDeletion(going, { gracePeriodSeconds: 0 }, NOW_MS + 5_000).act).toBe("remove");
  });
});
