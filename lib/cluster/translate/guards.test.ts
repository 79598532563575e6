import { describe, expect, it } from "vitest";
import { cleaner, guardedMachine } from "./guards";

const deployment = (container: object, labels: object = {}, availableReplicas?: number) => ({
  metadata: { name: "x", labels },
  spec: { template: { spec: { containers: [container] } } },
  status: { availableReplicas },
});
const KYVERNO = {
  "app.kubernetes.io/component": "cleanup-controller",
  "app.kubernetes.io/part-of": "kyverno",
};

describe("controllers that clean up", () => {
  it("are known by Kyverno's labels and by the janitor's image, and by nothing else", () => {
    const image = "reg.kyverno.io/kyverno/cleanup-controller:v1.15.1";
    expect(cleaner(deployment({ image }, KYVERNO, 1))).toMatchObject({ is: "kyverno", isRunning: true });
    expect(cleaner(deployment({ image }, KYVERNO))).toMatchObject({ is: "kyverno", isRunning: false });
    const other = { ...KYVERNO, "app.kubernetes.io/component": "admission-controller" };
    expect(cleaner(deployment({ image }, other, 1))).toBeNull();
    expect(cleaner(deployment({ image: "a/kube-janitor@sha256:0" }, {}, 1))).toMatchObject({ is: "janitor" });
    expect(cleaner(deployment({ image: "a/my-kube-janitor:1" }, {}, 1))).toBeNull();
  });

  it("are taken by their arguments, then their environment, then the janitor's own defaults", () => {
    const image = "kube-janitor:1";
    expect(cleaner(deployment({ image }))?.rules).toEqual({
      isDryRun: false,
      includeResources: null,
      excludeResources: ["events", "controllerrevisions"],
      includeNamespaces: null,
      excludeNamespaces: ["kube-system"],
    });
    const args = ["--dry-run", "--include-resources=pods,jobs", "--exclude-namespaces", "a,b"];
    const env = [
      { name: "INCLUDE_NAMESPACES", value: "labs" },
      { name: "EXCLUDE_NAMESPACES", value: "c" },
    ];
    expect(cleaner(deployment({ image, args, env }))?.rules).toMatchObject({
      isDryRun: true,
      includeResources: ["pods", "jobs"],
      includeNamespaces: ["labs"],
      excludeNamespaces: ["a", "b"],
    });
  });
});

describe("a machine", () => {
  const metadata = {
    ...{ name: "m", namespace: "labs", uid: "u", creationTimestamp: "2026-12-01T10:00:00Z" },
    labels: { "cleanup.kyverno.io/ttl": "3h" },
    annotations: { "janitor/expires": "2026-12-02" },
  };
  const spec = { activeDeadlineSeconds: 60 };

  it("bears the marks of others; a finished pod is none, and a VM has no deadline of a pod", () => {
    const startTime = "2026-12-01T10:00:05Z";
    const pod = guardedMachine("pod", { metadata, spec, status: { phase: "Running", startTime } });
    expect(pod).toMatchObject({ kyvernoTtl: "3h", janitorTtl: null, janitorExpires: "2026-12-02" });
    expect(pod).toMatchObject({ activeDeadlineSeconds: 60, startTimeMs: Date.parse(startTime) });
    expect(guardedMachine("pod", { metadata, spec, status: { phase: "Failed" } })).toBeNull();
    expect(guardedMachine("vm", { metadata, spec })).toMatchObject({ activeDeadlineSeconds: null });
  });
});
